"""`tableside doctor`: check what a service needs, with the remedy for each fault."""

import argparse
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
from scorer.core.sentences import join_with_commas
from service.certificates.folder import CertificateFolder, own_folder
from service.certificates.names import names_text
from service.cli.commands import print_answer
from service.cli.commands.database_choice import (
    chosen_file,
    games_location,
    open_database,
    settings_of,
)
from service.db.database import Database
from service.db.identity import real_path
from service.db.migration import revision
from service.errors import RefusedError
from service.ledger.backup import verify
from service.photos.shipped_reader import load_reader

GIBIBYTE = 1024**3
LITTLE, TOO_LITTLE = GIBIBYTE, GIBIBYTE // 10  # bytes of free disk: a warning, a fault


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, its state ("ok", "warning" or "fault"), and the details."""

    what: str
    state: str
    detail: str


def run(given: argparse.Namespace) -> int:
    """Check everything and print it; 1 if there is any fault."""
    findings = [finding for check in CHECKS for finding in _findings_of(check, given)]
    lines = (f"{finding.state:<9}{finding.what:<11}{finding.detail}" for finding in findings)
    print_answer(given, [asdict(finding) for finding in findings], lines)
    return int(any(finding.state == "fault" for finding in findings))


Check = Callable[[argparse.Namespace], Iterator[Finding]]


def _findings_of(check: Check, given: argparse.Namespace) -> Iterator[Finding]:
    try:
        yield from check(given)
    except RefusedError as error:
        yield Finding(check.__name__, "fault", error.detail)


def program(_given: argparse.Namespace) -> Iterator[Finding]:
    """Yield the version of Python."""
    yield Finding("program", "ok", f"Python {sys.version.split()[0]} in {sys.prefix}")


def database(given: argparse.Namespace) -> Iterator[Finding]:
    """Check that the database exists, has our tables, takes writes, and replays every game."""
    with open_database(given) as opened:
        with opened.read_connection() as connection:
            found = revision(connection)
        detail = f"{opened.kind}, at revision {found}, {_durability(opened)}"
        yield Finding("database", "ok", detail)
        yield Finding("place", "ok", games_location(given))
        yield from _encoding(opened)
        opened.try_write()
        yield Finding("games", "ok", f"{verify(opened)}; every game was replayed")


def _encoding(opened: Database) -> Iterator[Finding]:
    """Yield a warning for a server that cannot store every letter; new databases must."""
    if opened.kind != "postgresql":
        return
    with opened.read_connection() as connection:
        encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        detail = (
            f"keeps text as {encoding}, which cannot store every name. Move the games to one with "
            "ENCODING 'UTF8': tableside backup, then restore"
        )
        yield Finding("database", "warning", detail)


def _durability(opened: Database) -> str:
    setting = "PRAGMA synchronous" if opened.kind == "sqlite" else "SHOW synchronous_commit"
    with opened.read_connection() as connection:
        return f"synchronous {connection.execute(text(setting)).scalar()}"


def models(_given: argparse.Namespace) -> Iterator[Finding]:
    """Check that the models load and are those of their cards."""
    load_reader()
    yield Finding("models", "ok", f"{join_with_commas(NAMES)} match their cards and load")


def disk(given: argparse.Namespace) -> Iterator[Finding]:
    """Check the free space for the database, if it is a file, and for uploaded photos."""
    folders = {"uploads": Path(tempfile.gettempdir())}
    with suppress(RefusedError):  # a wrong address is reported by `database`
        if (file := chosen_file(given)) is not None:
            folders["database"] = real_path(file).parent
    for what, folder in folders.items():
        if not folder.is_dir():
            yield Finding("disk", "fault", f"There is no folder {folder} for the {what}; create it")
            continue
        free = shutil.disk_usage(folder).free
        state = "fault" if free < TOO_LITTLE else "warning" if free < LITTLE else "ok"
        remedy = "" if state == "ok" else "; free some space"
        yield Finding("disk", state, f"{free / GIBIBYTE:.1f} GiB free for the {what}{remedy}")


def https(given: argparse.Namespace) -> Iterator[Finding]:
    """Check the certificate of `serve --https`: its names, its end, and who may read its key."""
    folder = CertificateFolder(own_folder(settings_of(given).certificates))
    authority = folder.authority()
    if authority is None:
        detail = f"no certificate in {folder.folder}; tableside serve --https makes one"
        yield Finding("https", "ok", detail)
        return
    now = datetime.now(UTC)
    certificate = folder.certificate(authority)
    if certificate is None or certificate.is_due(now):
        detail = (
            f"The certificate in {folder.folder} is due for renewal; run `tableside serve "
            "--https` to renew it."
        )
        yield Finding("https", "warning", detail)
    else:
        detail = (
            f"a certificate for {names_text(certificate.names)}, until {certificate.until:%Y-%m-%d}"
        )
        yield Finding("https", "ok", detail)
    state, remedy = ("fault", "; move it away") if authority.is_over(now) else ("ok", "")
    detail = f"{authority.name}, until {authority.until:%Y-%m-%d}, SHA-256 {authority.fingerprint}"
    yield Finding("authority", state, f"{detail}{remedy}")
    for file in folder.readable_by_others():
        detail = f"others may read {file}, which holds a key: chmod 600 {file}"
        yield Finding("https", "warning", detail)


CHECKS: tuple[Check, ...] = (program, database, models, disk, https)
