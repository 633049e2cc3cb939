"""House options of the quick reference: its other readings, and its presets.

docs/rules/hk-majlife.md, 8.

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorer.core.arrangements import Form, fewer_sets
from scorer.core.win import NO_CIRCUMSTANCE
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, special_hands, winning_tile
from scorer.rules.exclusions import final_totals
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    Change,
    bonus_tiles,
    cap_or_none,
    choice,
    each_limit,
    in_order,
    minimum,
    no_change,
    set_fields,
    set_row,
    switch,
    table_options,
)
from scorer.rules.rule_set import Ladder, RuleSet

BONUS_ROWS = ("no_flowers", "own_flower", "set_of_flowers")
# What a special hand's total holds beside its own row: "Flush in Seven Unique Pairs 10 Fan".
SPECIALS: Mapping[str, tuple[str, ...]] = {
    "seven_pairs": ("flush",),
    "nine_gates": (),
    "all_honors": (),
    "all_terminals": (),
    "thirteen_orphans": (),
    "little_four_winds": (),
    "big_four_winds": (),
    "little_three_dragons": (),
    "three_great_scholars": (),
    "jade_dragon": (),
    "ruby_dragon": (),
    "pearl_dragon": (),
    "hidden_treasure": (),
    "all_kongs": (),
    "heavenly_hand": (),
    "earthly_hand": (),
}
CUSTOMS = TableRules(
    deal="passes_unless_east_wins",
    round_change="conventional",
    draw_keeps_dealer=False,
    bust_ends_game=False,
    short_payment="go_negative",
)
PRESETS: Mapping[str, Mapping[str, object]] = {
    "Chicken hands win": {"minimum": 0},
    "Three faan": {"minimum": 3},
    "$10 bank roll": {"start": 200, "money_per_point": 0.05},
    "$5 bank roll": {"start": 100, "money_per_point": 0.05},
}


def _final(rules: RuleSet) -> RuleSet:
    return replace(rules, resolutions=(*rules.resolutions, final_totals(SPECIALS)))


def _double_limit(rules: RuleSet) -> RuleSet:
    """Pay a limit for each special hand, also where no cap makes them limits."""
    doubled, ladder = each_limit(rules), rules.ladder
    hands = ((number * 10, number * ladder.points(10)) for number in (2, 3, 4))
    # Where the house's own ladder goes beyond 10 faan, it may pay more already.
    steps = ((faan, max(points, ladder.points(faan))) for faan, points in hands)
    return replace(doubled, ladder=Ladder((*ladder.steps, *steps)))


def _training(blocks: int) -> Change:
    """Return the change to a training game: a hand is complete or not, and nothing is scored."""
    return set_fields(
        forms={Form.STANDARD: fewer_sets(blocks)},
        size=3 * blocks + 2,
        rows=(),
        ladder=Ladder(((0, 0),)),
        minimum=0,
    )


OPTIONS = (
    minimum(1),
    cap_or_none(10),
    switch(
        "special_total_is_final",
        "Is a special hand's total final, so that no other row adds to it? (B2)",
        _final,
    ),
    switch(
        "bonus_set_absorbs_own",
        "Is the own flower or season part of a complete set of four? (B6)",
        set_row("own_flower", count=bonus.own_bonus_outside_sets),
    ),
    switch(
        "supplement_includes_self_pick",
        "Does a win on a supplement tile earn the self-pick too? (B8)",
        set_row("supplement", excludes=("self_pick",)),
        default=True,
    ),
    switch(
        "supplement_kong_only",
        "Does only the supplement tile for a kong earn its faan, not that for a flower? (B9)",
        set_row("supplement", count=winning_tile.kong_replacement),
    ),
    switch(
        "all_chows_no_honour_pair",
        "Do honors as the pair spoil all chows? (B10)",
        set_row("all_chows", count=chows.all_chows_without_honours),
    ),
    choice(
        "earthly",
        "Is an earthly hand won on East's first discard only, or on one's own first turn too? "
        "(B11)",
        {
            "east_first_discard": no_change,
            "own_first_turn": in_order(
                set_row("earthly_hand", count=winning_tile.first_turn_of_another),
                set_fields(dealer_only_events=NO_CIRCUMSTANCE),
            ),
        },
    ),
    switch(
        "nine_gates_pure",
        "Must nine gates have waited for all nine tiles? (B13)",
        set_row("nine_gates", count=special_hands.pure_nine_gates),
    ),
    switch(
        "hidden_treasure_kongs",
        "Do closed kongs count as concealed pungs of a hidden treasure? (B14)",
        set_row("hidden_treasure", count=special_hands.hidden_treasure_without_kongs),
        default=True,
    ),
    switch(
        "honour_pairs_limit",
        "Are seven pairs of honors all honors too? (B16)",
        set_row("all_honors", count=special_hands.honour_pungs_or_pairs),
    ),
    switch("double_limit", "Do several special hands of 10 faan add up? (B19)", _double_limit),
    FALSE_WIN,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    RESPONSIBILITY,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles((), BONUS_ROWS),
    choice(
        "blocks",
        "How many blocks beside the pair make a hand? With 1 or 2 it is for training and not "
        "scored. (B25)",
        {4: no_change, 1: _training(1), 2: _training(2)},
    ),
)
