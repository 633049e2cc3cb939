"""What a phone gets of the page: at which addresses, how packed, and what it keeps.

A wheel has it bundled (`built`, by bundle.mjs): few small files, at addresses that change with what
they name. In a checkout, and in a wheel that was built without Node, the modules and sheets go as
they lie in `static`.
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
from service.locale.languages import ENGLISH, Language, languages

STATIC, BUILT = "static", "built"
WORKER, HTML, SCRIPT, STYLE = "sw.js", "index.html", "app.js", "page.css"
BUNDLED = "bundle.json"
BUNDLE = "/static/bundle"
WORDS = "/static/words"  # what the page says in each language, at an address that changes with it
# What a new game asks of a rule set; its rows and payments are looked up when they are shown.
RULES_FIELDS = ("id", "name", "document", "roles", "options", "presets")
VERSIONS = 3  # of the page that are remembered: 1 MB each, and a new one comes with an upgrade
# Devices fetch what they need of the icons when the page is installed.
UNCACHED = ("icons", HTML, WORKER)
SOURCES = ("css", "js")
UNUSED_SUFFIXES = (".d.ts", "-LICENSE")  # lies beside the modules, for who works on them

_SHEET = f'<link rel="stylesheet" href="/static/css/{STYLE}">'
_SCRIPT = f'<script type="module" src="/static/js/{SCRIPT}"></script>'
HEAD_END = "</head>"
_DATA = '<script type="application/json" id="{}">'
RULES, HOUSES, LANGUAGES = "rules", "houses", "languages"  # what the page brings along, by element
# What the page says before its scripts run, in the place of which each language has its own.
HTML_TEXTS = (
    "Mahjong at the table: photograph the winning hand, see its faan and who pays what.",
    "One moment …",
    "This page needs JavaScript. The same is available from the command line:",
)
# What a browser is told of a language, so that it chooses as the service does.
LANGUAGE_FIELDS = ("tag", "name", "asked", "plurals", "formats", "comma", "pause", "space", "field")


@dataclass(frozen=True, slots=True)
class PackedText:
    """A text to send, plain and compressed, and its ETag."""

    plain: bytes
    gzipped: bytes
    etag: str

    @classmethod
    def of(cls, text: str) -> "PackedText":
        """Compress a text, to the same bytes each time."""
        plain = text.encode()
        digest = hashlib.sha256(plain).hexdigest()[:16]
        return cls(plain, gzip.compress(plain, 9, mtime=0), f'"{digest}"')


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bundled files by name, and which of them come with the first script."""

    files: Mapping[str, str]
    first: Sequence[str]

    @classmethod
    def read(cls, folder: Path) -> "Bundle | None":
        """Read the bundle of a page, or None where there is none, or one of other sources."""
        built, static = folder / BUILT, folder / STATIC
        if not (built / BUNDLED).is_file():
            return None
        described = json.loads((built / BUNDLED).read_text(encoding="utf-8"))
        if (static / "js").is_dir() and described["sources"] != sources_hash(static):
            return None
        texts = {name: (built / name).read_text(encoding="utf-8") for name in described["files"]}
        return cls(texts, described["first"])

    def link_into(self, page: str, address: str) -> str:
        """The page with these files in place of its modules and sheets."""
        links = [f'<link rel="modulepreload" href="{address}/{name}">' for name in self.first]
        script = f'<script type="module" src="{address}/{SCRIPT}"></script>'
        page = page.replace(_SHEET, f'<link rel="stylesheet" href="{address}/{STYLE}">')
        return page.replace(_SCRIPT, "\n  ".join([*links, script]))


@dataclass(frozen=True, slots=True)
class Page:
    """The page by language, the bundled files by name, their version, and the service worker.

    `words` are what each part of the page says in each language, by name, below `words_at`.
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
        """The page with house rules to choose from; without them it asks for them itself.

        `address` is what its links begin with; without one, where it was opened.
        """
        houses_json = None if houses is None else json.dumps(houses, ensure_ascii=False)
        return _packed(self.html[language], houses_json, address)


@lru_cache(maxsize=32)  # each sender has house rules of his own, most have none; 80 kB a page
def _packed(text: str, houses: str | None, address: str | None) -> PackedText:
    if address is not None:
        meta = f'<meta name="address" content="{escape(address)}">'
        text = text.replace(HEAD_END, f"  {meta}\n{HEAD_END}", 1)
    return PackedText.of(text if houses is None else _insert_data(text, HOUSES, houses))


class Pages:
    """The page in a folder as it is now, and what its last versions named; safe to share.

    A phone that was sent a page asks for its parts a moment later. By then the files may have
    changed, or be away while another version is being installed or bundled.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: dict[str, Page] = {}
        self._lock = threading.Lock()

    def current(self) -> Page:
        """The page as it is now, or was last while its files are being replaced.

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
        """A bundled file, and whether it is the one that this version of the page names.

        Of a version that nobody here remembers it is the one that there is now, if any.
        """
        current = self.current()
        with self._lock:
            named_page = self._last.get(version)
        if named_page is not None and name in named_page.files:
            return named_page.files[name], True
        return current.files.get(name), False


def read_page(folder: Path) -> Page:
    """The page in a folder, for the files as they are now."""
    parts = (folder / STATIC, folder / BUILT)
    found = [each for part in parts if part.is_dir() for each in _dated_files(part)]
    return _read_page(folder, tuple(sorted(found)))


@lru_cache(maxsize=1)
def _translated_texts() -> Mapping[str, str]:
    """What each part of the page says in each language, as JSON, by the name that it asks for."""
    return {
        f"{tag}.{part}.json": json.dumps(
            dict(page_texts(tag, part)), ensure_ascii=False, separators=(",", ":")
        )
        for tag in languages()
        if tag != ENGLISH
        for part in PARTS
    }


def _dated_files(folder: Path | str) -> Iterator[tuple[Path, int]]:
    """The files below a folder and when each was changed, in a third of the time of `rglob`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue  # is being written, and gets its name when it is whole
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
    words_at = f"{WORDS}/{_words_version(words)}"
    html = (static / HTML).read_text(encoding="utf-8")
    html = _insert_languages(_insert_rules(html), words_at)
    version = _version(html, {path.relative_to(folder).as_posix(): path for path, _ in files})
    address = f"{BUNDLE}/{version}"
    if bundle is not None:
        html = bundle.link_into(html, address)
    cached = [
        "/",
        *(f"{address}/{name}" for name in texts),
        *_cached_addresses(static, files, bundle),
    ]
    return Page(
        version,
        {tag: _translate_page(html, language, words_at) for tag, language in languages().items()},
        {name: PackedText.of(text) for name, text in texts.items()},
        PackedText.of(_worker((static / WORKER).read_text(encoding="utf-8"), version, cached)),
        words_at,
        {name: PackedText.of(text) for name, text in words.items()},
    )


def _words_version(words: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for name, text in words.items():
        digest.update(f"{name}\n{text}\n".encode())
    return digest.hexdigest()[:16]


def _translate_page(page: str, language: Language, words_at: str) -> str:
    """The page as it is before its scripts run, with the words that these will ask for."""
    if language.tag == ENGLISH:
        return page
    page = page.replace('<html lang="en">', f'<html lang="{language.tag}">', 1)
    for text in HTML_TEXTS:
        page = page.replace(text, escape(say(language.tag, text, "messages")), 1)
    preload = (
        f'<link rel="preload" href="{words_at}/{language.tag}.page.json" as="fetch" crossorigin>'
    )
    return page.replace(HEAD_END, f"  {preload}\n{HEAD_END}", 1)


def _insert_languages(page: str, words_at: str) -> str:
    """The page with what languages there are, and where their words are."""
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
    """A hash of the modules and sheets, as bundle.mjs makes it."""
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
    """The addresses of the plain files that a phone keeps: of modules and sheets those it uses."""
    left_out = UNCACHED if bundle is None else (*UNCACHED, *SOURCES)
    for path, _ in files:
        if not path.is_relative_to(static) or path.name.endswith(UNUSED_SUFFIXES):
            continue
        name = path.relative_to(static)
        if name.parts[0] not in left_out:
            yield f"/static/{name.as_posix()}"


def _insert_rules(page: str) -> str:
    """The page with the rule sets, as a new game asks them."""
    rule_sets = [{name: rules[name] for name in RULES_FIELDS} for rules in requests.rules_list()]
    return _insert_data(
        page, RULES, json.dumps(rule_sets, ensure_ascii=False, separators=(",", ":"))
    )


def _insert_data(page: str, element: str, data: str) -> str:
    """The page with data in an element that has none; no word in it can end the element."""
    start_tag = _DATA.format(element)
    return page.replace(start_tag, start_tag + data.replace("<", "\\u003c"))


def _worker(text: str, version: str, names: Sequence[str]) -> str:
    """The service worker, which a browser compares byte by byte.

    With any file changed it is another one, keeps all files anew and forgets the older ones.
    """
    files = "".join(f'  "{name}",\n' for name in names)
    return f'const VERSION = "{version}";\nconst FILES = [\n{files}];\n\n{text}'
