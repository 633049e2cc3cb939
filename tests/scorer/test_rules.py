"""Rule sets refuse tables that contradict themselves."""

from dataclasses import replace

import pytest

from scorer.rows import Row
from scorer.rulesets import RULE_SETS

HK_500 = RULE_SETS["hk-500"]


def never(_):
    return 0


def row(id_, *excludes):
    return Row(id_, id_, id_, id_, never, 1, 1, excludes=excludes)


@pytest.mark.parametrize("rows", [(row("one"), row("one")), (row("one", "another"),)])
def test_rows_twice_and_exclusions_of_no_row_are_refused(rows):
    with pytest.raises(ValueError, match=r"one|another"):
        replace(HK_500, rows=rows)


def test_taking_rows_away_takes_their_exclusions():
    rules = replace(HK_500, rows=(row("one", "two"), row("two"))).without(("two",))
    assert [(each.id, each.excludes) for each in rules.rows] == [("one", ())]


def test_ids_are_the_public_ones():
    assert all(rules.id == id_ for id_, rules in RULE_SETS.items())
    assert len({each.name for each in HK_500.rows}) == len(HK_500.rows)
