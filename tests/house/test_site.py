"""The documents: every one has its place on the site; `make site` fails where a link is dead."""

import re

from service import __version__
from tests import needs

# Pages of the checkout that are for whoever stands in it, or for a hosting service.
NOT_ON_THE_SITE = {"tests/page/vendor/README.md"}


def test_the_menu_names_every_document_once(tracked, root):
    menu = (root / "docs" / "index.rst").read_text(encoding="utf-8")
    pages = [f"{page}.md" for page in re.findall(r"^   /(.+)$", menu, flags=re.MULTILINE)]
    written = {path.relative_to(root).as_posix() for path in tracked("*.md")}
    beside = {page for page in written if page.startswith(".github/")}
    assert sorted(pages) == sorted(written - beside - NOT_ON_THE_SITE)


def test_the_citation_is_of_this_version(root):
    yaml = needs.package("yaml")
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__
    assert {"cff-version", "message", "title", "authors", "date-released"} <= set(cited)
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{cited['version']}] - {cited['date-released']}" in changelog
