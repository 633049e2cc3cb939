"""The files of the page: their addresses, how they are compressed, and which ones a phone stores.

A wheel contains the page bundled (`built`, by bundle.mjs): few small files, at addresses that
change with their content. In a checkout, and in a wheel built without Node, the modules and style
sheets of `static` are sent.
"""

import gzip
import hashlib
import json
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
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
VERSIONS = 3  # of the page that are remembered: 1 MB each, and only upgrades make new ones
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
class PackedText:
    """A text to send, compressed, with its ETag."""

    gzipped: bytes
    etag: str

    @classmethod
    def pack(cls, text: str) -> "PackedText":
        """Compress a text, to the same bytes each time."""
        plain = text.encode()
        digest = hashlib.sha256(plain).hexdigest()[:16]
        return cls(gzip.compress(plain, 9, mtime=0), f'"{digest}"')

    @property
    def plain(self) -> bytes:
        """The text as UTF-8."""
        return gzip.decompress(self.gzipped)


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bundled files by name, and which of them are loaded with the first script."""

    files: Mapping[str, str]
    first: Sequence[str]

    @classmethod
    def read(cls, folder: Path) -> "Bundle | None":
        """Read the bundle of a page; None where it is missing or was made from other sources."""
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
    files: Mapping[str, PackedText]
    worker: PackedText
    words_at: str
    words: Mapping[str, PackedText]

    def packed(
        self,
        language: str,
        houses: Sequence[Mapping[str, str]] | None = None,
        address: str | None = None,
    ) -> PackedText:
        """Return the page with house rules to choose from; without them it asks for them itself.

        `address` is the base of its links; without one, it is where the page was opened.
        """
        houses_json = None if houses is None else json.dumps(houses, ensure_ascii=False)
        return _packed(self.html[language], houses_json, address)


@lru_cache(maxsize=32)  # senders have their own house rules, most have none; 100 kB a page
def _packed(text: str, houses: str | None, address: str | None) -> PackedText:
    if address is not None:
        meta = f'<meta name="address" content="{escape(address)}">'
        text = text.replace(HEAD_END, f"  {meta}\n{HEAD_END}", 1)
    return PackedText.pack(text if houses is None else _insert_data(text, HOUSES, houses))


class Pages:
    """The current page in a folder and the files of its last versions; safe to share.

    A phone that got a page asks for its parts a moment later. By then the files may have changed,
    or be missing while another version is being installed or bundled.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: dict[str, Page] = {}
        self._lock = threading.Lock()

    def current(self) -> Page:
        """Return the current page, or the last one while its files are being replaced.

        Raises OSError where there was none yet.
        """
        try:
            page = read_page(self._folder)
        except FileNotFoundError:
            with self._lock:
                if not self._last:
                    raise
                return next(reversed(self._last.values()))
        with self._lock:
            self._last.pop(page.version, None)
            self._last[page.version] = page
            while len(self._last) > VERSIONS:
                del self._last[next(iter(self._last))]
        return page

    def file(self, version: str, name: str) -> tuple[PackedText | None, bool]:
        """Return a bundled file, and whether it is the one that this version of the page names.

        For a version that is not remembered it is the current one, if any.
        """
        current = self.current()
        with self._lock:
            named_page = self._last.get(version)
        if named_page is not None and name in named_page.files:
            return named_page.files[name], True
        return current.files.get(name), False


def read_page(folder: Path) -> Page:
    """Return the page in a folder, made from the files as they are now."""
    parts = (folder / STATIC, folder / BUILT)
    found = [each for part in parts if part.is_dir() for each in _dated_files(part)]
    return _read_page(folder, tuple(sorted(found)))


@lru_cache(maxsize=1)
def _translated_texts() -> Mapping[str, str]:
    """Return the translations of each part of the page as JSON, by the name that it asks for."""
    return {
        f"{tag}.{part}.json": json.dumps(
            dict(page_texts(tag, part)), ensure_ascii=False, separators=(",", ":")
        )
        for tag in languages()
        for part in PARTS
    }


def _dated_files(folder: Path | str) -> Iterator[tuple[Path, int]]:
    """Yield the files below a folder with their times of change, three times as fast as `rglob`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue  # still being written; it is renamed when complete
            if entry.is_dir():
                yield from _dated_files(entry.path)
            else:
                yield Path(entry.path), entry.stat().st_mtime_ns


@lru_cache(maxsize=1)
def _read_page(folder: Path, files: tuple[tuple[Path, int], ...]) -> Page:
    static = folder / STATIC
    bundle = Bundle.read(folder)
    texts = {} if bundle is None else bundle.files
    words = _translated_texts()
    words_hash = hashlib.sha256(json.dumps(dict(words)).encode()).hexdigest()[:16]
    words_at = f"{WORDS}/{words_hash}"
    html = (static / HTML).read_text(encoding="utf-8")
    html = _insert_languages(_insert_rules(html), words_at)
    version = _version(html, {path.relative_to(folder).as_posix(): path for path, _ in files})
    address = f"{BUNDLE}/{version}"
    if bundle is not None:
        html = bundle.link_into(html, address)
    cached = [
        "/",
        *(f"{words_at}/{name}" for name in words),
        *(f"{address}/{name}" for name in texts),
        *_cached_addresses(static, files, bundle),
    ]
    return Page(
        version,
        {
            tag: _translate_page(html, language, words[f"{tag}.page.json"])
            for tag, language in languages().items()
        },
        {name: PackedText.pack(text) for name, text in texts.items()},
        PackedText.pack(_worker((static / WORKER).read_text(encoding="utf-8"), version, cached)),
        words_at,
        {name: PackedText.pack(text) for name, text in words.items()},
    )


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


def _version(html: str, paths: Mapping[str, Path]) -> str:
    digest = hashlib.sha256(html.encode())
    for name, path in paths.items():
        digest.update(f"{name} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cached_addresses(
    static: Path, files: Sequence[tuple[Path, int]], bundle: Bundle | None
) -> Iterator[str]:
    """Yield the addresses of the plain files that a phone keeps; bundled sources are left out."""
    left_out = UNCACHED if bundle is None else (*UNCACHED, *SOURCES)
    for path, _ in files:
        if not path.is_relative_to(static) or path.name.endswith(UNUSED_SUFFIXES):
            continue
        name = path.relative_to(static)
        if name.parts[0] not in left_out:
            yield f"/static/{name.as_posix()}"


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
