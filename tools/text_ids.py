"""The types of the page's texts: their ids, so that TypeScript reports one that English lacks."""

import json
import sys
from collections.abc import Iterable

from service.locale.catalogues import PAGE_FILES, texts
from service.locale.languages import ENGLISH


def text_types() -> str:
    """Return the declarations of `TextId`, and of `PluralId` for the texts that count."""
    all_ = [each for name in PAGE_FILES for each in texts(ENGLISH, name).items()]
    english = [(id_, forms) for id_, forms in all_ if "|" not in id_]
    plain = _union(id_ for id_, forms in english if isinstance(forms, str))
    counting = _union(id_ for id_, forms in english if not isinstance(forms, str))
    return f"export type TextId = {plain};\nexport type PluralId = {counting};\n"


def _union(ids: Iterable[str]) -> str:
    return " | ".join(map(json.dumps, ids))


if __name__ == "__main__":
    sys.stdout.write(text_types())
