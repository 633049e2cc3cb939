"""The default place of games: the user's data folder.

It is the folder `tableside` in `~/.local/share` or `$XDG_DATA_HOME` on Linux, in
`~/Library/Application Support` on macOS and in `%LOCALAPPDATA%` on Windows. A file that an earlier
release created in the current folder is still used there.
"""

from pathlib import Path

NAME = "tableside"
FILE = "tableside.sqlite3"
MODE = 0o700  # private to its user: it holds names and tokens


def own_folder() -> Path:
    """Return the user's data folder, which may not exist yet."""
    # Imported here: this library is not needed, or installed, for reading photos.
    from platformdirs import user_data_path  # noqa: PLC0415  (the reason is above)

    return user_data_path(NAME, appauthor=False)


def own_file() -> Path:
    """Return the games' file in the user's data folder, which may not exist yet."""
    return own_folder() / FILE


def default_file() -> Path:
    """Return the games' file, which may be an earlier release's in the current folder."""
    local = Path(FILE)
    return local if local.is_file() else own_file()
