"""The rule sets by their public ids, which never change."""

from collections.abc import Mapping
from types import MappingProxyType

from scorer.rules import RuleSet
from scorer.rulesets.classical_20 import CLASSICAL_20
from scorer.rulesets.classical_british import CLASSICAL_BRITISH
from scorer.rulesets.hk_500 import HK_500
from scorer.rulesets.hk_majlife import HK_MAJLIFE
from scorer.rulesets.simplified_300 import SIMPLIFIED_300

_EACH = (HK_500, HK_MAJLIFE, CLASSICAL_20, CLASSICAL_BRITISH, SIMPLIFIED_300)

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType({rules.id: rules for rules in _EACH})
