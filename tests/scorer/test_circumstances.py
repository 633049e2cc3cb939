"""What the rule sets say of circumstances: when each earns something, and what it shuts out."""

import pytest

from scorer.api.requests import RequestError, answer, rules_detail
from scorer.core.win import CIRCUMSTANCES
from scorer.rulesets import RULE_SETS

TOLD = """
hk-500             | first-draw        | self-draw nothing-called
hk-500             | kong-replacement  | self-draw kong-held
hk-500             | bonus-replacement | self-draw bonus-held
hk-500             | robbing-kong      | discard no-other-copy
hk-majlife         | first-draw        | self-draw nothing-called seat-east
hk-majlife         | first-discard     | discard seat-not-east from-east nothing-called
classical-british  | original-hand     | nothing-exposed
classical-british  | dealt-hand        | self-draw seat-east nothing-called
simplified-300     | first-draw        | self-draw nothing-called seat-east
simplified-300     | last-wall-tile    | self-draw
"""


def told(rules, options=None):
    """What a rule set says of its circumstances, by their names."""
    detail = rules_detail(rules, options=options or {})
    assert [each["event"] for each in detail["circumstances"]] == detail["events"]
    return {each["event"]: each for each in detail["circumstances"]}


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_a_rule_set_tells_what_each_circumstance_needs(line):
    rules, event, needs = (part.strip() for part in line.split("|"))
    assert told(rules)[event]["needs"] == needs.split()


def test_the_options_of_a_table_decide_too():
    assert "first-discard" not in told("hk-500")
    assert "first-discard" in told("hk-500", {"earthly_on_first_discard": True})
    own_turn = told("hk-majlife", {"earthly": "own_first_turn"})
    assert own_turn["first-draw"]["needs"] == ["self-draw", "nothing-called"]
    with pytest.raises(RequestError, match="nearest") as refused:
        rules_detail("hk-500", options={"earthy": True})
    assert refused.value.code == "unknown_option"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_shuts_another_out_is_shut_out_by_it(rules):
    known = told(rules)
    for event, each in known.items():
        for other in each["contradicts"]:
            assert event in known[other]["contradicts"]


# Tiles that meet every need of a circumstance, and how they were won.
MEETING = {
    "kong-replacement": ("123m 456m 789s 5z [1111p] +5z", "self-draw"),
    "bonus-replacement": ("123m 456m 555s 789s 5z +5z | 3g", "self-draw"),
    "first-discard": ("123m 456m 555s 78s 55z +9s", "discard"),
    "last-discard": ("123m 456m 555s 78s 55z +9s", "discard"),
    "robbing-kong": ("123m 456m 555s 78s 55z +9s", "discard"),
}
DRAWN = ("123m 456m 555s 78s 55z +9s", "self-draw")


IMPOSSIBLE = {("simplified-300", "robbing-kong")}  # no open pung becomes a kong there
NOT_THERE = {"seat-east": "SWN", "seat-not-east": "E"}


def rows(rules, seat, event, events):
    """What a hand is paid for with some events."""
    hand, win = MEETING.get(event, DRAWN)
    options = {"minimum": 0} if rules.startswith("hk") else {}
    body = {"rules": rules, "hand": hand, "win": win, "seat": seat, "events": events}
    scored = answer({**body, "options": options})
    assert scored["valid"], scored["problems"]
    return scored["rows"]


@pytest.mark.parametrize("seat", "ESWN")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_circumstance_earns_something_where_its_needs_are_met_and_nothing_elsewhere(rules, seat):
    known = told(rules)
    for event in CIRCUMSTANCES.keys() - {event for id_, event in IMPOSSIBLE if id_ == rules}:
        needs = known.get(event, {"needs": []})["needs"]
        if any(seat in NOT_THERE.get(need, "") for need in needs):
            continue
        earns = rows(rules, seat, event, [event]) != rows(rules, seat, event, [])
        assert earns == (event in known), event


# The rules say nothing of a flower drawn for a kong, and replaced in turn: the tile that wins is
# one replacement, so it earns what either of the two would have earned.
ONE_REPLACEMENT = [
    ("hk-500", {}, True),
    ("hk-majlife", {}, True),
    ("classical-british", {}, True),
    ("simplified-300", {"loose_flower": True}, True),
    ("simplified-300", {}, False),  # a replaced flower earns nothing there (E7)
    ("classical-20", {}, False),
]


@pytest.mark.parametrize(("rules", "options", "said"), ONE_REPLACEMENT)
def test_a_tile_that_replaced_a_kong_and_a_flower_counts_once(rules, options, said):
    def won(*events):
        hand = "234m 567p 678s [1111z] 5p +5p | 1f"
        request = {"hand": hand, "rules": rules, "options": options, "win": "self-draw"}
        return answer({**request, "seat": "S", "events": list(events)})

    both = won("kong-replacement", "bonus-replacement")
    notes = both.pop("notes", [])
    assert both == won("kong-replacement")
    assert any("counts as one replacement tile" in note for note in notes) is said
