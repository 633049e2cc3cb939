"""The command lines of developers' commands."""

import argparse


def command_parser(module: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser for `python -m MODULE`, whose help keeps the lines of what it is about."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
