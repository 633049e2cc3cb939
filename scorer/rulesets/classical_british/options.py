"""House options of the rules with doubles and trebles: their other readings.

docs/rules/classical-british.md, 8.

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorer.core.arrangements import Arranger, Form, seven_pairs, standard, thirteen_orphans
from scorer.core.problems import HandProblem, Refusal
from scorer.core.sentences import Sentence
from scorer.core.win import Circumstance, Declaration
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, sets, suits, waits, winning_tile
from scorer.rules.options import (
    BONUS_MAP,
    CLAIMED_SET_EXPOSED,
    FALSE_WIN_IN_POINTS,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    Change,
    bonus_tiles,
    choice,
    drop_rows,
    in_full,
    in_order,
    limit_or_none,
    no_change,
    set_fields,
    set_row,
    switch,
    table_options,
)
from scorer.rules.point_payments import (
    every_pair,
    every_pair_east_double,
    every_pair_east_double_winner_never_pays,
    every_pair_winner_never_pays,
)
from scorer.rules.row import EVERYONE, MAX, WINNER_ONLY, Limit, Row
from scorer.rules.rule_set import Option, RuleSet

LIMIT = 1000
FORMS: Mapping[Form, Arranger] = {Form.STANDARD: standard, Form.THIRTEEN_ORPHANS: thirteen_orphans}
CUSTOMS = TableRules(
    start=2000,
    deal="passes_unless_east_wins",
    round_change="conventional",
    draw_keeps_dealer=False,
    bust_ends_game=False,
    short_payment="go_negative",
)
PRESETS: Mapping[str, Mapping[str, object]] = {
    "Start with 500": {"start": 500},
    "No seasons and flowers": {"bonus_tiles": 0},
    "British custom": {
        "treble": "x8",
        "double_wind_pair": 4,
        "east_double": True,
        "settlement": "winner_in_full",
    },
}
HIGHEST = limit_or_none(LIMIT)
TREBLES = ("four_seasons", "four_flowers", "one_suit", "original_hand", "all_honours")
TWICE = sets.pairs_of_value_twice
SPECIALS = ("thirteen_odd_majors", "calling_nine_tile_hand", "seven_pairs")
SEVEN_PAIRS = Row(
    "seven_pairs", "Seven pairs", "七對子", "a special hand that the document may have lost",
    winning_tile.seven_pairs, MAX, MAX, who=WINNER_ONLY,
)  # fmt: skip
ROBBED: Refusal[Declaration] = Refusal(
    HandProblem.CONTRADICTORY_EVENT,
    lambda declared: declared.has(Circumstance.ROBBING_KONG),
    Sentence("robbing-kong is not played at this table (rob_kong)."),
)


def _set_worth(ids: tuple[str, ...], value: int | Limit) -> Change:
    return in_order(*(set_row(id_, closed=value, open=value) for id_ in ids))


def _seven_pairs(rules: RuleSet) -> RuleSet:
    forms = {**rules.forms, Form.SEVEN_PAIRS: seven_pairs}
    return replace(rules, forms=forms, rows=(*rules.rows, SEVEN_PAIRS))


def _limit(rules: RuleSet, answer: object) -> RuleSet:
    """Agree on a limit; without one, special hands keep what they are worth by default."""
    limited = HIGHEST.change(rules, answer)
    return limited if limited.limit else _set_worth(SPECIALS, Limit(LIMIT))(limited)


def _special_value(rules: RuleSet, answer: object) -> RuleSet:
    if answer == "limit":
        return rules
    if not isinstance(answer, int) or isinstance(answer, bool) or answer < 1:
        raise ValueError(
            Sentence("choose limit or a whole number from 1 on, not {answer}", answer=repr(answer))
        )
    return _set_worth(SPECIALS, Limit(answer))(rules)


def _east_double(rules: RuleSet) -> RuleSet:
    if rules.settle is every_pair:
        return replace(rules, settle=every_pair_east_double)
    return replace(rules, settle=every_pair_east_double_winner_never_pays)


def _no_robbing(rules: RuleSet) -> RuleSet:
    return replace(rules, refused=(*rules.refused, ROBBED))


OPTIONS = (
    choice(
        "treble",
        "Is a treble three times, or eight (three doubles)? (D1)",
        {"x3": no_change, "x8": _set_worth(TREBLES, 8)},
    ),
    choice(
        "seven_pairs",
        "Are seven pairs no winning hand, or a limit hand? (D29)",
        {"none": no_change, "limit": _seven_pairs},
    ),
    HIGHEST._replace(change=_limit),
    Option(
        "special_value",
        "What is a special hand worth? (D3)",
        "limit, or a whole number from 1 on",
        "limit",
        _special_value,
    ),
    choice(
        "pairs",
        "Does a pair of dragons, own wind or wind of the round score for the winner only, or for "
        "all? (D4)",
        {"winner": no_change, "all": set_row("pair", who=EVERYONE)},
    ),
    choice(
        "double_wind_pair",
        "What is the pair of the own wind worth that is the wind of the round too? (D5)",
        {
            2: no_change,
            4: set_row("pair", made_of=TWICE, count=lambda win: len(TWICE(win))),
        },
    ),
    switch(
        "bonus_set_absorbs_own",
        "Is the own flower or season part of four flowers or four seasons? (D6)",
        in_order(
            set_row("own_flower", count=bonus.own_flower_outside_set),
            set_row("own_season", count=bonus.own_season_outside_set),
        ),
    ),
    switch(
        "no_value_ignores_bonus",
        "Can a hand with flowers or seasons have no scoring value? (D7)",
        set_row("no_scoring_value", count=sets.no_value),
    ),
    choice(
        "only_piece",
        "Is the only possible piece the only kind of tile, the only tile that the own hand leaves, "
        "or not scored? (D8)",
        {
            "kind": no_change,
            "physical": set_row("only_possible_piece", count=waits.single_tile),
            "off": drop_rows("only_possible_piece"),
        },
    ),
    switch(
        "loose_counts_as_wall",
        "Is a loose tile a piece from the wall too? (D9)",
        set_row("loose_tile", excludes=("from_wall",)),
        default=True,
    ),
    switch(
        "winner_never_pays",
        "Is the winner spared what a loser scored more? (D14)",
        set_fields(settle=every_pair_winner_never_pays),
    ),
    switch("east_double", "Does East pay and receive double? (D15)", _east_double),
    in_full(
        "pairwise",
        "Does every pair settle the difference, or do losers pay the winner's full score?",
    ),
    CLAIMED_SET_EXPOSED,
    switch("rob_kong", "May a kong be robbed? (D21)", _no_robbing, default=True),
    switch(
        "nine_gates_pure",
        "Must a calling nine tile hand have waited for all nine? (D30)",
        set_row("calling_nine_tile_hand", count=suits.nine_gates),
        default=True,
    ),
    FALSE_WIN_IN_POINTS,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles(
        ("own_season", "four_seasons"),
        ("bonus_tile", "own_season", "own_flower", "four_seasons", "four_flowers"),
    ),
)
