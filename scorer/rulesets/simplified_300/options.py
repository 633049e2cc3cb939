"""House options of the simplified rules: their other readings (docs/rules/simplified-300.md, 8).

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping
from dataclasses import replace

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
    in_order,
    limit,
    next_dealer,
    no_change,
    set_fields,
    set_row,
    set_table,
    start,
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
FLAT = Limit(150)  # all that a win on the first discard scores
PRESETS: Mapping[str, Mapping[str, object]] = {
    "For points": {"settlement": "pairwise", "start": 500}
}


def _move_rows(part: Part, to: Part) -> Change:
    """Return a change that counts the rows of one part of the formula in another."""

    def change(rules: RuleSet) -> RuleSet:
        rows = (replace(row, part=to) if row.part is part else row for row in rules.rows)
        return replace(rules, rows=tuple(rows))

    return change


def _pay_each_other(scheme: Settle) -> Change:
    """Return a change by which players pay each other, so that scores no longer only add up."""
    return in_order(set_fields(settle=scheme), set_table(zero_sum=True))


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
        {
            "add": no_change,
            "flat": set_row("first_discard", closed=FLAT, open=FLAT, part=Part.BASE),
        },
    ),
    switch("eyes_may_be_claimed", "May a discard complete the eyes? (E4)", set_fields(unlawful=())),
    switch(
        "edge_wait",
        "Is the terminal of a closed chow the 3 or 7 of an edge wait, not the 1 or 9? (E5)",
        set_row(
            "eyes_middle_or_terminal",
            count=winning_tile.drawn_eyes_middle_or_edge,
            name="Drawn eyes, middle or edge",
            zh="單釣、卡窿、偏章",
        ),
    ),
    switch(
        "loose_flower",
        "Does a loose tile after a flower earn the 10 points too? (E7)",
        in_order(
            set_row(
                "loose_after_kong", count=winning_tile.replacement, name="Loose tile", zh="補牌自摸"
            ),
            lambda rules: replace(rules, events=rules.events | Circumstance.BONUS_REPLACEMENT),
        ),
    ),
    switch(
        "allow_small_kong",
        "May an open pung be made a kong, and that kong be robbed? (E8)",
        set_fields(refused=()),
    ),
    choice(
        "dealer",
        "Does the winner deal next, or does the deal go round? (E11)",
        {"winner": no_change, "rotate": set_table(deal="always_passes")},
    ),
    choice(
        "draw_counts",
        "Does a hand that nobody wins count towards the eight? (E11)",
        {True: no_change, False: set_table(length="hands_won")},
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
    start(0),
    whole_number("rounds", "How many hands is a game?", 8, lambda n: set_table(rounds=n), least=1),
    *next_dealer(CUSTOMS),
    table_choice("bust_ends_game", "Does a player without points end the game?", (False, True)),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles((), ("bonus_tile", "own_flower")),
)
