"""The service as `tableside serve` runs it, killed when it would tell others of what it added."""

import os
import signal

from service.cli.main import main as run
from service.live import listener as announcer


def die(_untold):
    os.kill(os.getpid(), signal.SIGKILL)


def main(arguments):
    """Run a command."""
    announcer.notify_messages = die
    return run(arguments)
