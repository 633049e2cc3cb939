"""`python -m service` is the command `tableside`."""

import sys

from service.cli import main

sys.exit(main())
