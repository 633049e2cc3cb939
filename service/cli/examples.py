"""What `--help` prints of each command: the defaults, and an example to copy."""

import argparse
from collections.abc import Mapping
from types import MappingProxyType

SAYS_NOTHING: tuple[object, ...] = (
    None,
    False,
    "",
    [],
    argparse.SUPPRESS,
)  # defaults that stand for "not given"

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
    """Adds to each option what it is without being given."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if not action.option_strings or action.default in SAYS_NOTHING:
            return action.help
        return f"{action.help or ''} (default: %(default)s)".strip()


def add_examples(commands: Mapping[str, argparse.ArgumentParser]) -> None:
    """Put below the help of each command how it may be called."""
    for name, command in commands.items():
        if name in EXAMPLES:
            shown = "\n".join(f"  {one}" for one in EXAMPLES[name])
            command.epilog = f"example{'s' if len(EXAMPLES[name]) > 1 else ''}:\n{shown}"
