"""The folder beside the checkout that holds cases and photos, where there is one."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder beside the checkout; a test skips where it is absent or empty."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir() or not any(folder.iterdir()):
        pytest.skip("the shared folder is missing or empty: put it beside the checkout (../shared)")
    return folder
