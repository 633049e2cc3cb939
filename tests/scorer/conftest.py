"""The scorer's tests need no package but pytest and hypothesis."""

from tests import laws
from tests.shared_folder import shared

# Found here also where nothing above this folder is loaded: a fixture by its name, and how much
# property tests try.
__all__ = ["laws", "shared"]
