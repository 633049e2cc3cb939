"""`tableside doctor`: what a service needs, one by one, with the remedy for each fault."""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from models import NAMES
from scorer.core.sentences import Sentence, columns, join_with_commas
from service.certificates.folder import CertificateFolder, own_folder
from service.cli.commands.database_choice import chosen_file, open_database, settings_of
from service.cli.commands.database_choice import place as kept
from service.cli.words import pad, translator
from service.db.database import Database, revision
from service.db.identity import place_of
from service.errors import RefusedError
from service.ledger.backup import verify
from service.photos.shipped_reader import load_reader

GIBIBYTE = 1024**3
LITTLE, TOO_LITTLE = 1 * GIBIBYTE, GIBIBYTE // 10  # of free disk


WORDS = {
    "ok": Sentence("ok"),
    "warning": Sentence("warning"),
    "fault": Sentence("fault"),
    "program": Sentence("program"),
    "database": Sentence("database"),
    "place": Sentence("place"),
    "games": Sentence("games"),
    "models": Sentence("models"),
    "disk": Sentence("disk"),
    "uploads": Sentence("uploads"),
    "https": Sentence("https"),
    "authority": Sentence("authority"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, "ok", "warning" or "fault", and what was found."""

    what: str
    state: str
    detail: str


def run(given: argparse.Namespace) -> int:
    """Look at everything and print it; 1 where anything is at fault."""
    findings = [finding for look in LOOKS for finding in _guarded(look, given)]
    if given.json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False))
    else:
        say = translator(given)
        widest = max(11, *(columns(say(WORDS[finding.what])) + 2 for finding in findings))
        for finding in findings:
            state, what = say(WORDS[finding.state]), say(WORDS[finding.what])
            print(f"{pad(state, 9)}{pad(what, widest)}{say(finding.detail)}")
    return int(any(finding.state == "fault" for finding in findings))


Look = Callable[[argparse.Namespace], Iterator[Finding]]


def _guarded(look: Look, given: argparse.Namespace) -> Iterator[Finding]:
    try:
        yield from look(given)
    except RefusedError as error:
        yield Finding(look.__name__, "fault", error.detail)


def program(_given: argparse.Namespace) -> Iterator[Finding]:
    """The interpreter that runs this."""
    yield Finding(
        "program",
        "ok",
        Sentence("Python {version} in {prefix}", version=sys.version.split()[0], prefix=sys.prefix),
    )


def database(given: argparse.Namespace) -> Iterator[Finding]:
    """The database: there, of our shape, taking writes, whole, every game to be replayed."""
    with open_database(given) as opened:
        shape = revision(opened.engine)
        yield Finding(
            "database",
            "ok",
            Sentence(
                "{kind}, at migration {shape}, {durable}",
                kind=opened.kind,
                shape=shape,
                durable=_durable(opened),
            ),
        )
        yield Finding("place", "ok", kept(given))
        yield from _encoding(opened)
        opened.try_write()
        content = verify(opened)
        yield Finding(
            "games", "ok", Sentence("{content}; every game was replayed", content=content)
        )


def _encoding(opened: Database) -> Iterator[Finding]:
    """A server that cannot keep every letter; one that is made anew has to."""
    if opened.kind != "postgresql":
        return
    with opened.reading() as connection:
        encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        remedy = Sentence(
            "Move the games to one with ENCODING 'UTF8': tableside backup, then restore"
        )
        detail = Sentence(
            "keeps text as {encoding}, which has no place for every name. {remedy}",
            encoding=encoding,
            remedy=remedy,
        )
        yield Finding("database", "warning", detail)


def _durable(opened: Database) -> str:
    setting = "PRAGMA synchronous" if opened.kind == "sqlite" else "SHOW synchronous_commit"
    with opened.reading() as connection:
        return f"synchronous {connection.execute(text(setting)).scalar()}"


def models(_given: argparse.Namespace) -> Iterator[Finding]:
    """The models: those of their cards, and loadable."""
    load_reader()
    names = Sentence("{left} and {right}", left=join_with_commas(NAMES[:-1]), right=NAMES[-1])
    yield Finding(
        "models", "ok", Sentence("{names} are those of their cards, and load", names=names)
    )


def disk(given: argparse.Namespace) -> Iterator[Finding]:
    """Room for the database, where it is a file, and for photos on their way."""
    places = {"uploads": Path(tempfile.gettempdir())}
    with suppress(RefusedError):  # an address that is none is the database's fault, and said there
        if (file := chosen_file(given)) is not None:
            places["database"] = place_of(file).parent
    for what, place in places.items():
        if not place.is_dir():
            yield Finding(
                "disk",
                "fault",
                Sentence(
                    "There is no folder {place} for the {what}; make it",
                    place=place,
                    what=WORDS[what],
                ),
            )
            continue
        free = shutil.disk_usage(place).free
        state = "fault" if free < TOO_LITTLE else "warning" if free < LITTLE else "ok"
        remedy = "" if state == "ok" else Sentence("; make room")
        yield Finding(
            "disk",
            state,
            Sentence(
                "{free} GiB free for the {what}{remedy}",
                free=format(free / GIBIBYTE, ".1f"),
                what=WORDS[what],
                remedy=remedy,
            ),
        )


def https(given: argparse.Namespace) -> Iterator[Finding]:
    """The certificate of `serve --https`: for which names, until when, and who may read its key."""
    folder = CertificateFolder(own_folder(settings_of(given).certificates))
    authority = folder.authority()
    if authority is None:
        detail = Sentence(
            "no certificate in {folder}; tableside serve --https makes one", folder=folder.folder
        )
        yield Finding("https", "ok", detail)
        return
    now = datetime.now(UTC)
    certificate = folder.certificate(authority)
    if certificate is None or certificate.is_due(now):
        detail = Sentence(
            "no certificate that lasts in {folder}; serve --https renews it", folder=folder.folder
        )
        yield Finding("https", "warning", detail)
    else:
        detail = Sentence(
            "a certificate for {names}, until {until}",
            names=certificate.names,
            until=format(certificate.until, "%Y-%m-%d"),
        )
        yield Finding("https", "ok", detail)
    state, remedy = (
        ("warning", Sentence("; a new one comes soon")) if authority.is_over(now) else ("ok", "")
    )
    detail = Sentence(
        "{name}, until {until}, SHA-256 {fingerprint}",
        name=authority.name,
        until=format(authority.until, "%Y-%m-%d"),
        fingerprint=authority.fingerprint,
    )
    yield Finding("authority", state, Sentence("{detail}{remedy}", detail=detail, remedy=remedy))
    for file in folder.readable_by_others():
        detail = Sentence("others may read {file}, which holds a key: chmod 600 {file}", file=file)
        yield Finding("https", "warning", detail)


LOOKS: tuple[Look, ...] = (program, database, models, disk, https)
