"""Where games are kept when nobody has said where: in the user's data folder.

The folder `tableside` in `~/.local/share` or `$XDG_DATA_HOME` on Linux, in `~/Library/Application
Support` on macOS and in `%LOCALAPPDATA%` on Windows. A file that an earlier release began in the
current folder goes on being used there.
"""

from pathlib import Path

NAME = "tableside"
FILE = "tableside.sqlite3"
MODE = 0o700  # the folder is for its user alone: names and tokens are in it


def own_folder() -> Path:
    """Return the user's data folder, be it there or not."""
    # Imported here: who only reads photos has no such folder, and not this library.
    from platformdirs import user_data_path  # noqa: PLC0415  (the reason is above)

    return user_data_path(NAME, appauthor=False)


def own_file() -> Path:
    """Return the games' file in the user's data folder, be it there or not."""
    return own_folder() / FILE


def is_here() -> bool:
    """Whether the current folder has the file of an earlier release."""
    return Path(FILE).is_file()


def default_address() -> str:
    """Return the address of the games' file: the one of the current folder, or the user's own."""
    return f"sqlite:///{FILE if is_here() else own_file()}"


def place_text(file: Path | None, address: str, *, chosen: bool) -> str:
    """Say where games are kept, without a full stop; `chosen` where somebody named the place."""
    if file is None:
        return f"Games are kept at {address}"
    kept = f"Games are kept in {file.absolute()}"
    if chosen or file != Path(FILE):
        return kept
    return (
        f"{kept}. This file was created in this folder; new ones are created in {own_file().parent}"
    )
