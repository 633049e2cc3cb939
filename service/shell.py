"""What a phone gets of the page: few files, packed once, under addresses that change with them."""

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scorer.api import requests
from service.joined import FIRST, join

WORKER = "sw.js"
PAGE = "index.html"
JOINED = "/static/joined"
STYLE = "page.css"
LANGUAGES = ("en", "zh")
CHINESE = "zh.js"
# The last of the first begins the page; a table's link opens its table, and not all read Chinese.
AT_ONCE, APART = ("start.js", "app.js"), (CHINESE, "table.js")
# What a new game asks of a rule set; its rows and payments are looked up when they are shown.
ASKED = ("id", "name", "document", "options", "presets")
# Devices fetch what they need of the icons when the page is installed; the others come joined.
NOT_KEPT = ("css", "icons", "js", PAGE, WORKER)

_SHEET = r' *<link rel="stylesheet" href="/static/css/([\w-]+\.css)">\n'
_SHEETS = re.compile(f"(?:{_SHEET})+")
_SCRIPT = '<script type="module" src="/static/js/app.js"></script>'
_DATA = '<script type="application/json" id="{}">'
RULES, HOUSES = "rules", "houses"  # what the page brings along, by element


@dataclass(frozen=True, slots=True)
class Packed:
    """A text to send, plain and compressed, and its ETag."""

    plain: bytes
    gzipped: bytes
    etag: str

    @classmethod
    def of(cls, text: str) -> "Packed":
        """Compress a text, to the same bytes each time."""
        plain = text.encode()
        digest = hashlib.sha256(plain).hexdigest()[:16]
        return cls(plain, gzip.compress(plain, 9, mtime=0), f'"{digest}"')


@dataclass(frozen=True, slots=True)
class Shell:
    """The page by language, the joined files by name, their version, and the service worker."""

    version: str
    pages: Mapping[str, str]
    files: Mapping[str, Packed]
    worker: Packed

    def page(self, language: str, houses: Sequence[Mapping[str, str]] | None = None) -> Packed:
        """The page with house rules to choose from; without them it asks for them itself."""
        told = None if houses is None else json.dumps(houses, ensure_ascii=False)
        return _page(self.pages[language], told)


@lru_cache(maxsize=32)  # each sender has house rules of his own, most have none; 80 kB a page
def _page(text: str, houses: str | None) -> Packed:
    return Packed.of(text if houses is None else _with(text, HOUSES, houses))


def shell(static: Path) -> Shell:
    """The page in folder `static`, for the files as they are now; raises JoinError."""
    return _shell(static, tuple(sorted(_looked_at(static))))


def _looked_at(folder: Path | str) -> Iterator[tuple[Path, int]]:
    """The files below a folder and when each was changed, in a third of the time of `rglob`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _looked_at(entry.path)
            else:
                yield Path(entry.path), entry.stat().st_mtime_ns


@lru_cache(maxsize=1)
def _shell(static: Path, files: tuple[tuple[Path, int], ...]) -> Shell:
    joined = dict(_joined(static))
    page = _with_rules((static / PAGE).read_text(encoding="utf-8"))
    digest = hashlib.sha256("\n".join((page, *joined.values())).encode())
    for path, _ in files:
        digest.update(f"{path.relative_to(static)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    version = digest.hexdigest()[:16]
    folder = f"{JOINED}/{version}"
    kept = [path.relative_to(static) for path, _ in files]
    kept = [path for path in kept if path.parts[0] not in NOT_KEPT]
    addresses = [f"{folder}/{name}" for name in joined]
    names = ["/", *addresses, *(f"/static/{path.as_posix()}" for path in kept)]
    return Shell(
        version,
        {language: _linked(page, folder, language) for language in LANGUAGES},
        {name: Packed.of(text) for name, text in joined.items()},
        Packed.of(_worker((static / WORKER).read_text(encoding="utf-8"), version, names)),
    )


def _joined(static: Path) -> Iterator[tuple[str, str]]:
    """The names and texts of the joined files."""
    sheets = re.findall(_SHEET, (static / PAGE).read_text(encoding="utf-8"))
    yield STYLE, "".join((static / "css" / name).read_text(encoding="utf-8") for name in sheets)
    modules = {path.name: path.read_text(encoding="utf-8") for path in (static / "js").glob("*.js")}
    yield from join(modules, AT_ONCE, APART).items()


def _with_rules(page: str) -> str:
    """The page with the rule sets, as a new game asks them."""
    asked = [{name: rules[name] for name in ASKED} for rules in requests.rules_list()]
    return _with(page, RULES, json.dumps(asked, ensure_ascii=False, separators=(",", ":")))


def _with(page: str, element: str, data: str) -> str:
    """The page with data in an element that has none; no word in it can end the element."""
    begun = _DATA.format(element)
    return page.replace(begun, begun + data.replace("<", "\\u003c"))


def _linked(page: str, folder: str, language: str) -> str:
    """The page with the joined files in place of its own."""
    page = _SHEETS.sub(f'  <link rel="stylesheet" href="{folder}/{STYLE}">\n', page, count=1)
    script = f'<script type="module" src="{folder}/{FIRST}"></script>'
    if language == "zh":
        script += f'\n  <link rel="modulepreload" href="{folder}/{CHINESE}">'
    return page.replace(_SCRIPT, script)


def _worker(text: str, version: str, names: list[str]) -> str:
    """The service worker, which a browser compares byte by byte.

    With any file changed it is another one, keeps all files anew and forgets the older ones.
    """
    files = "".join(f'  "{name}",\n' for name in names)
    return f'const VERSION = "{version}";\nconst FILES = [\n{files}];\n\n{text}'
