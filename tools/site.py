"""Lays out the pages of the site of `docs/` for Sphinx, which `make site` calls after it.

    python -m tools.site --out build/pages

The pages are those of `docs/site.toml`, each where it lies in the checkout, so that links between
them hold as they are. A link to any other file of the checkout goes to the repository where its
address is known (`TABLESIDE_REPOSITORY`), and is no link where it is not.
"""

import inspect
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath
from types import MappingProxyType

import tableside
from datasets.command_line import command_parser
from datasets.paths import CHECKOUT
from hatch_build import REPOSITORY
from tools import http_reference
from tools.api_description import description

FIRST = "README.md"
MENU = "docs/site.toml"
# What is copied beside the pages where one links to it; all else is for the repository.
FILES = (".jpg", ".png", ".svg", ".csv", ".json")
CODE = re.compile(r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
PICTURE = re.compile(r'<img src="(?P<target>[^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$", re.MULTILINE)
REFERENCE = re.compile(r"^<!-- reference: (\w+) -->$", re.MULTILINE)
OTHER_HOST = re.compile(r"^[a-z]+:")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the menu: its title and the pages in it, by their places in the checkout."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page: as written, the place in the checkout ("" for the page itself), heading."""

    target: str
    path: str
    anchor: str


def menu(checkout: Path) -> list[Part]:
    """Read the menu."""
    parts = tomllib.loads((checkout / MENU).read_text(encoding="utf-8"))["parts"]
    return [Part(part["title"], tuple(part["pages"])) for part in parts]


def pages(checkout: Path) -> list[str]:
    """List all pages by their places in the checkout, the first of the site first."""
    return [FIRST, *(page for part in menu(checkout) for page in part.pages)]


def links(text: str, page: str) -> Iterator[Link]:
    """Find the links and pictures of a page that lead to files of the checkout; code has none."""
    plain = _without_code(text)
    for found in [*LINK.finditer(plain), *PICTURE.finditer(plain)]:
        if not OTHER_HOST.match(found["target"]):
            yield _link(found["target"], page)


def anchors(text: str) -> set[str]:
    """Name the headings of a page as links do: small letters, hyphens, no punctuation."""
    titles = HEADING.findall(_without_code(text))
    shown = (re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", title) for title in titles)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in shown}


def dead_links(checkout: Path, page: str) -> Iterator[str]:
    """Name the links of a page that lead to no file, or to no heading of one."""
    for link in links((checkout / page).read_text(encoding="utf-8"), page):
        file = checkout / (link.path or page)
        if not file.exists():
            yield f"{page}: {link.target}: there is no such file"
        elif link.anchor and link.anchor not in anchors(file.read_text(encoding="utf-8")):
            yield f"{page}: {link.target}: there is no such heading"


def lay(checkout: Path, folder: Path, repository: str) -> None:
    """Write the pages of a checkout, and the files that they show, to an empty folder.

    `repository` is the address at which the checkout's files can be read, or "".
    """
    there = set(pages(checkout))
    for page in there:
        text = (checkout / page).read_text(encoding="utf-8")
        for link in links(text, page):
            if link.path.endswith(FILES):
                _copy(checkout / link.path, folder / link.path)
        text = add_references(redirect_links(text, page, there, repository))
        if page == FIRST:
            text += toctrees(menu(checkout))
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def redirect_links(text: str, page: str, there: set[str], repository: str) -> str:
    """Lead the links of a page to the pages that are there, else to the repository."""

    def lead(found: re.Match[str]) -> str:
        link = _link(found["target"], page)
        inside = link.path in there or link.path.endswith(FILES) or not link.path
        if inside or OTHER_HOST.match(link.target):
            return found[0]
        if join(link.path, "README.md") in there:
            return f"[{found['text']}]({link.target}/README.md)"
        if not repository:
            return found["text"]
        anchor = f"#{link.anchor}" if link.anchor else ""
        return f"[{found['text']}]({repository}/blob/HEAD/{link.path}{anchor})"

    parts, at = [], 0
    for start, end in _code(text):
        parts += [LINK.sub(lead, text[at:start]), text[start:end]]
        at = end
    return "".join([*parts, LINK.sub(lead, text[at:])])


def add_references(text: str) -> str:
    """Put what is written by programs where a page asks for it: `<!-- reference: http -->`."""
    return REFERENCE.sub(lambda found: REFERENCES[found[1]](), text)


def library() -> str:
    """Ask Sphinx for the docstrings of all that `import tableside` gives."""
    asked = [
        f".. autoclass:: tableside.{name}\n   :members:\n"
        if inspect.isclass(getattr(tableside, name))
        else f".. autofunction:: tableside.{name}\n"
        for name in tableside.__all__
        if not name.startswith("_")
    ]
    return "\n".join(["```{eval-rst}", *asked, "```"])


def calls() -> str:
    """Write the service's description of its calls."""
    return http_reference.page(description())


def toctrees(parts: Sequence[Part]) -> str:
    """Write the menu as Sphinx reads it at the end of the first page."""
    return "".join(
        "\n```{toctree}\n:hidden:\n:caption: "
        + "\n".join([part.title, "", *(page.removesuffix(".md") for page in part.pages)])
        + "\n```\n"
        for part in parts
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay the pages out anew; 1 where a link of them is dead."""
    parser = command_parser("tools.site", __doc__)
    parser.add_argument("--out", type=Path, default=CHECKOUT / "build" / "pages", help="a folder")
    given = parser.parse_args(arguments)
    dead = [fault for page in pages(CHECKOUT) for fault in dead_links(CHECKOUT, page)]
    for fault in dead:
        print(fault, file=sys.stderr)
    if dead:
        return 1
    shutil.rmtree(given.out, ignore_errors=True)
    lay(CHECKOUT, given.out, os.environ.get(REPOSITORY, "").rstrip("/"))
    return 0


REFERENCES: Mapping[str, Callable[[], str]] = MappingProxyType({"python": library, "http": calls})


def _link(target: str, page: str) -> Link:
    path, _, anchor = target.partition("#")
    return Link(target, normpath(join(dirname(page), path)) if path else "", anchor)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Find code in which something may look like a link or a heading; `[`name`](place)` is one."""
    for found in CODE.finditer(text):
        if found["fence"] or "](" in found[0]:
            yield found.span()


def _without_code(text: str) -> str:
    for start, end in reversed(list(_code(text))):
        text = text[:start] + text[end:]
    return text


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    sys.exit(main())
