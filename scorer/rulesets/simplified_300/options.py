"""House options of the simplified rules: their other readings (docs/rules/simplified-300.md, 8).

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorer.core.win import Circumstance
from scorer.ledger.table import TableRules
from scorer.patterns import winning_tile
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN_IN_POINTS,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    Change,
    bonus_tiles,
    choice,
    limit,
    next_dealer,
    no_change,
    rename_row,
    replace_patterns,
    set_fields,
    switch,
    table_choice,
    whole_number,
)
from scorer.rules.point_payments import Settle, every_pair, losers_pay_difference
from scorer.rules.row import Limit, Part
from scorer.rules.rule_set import RuleSet

CUSTOMS = TableRules(
    start=0,
    rounds=8,
    deal="winner_deals",
    round_change="conventional",
    length="hands",
    draw_keeps_dealer=True,
    bust_ends_game=False,
    short_payment="go_negative",
    zero_sum=False,
    direction="cw",
)
PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {"For points": MappingProxyType({"settlement": "pairwise", "start": 500})}
)


def _move_rows(part: Part, to: Part) -> Change:
    """Return a change that counts the rows of one part of the formula in another."""

    def change(rules: RuleSet) -> RuleSet:
        rows = (replace(row, part=to) if row.part is part else row for row in rules.rows)
        return replace(rules, rows=tuple(rows))

    return change


def _table(**customs: Any) -> Change:
    return lambda rules: replace(rules, table=replace(rules.table, **customs))


def _table_number(name: str) -> Callable[[RuleSet, int], RuleSet]:
    return lambda rules, number: _table(**{name: number})(rules)


def _pay_each_other(scheme: Settle) -> Change:
    """Return a change by which players pay each other, so that scores no longer only add up."""
    return lambda rules: replace(rules, settle=scheme, table=replace(rules.table, zero_sum=True))


def _flat(rules: RuleSet) -> RuleSet:
    """Let a win on the first discard score 150 and nothing else."""
    flat = Limit(150)
    return rules.edit(
        "first_discard", lambda row: replace(row, closed=flat, open=flat, part=Part.BASE)
    )


def _edge(rules: RuleSet) -> RuleSet:
    named = rename_row("eyes_middle_or_terminal", "Drawn eyes, middle or edge", "單釣、卡窿、偏章")
    return named(
        replace_patterns(eyes_middle_or_terminal=winning_tile.drawn_eyes_middle_or_edge)(rules)
    )


def _loose_flower(rules: RuleSet) -> RuleSet:
    changed = replace_patterns(loose_after_kong=winning_tile.replacement)(rules)
    changed = rename_row("loose_after_kong", "Loose tile", "補牌自摸")(changed)
    return replace(changed, events=rules.events | Circumstance.BONUS_REPLACEMENT)


OPTIONS = (
    table_choice("direction", "Does play go clockwise, or to the right? (E1)", ("cw", "ccw")),
    switch(
        "woo_points_doubled",
        "Do the points for the way of winning count before doubling? (E2)",
        _move_rows(Part.ADDED, Part.BASE),
    ),
    choice(
        "flower_doubles",
        "Does an own flower double the total, or the base score only? (E2)",
        {"total": no_change, "base": _move_rows(Part.FINAL, Part.MULTIPLIER)},
    ),
    choice(
        "first_discard",
        "Are the 150 points for the first discard added, or the whole score? (E3)",
        {"add": no_change, "flat": _flat},
    ),
    switch("eyes_may_be_claimed", "May a discard complete the eyes? (E4)", set_fields(unlawful=())),
    switch(
        "edge_wait",
        "Is the terminal of a closed chow the 3 or 7 of an edge wait, not the 1 or 9? (E5)",
        _edge,
    ),
    switch(
        "loose_flower",
        "Does a loose tile after a flower earn the 10 points too? (E7)",
        _loose_flower,
    ),
    switch(
        "allow_small_kong",
        "May an open pung be made a kong, and that kong be robbed? (E8)",
        set_fields(refused=()),
    ),
    choice(
        "dealer",
        "Does the winner deal next, or does the deal go round? (E11)",
        {"winner": no_change, "rotate": _table(deal="always_passes")},
    ),
    choice(
        "draw_counts",
        "Does a hand that nobody wins count towards the eight? (E11)",
        {True: no_change, False: _table(length="hands_won")},
    ),
    choice(
        "settlement",
        "Do scores only add up, does every pair settle, or do losers pay the winner? (E21)",
        {
            "none": no_change,
            "pairwise": _pay_each_other(every_pair),
            "winner_only": _pay_each_other(losers_pay_difference),
        },
    ),
    limit(300),
    FALSE_WIN_IN_POINTS,
    whole_number("start", "How many points does everyone begin with?", 0, _table_number("start")),
    whole_number("rounds", "How many hands is a game?", 8, _table_number("rounds"), least=1),
    *next_dealer(CUSTOMS),
    table_choice("bust_ends_game", "Does a player without points end the game?", (False, True)),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles((), ("bonus_tile", "own_flower")),
)
