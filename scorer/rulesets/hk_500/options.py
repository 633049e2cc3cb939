"""House options of the 500-point sheet: its other readings (docs/rules/hk-500.md, 8).

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorer.core.arrangements import Form, seven_pairs_quads
from scorer.core.circumstances import LAST_AND_DEAD_WALL
from scorer.core.win import Circumstance, Win
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, pungs, suits, winning_tile
from scorer.rules.exclusions import each_chow_once
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    Change,
    bonus_tiles,
    cap,
    choice,
    custom,
    drop_rows,
    each_limit,
    in_order,
    minimum,
    no_change,
    set_closedness,
    set_fields,
    set_row,
    switch,
    table_choice,
    table_options,
)
from scorer.rules.row import Count, Row, exposed_or_claimed_places
from scorer.rules.rule_set import RuleSet, eighth_drawn_or_robbed, no_bonus_win

PRESETS: Mapping[str, Mapping[str, object]] = {
    "The sheet": {"minimum": 1, "cap": 10},
    "Three faan": {"minimum": 3, "cap": 10},
    "Three faan, high limit": {"minimum": 3, "cap": 13},
    "Anything wins, low limit": {"minimum": 0, "cap": 7},
}
BONUS_ROWS = ("all_seasons", "all_flowers", "seat_bonus", "no_bonus")


def _require(id_: str, fact: Count) -> Change:
    """Return a change by which a row needs a further fact."""

    def needing(row: Row) -> Row:
        return replace(row, count=_both_counts(row.count, fact))

    return lambda rules: rules.edit(id_, needing)


def _both_counts(first: Count, second: Count) -> Count:
    def count(win: Win) -> int:
        return first(win) if second(win) else 0

    return count


MAX_ON_STEAL = set_row("four_pungs", closed_if=None)


def _last_and_dead_wall(rules: RuleSet) -> RuleSet:
    kept = tuple(pair for pair in rules.contradictions if pair not in LAST_AND_DEAD_WALL)
    return replace(rules, contradictions=kept)


def _rob_eighth_bonus(rules: RuleSet) -> RuleSet:
    if rules.bonus_only is no_bonus_win:
        return rules  # where they do not win by themselves there is nothing to rob them for
    return replace(rules, bonus_only=eighth_drawn_or_robbed)


def _quads(rules: RuleSet) -> RuleSet:
    return replace(rules, forms={**rules.forms, Form.SEVEN_PAIRS: seven_pairs_quads})


def _chows_once(rules: RuleSet) -> RuleSet:
    return replace(rules, resolutions=(*rules.resolutions, each_chow_once))


OPTIONS = (
    minimum(1),
    cap(10),
    choice(
        "closed_scope",
        "Does a closed value ask for a closed hand, or only for closed sets in the pattern? (A1)",
        {"hand": no_change, "pattern_melds": set_closedness(of_pattern=True)},
    ),
    switch(
        "discard_win_opens_hand",
        "Does winning on a discard open the hand? (A2)",
        set_closedness(open_places=exposed_or_claimed_places),
    ),
    switch(
        "four_pungs_max_on_steal",
        "Are four pungs of a closed hand the maximum even if a discard completes one? (A3)",
        MAX_ON_STEAL,
    ),
    switch(
        "stolen_pung_counts_closed",
        "Does a pung completed by the winning discard count as closed? (A3)",
        in_order(MAX_ON_STEAL, set_row("three_closed_pungs", count=pungs.three_unexposed_pungs)),
    ),
    switch("double_limit", "Do several maximum rows add up? (A4)", each_limit),
    switch(
        "dead_wall_also_self_draw",
        "Does a closed dead-wall win earn the normal draw too? (A5)",
        set_row("dead_wall_draw", excludes=()),
    ),
    switch(
        "last_and_dead_wall_stack",
        "Can the last tile of the wall be a replacement tile, and earn both? (A6)",
        _last_and_dead_wall,
    ),
    choice(
        "terminal_meld_pair",
        "With a terminal in each meld, are the eyes free or terminals too? (A7)",
        {
            "free": no_change,
            "terminal": _require("terminal_in_each_meld", suits.terminal_eyes),
        },
    ),
    switch(
        "terminal_meld_needs_chow",
        "Does a terminal in each meld need a chow? (A7)",
        _require("terminal_in_each_meld", chows.any_chow),
    ),
    switch(
        "little_dragons_twice",
        "Do little dragons, which the sheet lists twice, count twice? (A8)",
        set_row("little_dragons", count=pungs.little_dragons_twice),
    ),
    switch(
        "dragon_pung_in_little",
        "Do the two pungs of little dragons earn their own faan as well? (A8)",
        set_row("little_dragons", excludes=("dragon_pung",)),
        default=True,
    ),
    choice(
        "dragon_pung_per",
        "Is a dragon pung's faan for each pung, or one in all? (A8)",
        {"each": no_change, "one": set_row("dragon_pung", count=pungs.any_dragon_pung)},
    ),
    switch(
        "bonus_set_absorbs_own",
        "Is the own flower or season part of a complete set of four? (A9)",
        set_row("seat_bonus", count=bonus.own_bonus_outside_sets),
    ),
    choice(
        "eight_treasures",
        "Do eight bonus tiles win at any time, only with a complete hand, or never? (A10)",
        {
            "any_time": no_change,
            "with_complete_hand": set_fields(bonus_only=no_bonus_win),
            "off": in_order(drop_rows("eight_treasures"), set_fields(bonus_only=no_bonus_win)),
        },
    ),
    switch(
        "seven_flowers_rob",
        "May seven bonus tiles rob the eighth from the player who draws it? (A10)",
        _rob_eighth_bonus,
    ),
    switch(
        "earthly_on_first_discard",
        "Is a win on the first discard the maximum too? (A11)",
        in_order(
            set_row(
                "first_draw",
                count=winning_tile.first_draw_or_discard,
                name="First draw or discard",
                zh="第一摸食糊、食第一張",
            ),
            lambda rules: replace(rules, events=rules.events | Circumstance.FIRST_DISCARD),
        ),
    ),
    switch(
        "minimum_excludes_bonus",
        "Are bonus tiles left out when the minimum is counted? (A12)",
        set_fields(minimum_ignores=frozenset(BONUS_ROWS)),
    ),
    FALSE_WIN,
    table_choice(
        "round_change",
        "At a new round, do the seat winds stay and the round wind's seat begin (sheet), "
        "or does East go back to the first player (conventional)? (A14)",
        ("sheet_literal", "conventional"),
    ),
    *table_options(TableRules()),
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    switch(
        "seven_pairs_quads",
        "Do four of a kind count as two of seven pairs? (A19)",
        _quads,
    ),
    switch(
        "two_double_chow_same_suit",
        "Must two double chows be of one suit? (A20)",
        set_row(
            "two_double_chow",
            count=chows.two_double_chow_in_one_suit,
            made_of=chows.two_double_chows_in_one_suit,
        ),
    ),
    choice(
        "chow_reuse",
        "May a chow count in several chow rows, or once? (A32)",
        {"free": no_change, "once": _chows_once},
    ),
    custom(
        "first_draw_no_calls_by_anyone",
        "Do other players' calls before it spoil a first draw? (A11)",
        (False, True),
    ),
    custom(
        "rob_closed_kong_orphans",
        "May thirteen orphans rob a closed kong? (A18)",
        (False, True),
    ),
    custom(
        "kong_on_last_tile",
        "May a kong be declared on the last tile of the wall? (A28)",
        (False, True),
    ),
    custom("dice", "How many dice find the break? (A24)", ("3d6", "2d6")),
    custom("deal_chunk", "How many tiles are dealt at a time? (A25)", (2, 4)),
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles(
        ("all_seasons", "eight_treasures"),
        (*BONUS_ROWS, "eight_treasures"),
    ),
)
