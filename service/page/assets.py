"""The files of the page: their addresses, how they are compressed, and which ones a phone stores.

A wheel contains the page bundled (`built`, by bundle.mjs): few small files, at addresses that
change with their content. In a checkout, and in a wheel built without Node, the modules and style
sheets of `static` are sent.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from scorer.api import requests
from service.locale.catalogues import PARTS, is_read, page_texts, say
from service.locale.languages import Language, languages

STATIC, BUILT = "static", "built"
WORKER, HTML, SCRIPT, STYLE = "sw.js", "index.html", "app.js", "page.css"
BUNDLED = "bundle.json"
BUNDLE = "/static/bundle"
WORDS = "/static/words"  # the page's translations, at an address that changes with them
# What a new game needs of a rule set and of its options; the rest is loaded when it is shown.
RULES_FIELDS = ("id", "name", "document", "roles", "options")
OPTION_FIELDS = ("name", "values", "default")
# Devices fetch the icons that they need when the page is installed.
UNCACHED = ("icons", HTML, WORKER)
SOURCES = ("css", "js")
UNUSED_SUFFIXES = (".d.ts", "-LICENSE")  # beside the modules, for their developers

_SHEET = f'<link rel="stylesheet" href="/static/css/{STYLE}">'
_SCRIPT = f'<script type="module" src="/static/js/{SCRIPT}"></script>'
HEAD_END = "</head>"
_DATA = '<script type="application/json" id="{}">'
# The ids of the page's data elements.
RULES, HOUSES, LANGUAGES, FIRST_WORDS = "rules", "houses", "languages", "words"
# The page's texts before its scripts run, which are translated here.
HTML_TEXTS = (
    "Mahjong at the table: photograph the winning hand, see its faan and who pays what.",
    "One moment …",
    "This page needs JavaScript. The same is available from the command line:",
)
# What a browser needs of a language to choose as the service does.
LANGUAGE_FIELDS = ("tag", "name", "asked", "plurals", "formats", "comma", "pause", "space", "field")


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file to send: compressed, a hash of it, and its unpacked size in bytes."""

    gzipped: bytes
    digest: str
    size: int

    @classmethod
    def pack(cls, plain: bytes) -> "PackedFile":
        """Compress a file, to the same bytes each time."""
        return cls(gzip.compress(plain, 9, mtime=0), digest_of(plain), len(plain))

    @classmethod
    def read(cls, file: Path) -> "PackedFile":
        """Read a file, which may be stored compressed, with another suffix."""
        stored = file.with_name(f"{file.name}.gz")
        if not stored.is_file():
            return cls.pack(file.read_bytes())
        gzipped = stored.read_bytes()
        plain = gzip.decompress(gzipped)
        return cls(gzipped, digest_of(plain), len(plain))

    @property
    def plain(self) -> bytes:
        """The file as it is."""
        return gzip.decompress(self.gzipped)


def digest_of(*contents: bytes) -> str:
    """Return a short hash of files."""
    return hashlib.sha256(b"".join(contents)).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bundled files by name, and which of them are loaded with the first script."""

    files: Mapping[str, str]
    first: Sequence[str]

    @classmethod
    def read(cls, folder: Path) -> "Bundle | None":
        """Read the bundle of a page; None if it is missing or was made from other sources."""
        built, static = folder / BUILT, folder / STATIC
        if not (built / BUNDLED).is_file():
            return None
        described = json.loads((built / BUNDLED).read_text(encoding="utf-8"))
        if (static / "js").is_dir() and described["sources"] != sources_hash(static):
            return None
        texts = {name: (built / name).read_text(encoding="utf-8") for name in described["files"]}
        return cls(texts, described["first"])

    def link_into(self, page: str, address: str) -> str:
        """Return the page with links to these files in place of its modules and style sheets."""
        links = [f'<link rel="modulepreload" href="{address}/{name}">' for name in self.first]
        script = f'<script type="module" src="{address}/{SCRIPT}"></script>'
        page = page.replace(_SHEET, f'<link rel="stylesheet" href="{address}/{STYLE}">')
        return page.replace(_SCRIPT, "\n  ".join([*links, script]))


@dataclass(frozen=True, slots=True)
class Page:
    """The page by language, the bundled files by name, their version, and the service worker.

    `words` are the translations of each part of the page by name, served below `words_at`.
    """

    version: str
    html: Mapping[str, str]
    files: Mapping[str, PackedFile]
    worker: PackedFile
    words_at: str
    words: Mapping[str, PackedFile]

    def packed(
        self,
        language: str,
        houses: Sequence[Mapping[str, str]] | None = None,
        address: str | None = None,
    ) -> PackedFile:
        """Return the page with house rules to choose from; without them it asks for them itself.

        `address` is the base of its links; without one, it is where the page was opened.
        """
        houses_json = None if houses is None else json.dumps(houses, ensure_ascii=False)
        return _packed(self.html[language], houses_json, address)


@lru_cache(maxsize=32)  # senders have their own house rules, most have none; 100 kB a page
def _packed(text: str, houses: str | None, address: str | None) -> PackedFile:
    if address is not None:
        meta = f'<meta name="address" content="{escape(address)}">'
        text = text.replace(HEAD_END, f"  {meta}\n{HEAD_END}", 1)
    return _packed_text(text if houses is None else _insert_data(text, HOUSES, houses))


def read_page(folder: Path) -> Page:
    """Return the page in a folder; OSError if its files are missing."""
    static = folder / STATIC
    found = sorted((*static.rglob("*"), *(folder / BUILT).rglob("*")))
    files = {path.relative_to(folder).as_posix(): path for path in found if path.is_file()}
    bundle = Bundle.read(folder)
    texts = {} if bundle is None else bundle.files
    words = _translated_texts()
    words_at = f"{WORDS}/{digest_of(json.dumps(words).encode())}"
    html = (static / HTML).read_text(encoding="utf-8")
    html = _insert_languages(_insert_rules(html), words_at)
    version = digest_of(
        html.encode(),
        *(part for name, path in files.items() for part in (name.encode(), path.read_bytes())),
    )
    address = f"{BUNDLE}/{version}"
    if bundle is not None:
        html = bundle.link_into(html, address)
    cached = [
        "/",
        *(f"{words_at}/{name}" for name in words),
        *(f"{address}/{name}" for name in texts),
        *_cached_addresses(files, bundle),
    ]
    return Page(
        version,
        {
            tag: _translate_page(html, language, words[f"{tag}.page.json"])
            for tag, language in languages().items()
        },
        {name: _packed_text(text) for name, text in texts.items()},
        _packed_text(_worker((static / WORKER).read_text(encoding="utf-8"), version, cached)),
        words_at,
        {name: _packed_text(text) for name, text in words.items()},
    )


def _packed_text(text: str) -> PackedFile:
    return PackedFile.pack(text.encode())


def _translated_texts() -> dict[str, str]:
    """Return the translations of each part of the page as JSON, by the name that it asks for."""
    return {
        f"{tag}.{part}.json": json.dumps(
            dict(page_texts(tag, part)), ensure_ascii=False, separators=(",", ":")
        )
        for tag in languages()
        for part in PARTS
    }


def _translate_page(page: str, language: Language, words: str) -> str:
    """Return the page as shown before its scripts run, with the texts of its first screens."""
    page = page.replace('<html lang="en">', f'<html lang="{language.tag}">', 1)
    for text in HTML_TEXTS:
        page = page.replace(text, escape(say(language.tag, text, "messages")), 1)
    return _insert_data(page, FIRST_WORDS, words)


def _insert_languages(page: str, words_at: str) -> str:
    """Return the page with a list of the languages and the address of their translations."""
    described_languages = [
        {name: value for name in LANGUAGE_FIELDS if (value := getattr(each, name)) is not None}
        | ({} if is_read(each) else {"unread": True})
        for each in languages().values()
    ]
    data = {"words": words_at, "languages": described_languages}
    return _insert_data(
        page, LANGUAGES, json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    )


def sources_hash(static: Path) -> str:
    """Return a hash of the modules and style sheets, as bundle.mjs computes it."""
    digest = hashlib.sha256()
    found = [
        path
        for part in SOURCES
        for path in (static / part).rglob("*")
        if path.suffix in {".css", ".js"}
    ]
    for name, path in sorted((path.relative_to(static).as_posix(), path) for path in found):
        digest.update(f"{name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cached_addresses(names: Iterable[str], bundle: Bundle | None) -> Iterator[str]:
    """Yield the addresses of the plain files that a phone keeps; bundled sources are left out."""
    left_out = UNCACHED if bundle is None else (*UNCACHED, *SOURCES)
    for name in names:
        folder, _, inner = name.partition("/")
        if (
            folder == STATIC
            and inner.partition("/")[0] not in left_out
            and not name.endswith(UNUSED_SUFFIXES)
        ):
            yield f"/{name}"


def _insert_rules(page: str) -> str:
    """Return the page with what a new game asks of each rule set."""
    rule_sets = [
        {name: rules[name] for name in RULES_FIELDS}
        | {"options": [{name: each[name] for name in OPTION_FIELDS} for each in rules["options"]]}
        for rules in requests.rules_list()
    ]
    return _insert_data(
        page, RULES, json.dumps(rule_sets, ensure_ascii=False, separators=(",", ":"))
    )


def _insert_data(page: str, element: str, data: str) -> str:
    """Return the page with data in an empty element; no text in the data can close the element."""
    start_tag = _DATA.format(element)
    return page.replace(start_tag, start_tag + data.replace("<", "\\u003c"))


def _worker(text: str, version: str, names: Sequence[str]) -> str:
    """Return the service worker, which browsers compare byte by byte.

    When any file changes, the worker differs, stores all files again and drops the old ones.
    """
    files = "".join(f'  "{name}",\n' for name in names)
    return f'const VERSION = "{version}";\nconst FILES = [\n{files}];\n\n{text}'
