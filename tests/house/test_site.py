"""The documents: every one is on the site, every link of them leads somewhere, examples run."""

import tomllib

import pytest

from tests import needs
from tools import http_reference, site
from tools.api_description import description

# Pages of the checkout that are for whoever stands in it, or for a hosting service.
NOT_ON_THE_SITE = {"tests/page/vendor/README.md"}


@pytest.fixture(scope="module")
def pages(root):
    return site.pages(root)


def test_the_menu_names_every_document_once(tracked, root, pages):
    written = {path.relative_to(root).as_posix() for path in tracked("*.md")}
    beside = {page for page in written if page.startswith((".github/", "models/cards/"))}
    assert sorted(pages) == sorted(written - beside - NOT_ON_THE_SITE)


def test_no_link_is_dead(root, pages):
    assert [fault for page in pages for fault in site.dead_links(root, page)] == []


def test_dead_links_are_found(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "a.md").write_text("# A b, c\n\n```\n# not one\n```\n", encoding="utf-8")
    (tmp_path / "docs" / "b.md").write_text(
        "[ok](../a.md#a-b-c) [no](../c.md) [no](../a.md#not-one) `[code](d)` [`x`](../a.md) "
        "[no](#b)"
        '<img src="p.jpg"> [elsewhere](https://example.org/x)',
        encoding="utf-8",
    )
    found = [fault.split(": ")[1] for fault in site.dead_links(tmp_path, "docs/b.md")]
    assert found == ["../c.md", "../a.md#not-one", "#b", "p.jpg"]


@pytest.mark.parametrize(
    ("written", "repository", "led"),
    [
        ("[a](../a.md#x)", "", "[a](../a.md#x)"),
        ("[part](../part)", "", "[part](../part/README.md)"),
        ("see [`c.py`](../c.py)", "", "see `c.py`"),
        (
            "see [c](../c.py)",
            "https://example.org/t",
            "see [c](https://example.org/t/blob/HEAD/c.py)",
        ),
        ("`[c](../c.py)`", "", "`[c](../c.py)`"),
        ("[e](https://example.org)", "", "[e](https://example.org)"),
    ],
)
def test_links_lead_to_pages_or_to_the_repository(written, repository, led):
    there = {"a.md", "part/README.md", "docs/b.md"}
    assert site.redirect_links(written, "docs/b.md", there, repository) == led


def test_pages_are_laid_with_what_they_show(root, tmp_path, pages):
    site.lay(root, tmp_path, "")
    laid = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert laid == set(pages)
    dead = {fault for page in pages for fault in site.dead_links(tmp_path, page)}
    assert dead == set()


def test_the_reference_has_every_call_and_every_shape():
    told = description()
    lines = http_reference.page(told).splitlines()
    calls = {f"### `{m.upper()} {path}`" for path, each in told["paths"].items() for m in each}
    shapes = {f"### {name}" for name in told["components"]["schemas"]}
    assert calls | shapes == {line for line in lines if line.startswith("### ")}
    headings = [line.lstrip("# ").lower() for line in lines if line.startswith("#")]
    assert len(headings) == len(set(headings))  # a link to a shape leads to no other heading


def test_the_citation_is_of_this_version(root):
    yaml = needs.package("yaml")
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["version"] == project["version"]
    assert {"cff-version", "message", "title", "authors", "date-released"} <= set(cited)
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{cited['version']}] - {cited['date-released']}" in changelog
