"""What `--help` prints of each command: the defaults, and an example to copy."""

import argparse
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scorer.core.sentences import Say

SAYS_NOTHING: tuple[object, ...] = (
    None,
    False,
    "",
    [],
    argparse.SUPPRESS,
)  # defaults that stand for "not given"

USAGE, DEFAULT = "usage: ", "default"
HEADINGS = ("example", "examples")
EXAMPLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "read": (
            "tableside read hand.jpg --rules hk-500 --overlay seen.jpg",
            "tableside read evening/ --jobs 2 --json",
            "tableside read --json -",
        ),
        "score": (
            'tableside score "123m 456m 79m 77z (555z) +8m | 2f" --rules hk-500 --from N',
            "tableside score --batch hands.jsonl --rules hk-500",
        ),
        "waits": ('tableside waits "123m 456m 79m 77z (555z)" --rules hk-500 --seen "8m 8m"',),
        "setup": ("tableside setup hk-500 --dice 3,4,5",),
        "training": ('tableside training "12m 99p 5s" --phase 1',),
        "rules": (
            "tableside rules hk-500",
            'tableside rules hk-500 --option minimum=3 --name "Friday table" --save friday.toml',
        ),
        "serve": ("tableside serve --host 0.0.0.0", "tableside serve --https"),
        "start": ("tableside start Ann Bob Cid Dee --rules hk-500",),
        "backup": ("tableside backup evening.tableside",),
        "restore": ("tableside restore evening.tableside --database sqlite:///new.sqlite3",),
        "export": ("tableside export 0123456789abcdef0123456789abcdef game.json",),
        "import": ("tableside import game.json --anew",),
        "doctor": ("tableside doctor",),
        "completion": ("tableside completion bash >>~/.bash_completion",),
        "tiles": ('tableside tiles learn faces.jpg --name "grandmother"',),
        "demo": ("tableside demo",),
    }
)  # fmt: skip


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Adds to each option what it is without being given; `say` says its few words."""

    def __init__(self, prog: str, say: Say = str) -> None:
        super().__init__(prog)
        self._say = say

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add how it is called."""
        super().add_usage(usage, actions, groups, self._say(USAGE) if prefix is None else prefix)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if not action.option_strings or action.default in SAYS_NOTHING:
            return action.help
        return f"{action.help or ''} ({self._say(DEFAULT)}: %(default)s)".strip()


def add_examples(commands: Mapping[str, argparse.ArgumentParser]) -> None:
    """Put below the help of each command how it may be called."""
    for name, command in commands.items():
        if name in EXAMPLES:
            shown = "\n".join(f"  {one}" for one in EXAMPLES[name])
            heading = HEADINGS[len(EXAMPLES[name]) > 1]
            command.epilog = f"{heading}:\n{shown}"
