"""The rule sets by their public ids, which never change; each is loaded when first used."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module

from scorer.rules.rule_set import RuleSet

_IDS = ("hk-500", "hk-majlife", "classical-20", "classical-british", "simplified-300")


class _RuleSets(Mapping[str, RuleSet]):
    """A mapping that loads a rule set only when it is used."""

    def __getitem__(self, id_: str) -> RuleSet:
        if id_ not in _IDS:
            raise KeyError(id_)
        return _load(id_)

    def __iter__(self) -> Iterator[str]:
        return iter(_IDS)

    def __len__(self) -> int:
        return len(_IDS)

    def __contains__(self, id_: object) -> bool:
        return id_ in _IDS


@cache
def _load(id_: str) -> RuleSet:
    from scorer.rules.options import FEW_PLAYERS  # noqa: PLC0415  (as late as the tables)

    name = id_.replace("-", "_")
    rules: RuleSet = getattr(import_module(f"{__name__}.{name}"), name.upper())
    return replace(rules, fewer_player_options=FEW_PLAYERS)


RULE_SETS: Mapping[str, RuleSet] = _RuleSets()
