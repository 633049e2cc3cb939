"""`tableside backup`, `restore`, `export` and `import`: games in files, all of them or one."""

import argparse
import json
import sys
from contextlib import nullcontext
from pathlib import Path

from service.cli.commands.database_choice import chosen_file, open_database, print_link
from service.db.sqlite_file import lock_exclusive
from service.errors import RefusedError
from service.files import MEBIBYTE, check_new, read, read_on, unreadable, write_new
from service.ledger.backup import backup, open_backup, restore
from service.ledger.game_file import export_game, import_game

STANDARD = "-"  # names the standard input or output
LONGEST = 64 * MEBIBYTE  # bytes: five times a game with as many events as an import accepts


def run(given: argparse.Namespace) -> int:
    """Run one of the commands and print what is in the file; RefusedError if that fails."""
    COMMANDS[given.command](given)
    return 0


def _backup(given: argparse.Namespace) -> None:
    file = Path(given.file)
    with open_database(given) as database:
        content = backup(database, file)
    print(f"{file}: {content}; read back and verified.")


def _restore(given: argparse.Namespace) -> None:
    """Restore a backup; UnusableError while a service runs."""
    file = chosen_file(given)
    _check_another(Path(given.file), file)
    with (
        open_backup(Path(given.file)) as source,  # refused before a database is created
        nullcontext() if file is None else lock_exclusive(file),
        open_database(given, anew=True) as database,
    ):
        content = restore(source, database)
    print(f"Restored: {content}; read back and verified.")


def _check_another(backup: Path, database: Path | None) -> None:
    """Refuse a backup that is the database itself: opening that changes it."""
    try:
        same = database is not None and backup.samefile(database)
    except OSError:  # one of them does not exist, or is not a file name
        same = False
    if same:
        detail = f"{backup} is the database itself. Name another database with --database."
        raise RefusedError("same_file", detail)


def _export(given: argparse.Namespace) -> None:
    if given.file != STANDARD:
        check_new(Path(given.file))
    with open_database(given) as database:
        text = json.dumps(export_game(database, given.game), ensure_ascii=False, indent=1) + "\n"
    if given.file == STANDARD:
        sys.stdout.write(text)
    else:
        write_new(Path(given.file), text.encode())


def _import(given: argparse.Namespace) -> None:
    """Import a game and print its id and its new write token, which is shown only once."""
    try:
        if given.file == STANDARD:
            content = read_on(sys.stdin.buffer, LONGEST)
        else:
            content = read(Path(given.file), LONGEST)
        file = json.loads(content)
    except OSError as error:
        raise RefusedError("no_file", unreadable(given.file, error)) from error
    except (ValueError, RecursionError) as error:
        detail = f"{given.file} is not a game file of tableside: it is not JSON."
        raise RefusedError("bad_game_file", detail) from error
    with open_database(given, anew=True) as database:
        log, token = import_game(database, file, anew=given.anew)
    print(f"Game {log.id} imported, at event {len(log.events)}.")
    print_link(given, log.id, token)


COMMANDS = {"backup": _backup, "restore": _restore, "export": _export, "import": _import}
