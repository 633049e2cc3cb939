"""Prints the description of the service's API: `python -m tools.api_description`.

It is the answer of `/openapi.json`, for programs that generate types or pages from it.
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from typing import Any

from service.app import create_app
from service.settings import Settings


def description() -> Mapping[str, Any]:
    """Return the answer of a service with an empty database at `/openapi.json`."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3"))
        described = app.openapi()
        app.state.store.close()
    return described


if __name__ == "__main__":
    json.dump(description(), sys.stdout, ensure_ascii=False)
