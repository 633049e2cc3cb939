"""`python -m service` is the command `tableside`."""

import sys

from service.cli.main import main

sys.exit(main())
