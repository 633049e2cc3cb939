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
from service.certificates.folder import CertificateFolder, own_folder
from service.cli.commands.chosen_database import chosen, chosen_file, settings_of
from service.cli.commands.chosen_database import place as kept
from service.db.database import Database, revision
from service.db.identity import place_of
from service.errors import RefusedError
from service.ledger.backup import verify
from service.photos.shipped_reader import load_reader

GIBIBYTE = 1024**3
LITTLE, TOO_LITTLE = 1 * GIBIBYTE, GIBIBYTE // 10  # of free disk


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
        for finding in findings:
            print(f"{finding.state:<9}{finding.what:<11}{finding.detail}")
    return int(any(finding.state == "fault" for finding in findings))


Look = Callable[[argparse.Namespace], Iterator[Finding]]


def _guarded(look: Look, given: argparse.Namespace) -> Iterator[Finding]:
    try:
        yield from look(given)
    except RefusedError as error:
        yield Finding(look.__name__, "fault", error.detail)


def program(_given: argparse.Namespace) -> Iterator[Finding]:
    """The interpreter that runs this."""
    yield Finding("program", "ok", f"Python {sys.version.split()[0]} in {sys.prefix}")


def database(given: argparse.Namespace) -> Iterator[Finding]:
    """The database: there, of our shape, taking writes, whole, every game to be replayed."""
    with chosen(given) as opened:
        shape = revision(opened.engine)
        yield Finding("database", "ok", f"{opened.kind}, at migration {shape}, {_durable(opened)}")
        yield Finding("place", "ok", kept(given).removesuffix("."))
        yield from _encoding(opened)
        opened.try_write()
        content = verify(opened)
        yield Finding("games", "ok", f"{content}; every game was replayed")


def _encoding(opened: Database) -> Iterator[Finding]:
    """A server that cannot keep every letter; one that is made anew has to."""
    if opened.kind != "postgresql":
        return
    with opened.reading() as connection:
        encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        remedy = "Move the games to one with ENCODING 'UTF8': tableside backup, then restore"
        detail = f"keeps text as {encoding}, which has no place for every name. {remedy}"
        yield Finding("database", "warning", detail)


def _durable(opened: Database) -> str:
    setting = "PRAGMA synchronous" if opened.kind == "sqlite" else "SHOW synchronous_commit"
    with opened.reading() as connection:
        return f"synchronous {connection.execute(text(setting)).scalar()}"


def models(_given: argparse.Namespace) -> Iterator[Finding]:
    """The models: those of their cards, and loadable."""
    load_reader()
    names = f"{', '.join(NAMES[:-1])} and {NAMES[-1]}"
    yield Finding("models", "ok", f"{names} are those of their cards, and load")


def disk(given: argparse.Namespace) -> Iterator[Finding]:
    """Room for the database, where it is a file, and for photos on their way."""
    places = {"uploads": Path(tempfile.gettempdir())}
    with suppress(RefusedError):  # an address that is none is the database's fault, and said there
        if (file := chosen_file(given)) is not None:
            places["database"] = place_of(file).parent
    for what, place in places.items():
        if not place.is_dir():
            yield Finding("disk", "fault", f"There is no folder {place} for the {what}; make it")
            continue
        free = shutil.disk_usage(place).free
        state = "fault" if free < TOO_LITTLE else "warning" if free < LITTLE else "ok"
        remedy = "" if state == "ok" else "; make room"
        yield Finding("disk", state, f"{free / GIBIBYTE:.1f} GiB free for the {what}{remedy}")


def https(given: argparse.Namespace) -> Iterator[Finding]:
    """The certificate of `serve --https`: for which names, until when, and who may read its key."""
    folder = CertificateFolder(own_folder(settings_of(given).certificates))
    authority = folder.authority()
    if authority is None:
        detail = f"no certificate in {folder.folder}; tableside serve --https makes one"
        yield Finding("https", "ok", detail)
        return
    now = datetime.now(UTC)
    certificate = folder.certificate(authority)
    if certificate is None or certificate.is_due(now):
        detail = f"no certificate that lasts in {folder.folder}; serve --https renews it"
        yield Finding("https", "warning", detail)
    else:
        detail = f"a certificate for {certificate.names}, until {certificate.until:%Y-%m-%d}"
        yield Finding("https", "ok", detail)
    state, remedy = ("warning", "; a new one comes soon") if authority.is_over(now) else ("ok", "")
    detail = f"{authority.name}, until {authority.until:%Y-%m-%d}, SHA-256 {authority.fingerprint}"
    yield Finding("authority", state, f"{detail}{remedy}")
    for file in folder.readable_by_others():
        detail = f"others may read {file}, which holds a key: chmod 600 {file}"
        yield Finding("https", "warning", detail)


LOOKS: tuple[Look, ...] = (program, database, models, disk, https)
