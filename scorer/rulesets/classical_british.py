"""Classical points with doubles and trebles; everyone settles with everyone.

docs/rules/classical-british.md.

The rows are in the order of the document's tables, with its words. Bonus scores and "Winning Hand
Only" multipliers are the winner's alone. The document's list of special hands breaks off after the
two listed here, before it gives their value: they are limit hands (D3).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from scorer.core.hand import HandProblem, Refusal
from scorer.core.sentences import Sentence
from scorer.core.win import CONTRADICTIONS, Circumstance, Declaration
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, pungs, sets, suits, winning_tile
from scorer.patterns.pattern import only_if, with_arguments
from scorer.rules.options import (
    BONUS_MAP,
    CLAIMED_SET_EXPOSED,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    NO_LIMIT,
    Change,
    bonus_tiles,
    choice,
    drop_rows,
    in_full,
    in_order,
    limit,
    no_change,
    set_exclusion,
    set_row,
    settle_as,
    switch,
    table_options,
)
from scorer.rules.point_payments import (
    every_pair,
    every_pair_east_double,
    every_pair_east_double_winner_never_pays,
    every_pair_winner_never_pays,
)
from scorer.rules.row import (
    EVERYONE,
    MAX,
    WINNER_ONLY,
    Closedness,
    Limit,
    Part,
    Row,
    circumstances_of_rows,
    each_set,
)
from scorer.rules.rule_set import Option, RuleSet

LIMIT = 1000
V = TypeVar("V")
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
HIGHEST = limit(LIMIT, NO_LIMIT)
TREBLES = ("four_seasons", "four_flowers", "one_suit", "original_hand", "all_honours")
NO_VALUE = with_arguments(chows.all_chows, eyes="no_value")
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


def _limit(rules: RuleSet, answer: object) -> RuleSet:
    """Set a limit; without one, special hands keep their default worth."""
    limited = HIGHEST.change(rules, answer)
    if limited.limit:
        return limited
    return replace(limited, rows=tuple(_without_limit(row) for row in limited.rows))


def _without_limit(row: Row) -> Row:
    majors = row.majors and (_usual_limit(row.majors[0]), _usual_limit(row.majors[1]))
    closed, opened = _usual_limit(row.closed), _usual_limit(row.open)
    return replace(row, closed=closed, open=opened, majors=majors)


def _usual_limit(value: V) -> V | Limit:
    return Limit(LIMIT) if value is MAX else value


def _special_value(rules: RuleSet, answer: object) -> RuleSet:
    if answer == "limit":
        return rules
    if not isinstance(answer, int) or isinstance(answer, bool) or answer < 1:
        raise ValueError(
            Sentence(
                "must be limit or a whole number of at least 1, not {answer}", answer=repr(answer)
            )
        )
    return _set_worth(SPECIALS, Limit(answer))(rules)


def _with_seven_pairs(rules: RuleSet) -> RuleSet:
    """Add seven pairs, worth what other special hands are, whichever was agreed first."""
    if any(row.id == SEVEN_PAIRS.id for row in rules.rows):
        return rules  # a house's own row
    row = SEVEN_PAIRS if rules.limit else _without_limit(SEVEN_PAIRS)
    return _special_value(replace(rules, rows=(*rules.rows, row)), rules.answer("special_value"))


def _no_robbing(rules: RuleSet) -> RuleSet:
    return replace(rules, refused=(*rules.refused, ROBBED))


OPTIONS = (
    choice(
        "treble",
        "Does a treble multiply by three, or by eight (three doubles)? (D1)",
        {"x3": no_change, "x8": _set_worth(TREBLES, 8)},
    ),
    choice(
        "seven_pairs",
        "Are seven pairs not a winning hand, or a limit hand? (D29)",
        {"none": no_change, "limit": _with_seven_pairs},
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
        "Does a pair of dragons, own wind or round wind score only for the winner, or for "
        "everyone? (D4)",
        {"winner": no_change, "all": set_row("pair", who=EVERYONE)},
    ),
    choice(
        "double_wind_pair",
        "What is a pair of the player's own wind worth if it is also the round wind? (D5)",
        {
            2: no_change,
            4: set_row("pair", made_of=TWICE),
        },
    ),
    switch(
        "bonus_set_absorbs_own",
        "Do four flowers or four seasons include the player's own flower or season? (D6)",
        in_order(
            set_row(
                "own_flower",
                count=only_if(bonus.own_flower, lambda win: not bonus.all_flowers(win)),
            ),
            set_row(
                "own_season",
                count=only_if(bonus.own_season, lambda win: not bonus.all_seasons(win)),
            ),
        ),
    ),
    switch(
        "no_value_ignores_bonus",
        "Can a hand with flowers or seasons have no scoring value? (D7)",
        set_row("no_scoring_value", count=NO_VALUE),
    ),
    choice(
        "only_piece",
        "Does the only possible piece mean the only kind of tile, or the only tile that the "
        "player's own hand leaves, or is it not scored? (D8)",
        {
            "kind": no_change,
            "physical": set_row("only_possible_piece", count=winning_tile.single_tile),
            "off": drop_rows("only_possible_piece"),
        },
    ),
    switch(
        "loose_counts_as_wall",
        "Does a loose tile also count as a piece from the wall? (D9)",
        set_exclusion("loose_tile", "from_wall", excludes=True),
        default=True,
    ),
    switch(
        "winner_never_pays",
        "Does the winner never pay a loser who scored more? (D14)",
        settle_as(
            {
                every_pair: every_pair_winner_never_pays,
                every_pair_east_double: every_pair_east_double_winner_never_pays,
            }
        ),
    ),
    switch(
        "east_double",
        "Does East pay and receive double? (D15)",
        settle_as(
            {
                every_pair: every_pair_east_double,
                every_pair_winner_never_pays: every_pair_east_double_winner_never_pays,
            }
        ),
    ),
    in_full(
        "pairwise",
        "Does every pair of players settle the difference, or do losers pay the winner's full "
        "score?",
    ),
    CLAIMED_SET_EXPOSED,
    switch("rob_kong", "Can a kong be robbed? (D21)", _no_robbing, default=True),
    switch(
        "nine_gates_pure",
        "Must a calling nine tile hand have waited for all nine? (D30)",
        set_row("calling_nine_tile_hand", count=suits.nine_gates),
        default=True,
    ),
    FALSE_WIN,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles("own_season", "four_seasons"),
)


# Each row has its labels, then its pattern and its values concealed and exposed; majors are ones,
# nines, winds and dragons.
# fmt: off
ROWS = (
    each_set(("chow", "Chow", "順子", "Chows have no value when adding up scores"),
        sets.chows, (0, 0)),
    each_set(("pung", "Pung", "刻子", "Pung 2 to 8 in any suit; Pung 1, 9, Wind, Dragons"),
        sets.pungs, (4, 2), majors=(8, 4)),
    each_set(("kong", "Kong", "槓", "Kong 2 to 8 in any suit; Kong 1, 9, Wind, Dragons"),
        sets.kongs, (16, 8), majors=(32, 16)),
    each_set(("pair", "Completing pair", "番子對",
        "Completing pair: Dragons, player's own wind or wind of the round"),
        sets.pairs_of_value, (2, 2), who=WINNER_ONLY),
    Row("bonus_tile", "Flower or season", "花牌", "Individually the tiles score 4 points",
        bonus.bonus_tiles, 4, 4),
    Row("going_out", "Going Mah-Jongg", "食糊", "Going Mah-Jongg",
        winning_tile.going_out, 20, 20, who=WINNER_ONLY),
    Row("from_wall", "Piece from the wall", "自摸", "Mah-Jongg with piece from wall",
        winning_tile.self_drawn, 2, 2, who=WINNER_ONLY),
    Row("only_possible_piece", "Only possible piece", "獨獨",
        "Mah-Jongg with only possible piece",
        winning_tile.single_wait, 2, 2, who=WINNER_ONLY),  # one kind (D8)
    Row("no_chows", "No chows", "對對糊", "No Chows in hand",
        pungs.four_pungs, 10, 10, who=WINNER_ONLY),
    Row("no_scoring_value", "No scoring value", "平糊", "No scoring value in hand",
        only_if(NO_VALUE, bonus.no_bonus), 10, 10, who=WINNER_ONLY),  # bonus tiles are value (D7)
    Row("last_piece", "Last piece from the wall", "海底撈月", "Winning with last piece from wall",
        winning_tile.last_wall_tile, 10, 10, who=WINNER_ONLY),
    Row("loose_tile", "Loose tile", "補牌自摸", "Winning with loose tile",
        winning_tile.replacement, 10, 10, who=WINNER_ONLY),  # from the wall, too (D9)

    each_set(("dragon_set", "Dragons", "番子（三元）",
        "Score is doubled for: Pung, Kong in any Dragon"),
        sets.dragon_sets, (2, 2), part=Part.MULTIPLIER),
    each_set(("own_wind_set", "Own wind", "番子（門風）",
        "Score is doubled for: Pung, Kong in Players own Wind"),
        sets.own_wind_sets, (2, 2), part=Part.MULTIPLIER),
    each_set(("round_wind_set", "Wind of the round", "番子（圈風）",
        "Score is doubled for: Pung, Kong in Wind of the Round"),
        sets.round_wind_sets, (2, 2), part=Part.MULTIPLIER),
    Row("own_season", "Own season", "正花（春夏秋冬）", "your OWN Season: DOUBLE YOUR SCORE ONCE",
        bonus.own_season, 2, 2, part=Part.MULTIPLIER),
    Row("own_flower", "Own flower", "正花（梅蘭菊竹）", "your OWN Flower: DOUBLE YOUR SCORE ONCE",
        bonus.own_flower, 2, 2, part=Part.MULTIPLIER),
    Row("four_seasons", "Four seasons", "一台花（春夏秋冬）",
        "FOUR Seasons: MULTIPLY YOUR SCORE BY THREE (TREBLE)",
        bonus.all_seasons, 3, 3, part=Part.MULTIPLIER),
    Row("four_flowers", "Four flowers", "一台花（梅蘭菊竹）",
        "FOUR Flowers: MULTIPLY YOUR SCORE BY THREE (TREBLE)",
        bonus.all_flowers, 3, 3, part=Part.MULTIPLIER),
    Row("one_suit_with_honours", "One suit with honours", "混一色",
        "Winning Hand Only: Hand all one suit (except winds & dragons), double",
        suits.half_flush, 2, 2, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("terminals_and_honours", "Ones, nines and honours", "幺九番子",
        "Winning Hand Only: Hand of 1s, 9s, Winds, Dragons, double",
        suits.terminals_or_honours, 2, 2, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("one_suit", "One suit", "清一色",
        "Winning Hand Only: Hand entirely of 1 suit, treble",
        suits.full_flush, 3, 3, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("original_hand", "Original hand", "起手牌食糊",
        "Winning Hand Only: Original hand, treble",
        winning_tile.original_hand, 3, 3, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("all_honours", "All honours", "字一色",
        "Winning Hand Only: All winds & Dragons, treble",
        suits.only_honours, 3, 3, part=Part.MULTIPLIER, who=WINNER_ONLY,
        excludes=("terminals_and_honours",)),  # the stronger of the family (D11)

    Row("thirteen_odd_majors", "Thirteen odd majors", "十三幺",
        "THIRTEEN ODD MAJORS: 1 & 9 from each suit, one of each Dragon, one of each Wind and a "
        "pair to any of these",
        winning_tile.thirteen_orphans, MAX, MAX, who=WINNER_ONLY),
    Row("calling_nine_tile_hand", "Calling nine tile hand", "九子連環",
        "CALLING NINE TILE HAND: all of the same suit, 3 - 1s + 2 - 8 + 3 - 9s + 1 tile",
        with_arguments(suits.nine_gates, pure=True), MAX, MAX, who=WINNER_ONLY),
)
# fmt: on

CLASSICAL_BRITISH = RuleSet(
    id="classical-british",
    name="Classical, with doubles and trebles",
    document="Mah-Jongg with wheels, trebles and odd majors: everyone settles with everyone",
    rows=ROWS,
    events=circumstances_of_rows(ROWS),
    contradictions=(
        *CONTRADICTIONS,
        Circumstance.ORIGINAL_HAND | Circumstance.LAST_WALL_TILE,
    ),
    table=CUSTOMS,
    closedness=Closedness(of_pattern=True, claimed_opens=True),
    everyone_scores=True,
    limit=LIMIT,
    settle=every_pair,
    options=OPTIONS,
    presets=PRESETS,
)
