"""The service with the page's modules as they lie, whether or not there is a bundle of them."""

import tempfile
from pathlib import Path

from service.cli.main import main as run
from service.http.routes import pages


def main(arguments):
    """Run a command; the page is found in a folder that has nothing but its sources."""
    folder = Path(tempfile.mkdtemp())
    (folder / "static").symlink_to(pages.FOLDER / "static")
    pages.FOLDER = folder
    return run(arguments)
