"""The networks used by a measurement: those shipped, or others in their place."""

import argparse
import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import models
from vision.reader import Reader


def add_networks(parser: argparse.ArgumentParser) -> None:
    """Add an option for each network, such as `--detector FILE`."""
    for name in models.NAMES:
        parser.add_argument(
            f"--{name}",
            type=Path,
            default=models.path(name),
            metavar="FILE",
            help="in place of the shipped one",
        )


def reader_of(options: argparse.Namespace, threads: int = 0) -> Reader:
    """Return a reader with the networks of the options; `threads` cores for one photo, 0 for all.

    Raises ModelError.
    """
    files = {name: getattr(options, name) for name in models.NAMES}
    return Reader(**files, threads=threads)


def digests(options: argparse.Namespace) -> dict[str, str]:
    """Return the SHA-256 of each network that the options name."""
    return {name: digest(getattr(options, name)) for name in models.NAMES}


def describe(of: Mapping[str, str]) -> str:
    """Return the date, and the networks by the first twelve digits of their SHA-256."""
    networks = ", ".join(f"{name} `{whole[:12]}`" for name, whole in of.items())
    return f"{datetime.now(UTC).date().isoformat()}; {networks}."


def digest(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
