"""The rule sets by their public ids, which never change."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorer.rules.few_players import FEW_PLAYERS
from scorer.rules.rule_set import RuleSet
from scorer.rulesets.classical_20.table import CLASSICAL_20
from scorer.rulesets.classical_british.table import CLASSICAL_BRITISH
from scorer.rulesets.hk_500.table import HK_500
from scorer.rulesets.hk_majlife.table import HK_MAJLIFE
from scorer.rulesets.simplified_300.table import SIMPLIFIED_300

_EACH = (HK_500, HK_MAJLIFE, CLASSICAL_20, CLASSICAL_BRITISH, SIMPLIFIED_300)

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.id: replace(rules, few_players=FEW_PLAYERS) for rules in _EACH}
)
