"""Laws that hold for any hand, tried on thousands that chance deals.

They stand apart from the scorer's tests of chosen hands, which reach all of it by themselves and
are measured for that: measuring makes Python half as slow again.
"""

from tests import laws
from tests.shared_folder import shared

__all__ = ["laws", "shared"]  # found here by name
