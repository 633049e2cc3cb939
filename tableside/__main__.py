"""`python -m tableside` is the command `tableside`."""

import sys

from service.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
