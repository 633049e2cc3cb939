"""What tests of measurements share."""

import gc

import pytest


@pytest.fixture
def every_object():
    """Have all objects found that there are: `tests/conftest.py` passes over the oldest."""
    gc.unfreeze()
    yield
    gc.freeze()
