"""`python -m tableside` is the command `tableside`."""

import gc
import sys

# Nothing that is loaded before a command runs is ever freed, so a collection would find nothing. It
# takes a tenth of the time of scoring a hand.
gc.disable()

from service.cli.main import main  # noqa: E402  (after what is above)

if __name__ == "__main__":
    sys.exit(main())
