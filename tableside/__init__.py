"""Mahjong played with real tiles: reads photos, scores hands, and keeps a table's ledger.

This is the library; `python -m tableside` is the command. An installation has this one top-level
package, with `scorer`, `vision`, `service` and `models` inside; in a checkout they are beside it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from scorer.core.sentences import CodedError
from service import __version__, optional_dependencies

if TYPE_CHECKING:
    from scorer.rules.rule_set import RuleSet
    from scorer.scoring.score import Score
    from tableside.ledger import Ledger
    from tableside.library import explain, rule_set, score
    from tableside.reading import read
    from vision.reader import Reader
    from vision.reading import Reading

# The module that each name is loaded from on first use: scoring a hand loads no networks. All are
# modules of this package, which a checkout and an installation call by the same name.
_HOMES = {
    "Ledger": "tableside.ledger",
    "Reader": "tableside.reading",
    "Reading": "tableside.reading",
    "RuleSet": "tableside.library",
    "Score": "tableside.library",
    "explain": "tableside.library",
    "read": "tableside.reading",
    "rule_set": "tableside.library",
    "score": "tableside.library",
}
__all__ = [
    "CodedError",
    "Ledger",
    "Reader",
    "Reading",
    "RuleSet",
    "Score",
    "__version__",
    "explain",
    "read",
    "rule_set",
    "score",
]


def __getattr__(name: str) -> object:
    """Load a public name on first use; AttributeError for any other name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        if (remedy := optional_dependencies.remedy(error)) is None:
            raise
        raise ModuleNotFoundError(remedy, name=error.name) from error
    return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
