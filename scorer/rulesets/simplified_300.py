"""Simplified rules: points and doubles, 300 at most, and nobody pays anybody.

docs/rules/simplified-300.md.

The rows are in the order of the document, with its words: first the base score of every player,
then what doubles it, then the bonuses of the winner, whose hand is a "Woo".
"""

from collections.abc import Mapping
from dataclasses import replace

from scorer.core.hand import HandProblem, Refusal
from scorer.core.sentences import Sentence
from scorer.core.win import Circumstance, Declaration
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, chows, sets, suits, winning_tile
from scorer.rules.options import (
    BONUS_MAP,
    FALSE_WIN,
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
from scorer.rules.point_payments import Scheme, every_pair, losers_pay_difference
from scorer.rules.row import (
    MAX,
    WINNER_ONLY,
    Closedness,
    Limit,
    Part,
    Row,
    circumstances_of_rows,
    each_set,
)
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
FLAT = Limit(150)  # the whole score of a win on the first discard
PRESETS: Mapping[str, Mapping[str, object]] = {
    "For points": {"settlement": "pairwise", "start": 500}
}


def _move_rows(part: Part, to: Part) -> Change:
    """Return a change that counts the rows of one part of the formula in another."""

    def change(rules: RuleSet) -> RuleSet:
        rows = (replace(row, part=to) if row.part is part else row for row in rules.rows)
        return replace(rules, rows=tuple(rows))

    return change


def _pay_each_other(scheme: Scheme) -> Change:
    """Return a change by which players pay each other, so that scores no longer only add up."""
    return in_order(set_fields(settle=scheme), set_table(zero_sum=True))


OPTIONS = (
    table_choice(
        "direction",
        "Does play go clockwise (to the left), or counter-clockwise (to the right)? (E1)",
        ("cw", "ccw"),
    ),
    switch(
        "woo_points_doubled",
        "Are the points for the way of winning added before doubling? (E2)",
        _move_rows(Part.ADDED, Part.BASE),
    ),
    choice(
        "flower_doubles",
        "Does the player's own flower double the total, or only the base score? (E2)",
        {"total": no_change, "base": _move_rows(Part.FINAL, Part.MULTIPLIER)},
    ),
    choice(
        "first_discard",
        "Are the 150 points for the first discard added to the score, or are they the whole "
        "score? (E3)",
        {
            "add": no_change,
            "flat": set_row("first_discard", closed=FLAT, open=FLAT, part=Part.BASE),
        },
    ),
    switch(
        "eyes_may_be_claimed",
        "Can a discard complete the pair (eyes)? (E4)",
        set_fields(unlawful=()),
    ),
    switch(
        "edge_wait",
        "Is the terminal of a closed chow the 3 or 7 of an edge wait rather than the 1 or 9? (E5)",
        set_row(
            "eyes_middle_or_terminal",
            count=winning_tile.drawn_eyes_middle_or_edge,
            name="Drawn eyes, middle or edge",
            zh="單釣、卡窿、偏章",
        ),
    ),
    switch(
        "loose_flower",
        "Does a loose tile after a flower also earn the 10 points? (E7)",
        in_order(
            set_row(
                "loose_after_kong", count=winning_tile.replacement, name="Loose tile", zh="補牌自摸"
            ),
            lambda rules: replace(rules, events=rules.events | Circumstance.BONUS_REPLACEMENT),
        ),
    ),
    switch(
        "allow_small_kong",
        "Can an exposed pung become a kong, and can that kong be robbed? (E8)",
        set_fields(refused=()),
    ),
    choice(
        "dealer",
        "Does the winner deal next, or does the deal pass on? (E11)",
        {"winner": no_change, "rotate": set_table(deal="always_passes")},
    ),
    choice(
        "draw_counts",
        "Does a hand that nobody wins count as one of the game's hands? (E11)",
        {True: no_change, False: set_table(length="hands_won")},
    ),
    choice(
        "settlement",
        "Are scores only added up, does every pair of players settle, or do losers pay the "
        "winner? (E21)",
        {
            "none": no_change,
            "pairwise": _pay_each_other(every_pair),
            "winner_only": _pay_each_other(losers_pay_difference),
        },
    ),
    limit(300),
    FALSE_WIN,
    start(0),
    whole_number(
        "rounds", "How many hands does a game have?", 8, lambda n: set_table(rounds=n), least=1
    ),
    *next_dealer(CUSTOMS),
    table_choice(
        "bust_ends_game", "Does the game end when a player has no points left?", (False, True)
    ),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles(),
)


# Each row has its labels, then its pattern and its closed and open values; majors are terminals and
# honours.
# fmt: off
ROWS = (
    each_set(("chow", "Chow", "順子", "Chow: 0 open, 0 closed"),
        sets.chows, (0, 0)),
    each_set(("pung", "Pung", "刻子", "Poong: Simples, Terminals, Winds, Dragons"),
        sets.pungs, (4, 2), majors=(8, 4)),
    each_set(("kong", "Kong", "槓", "Kong: Simples, Terminals, Winds, Dragons"),
        sets.kongs, (16, 8), majors=(32, 16)),
    each_set(("pair", "Eyes of dragons or own wind", "番子眼",
        "Eyes: Player's Wind, Dragons; only when you Woo"),
        sets.pairs_of_dragons_or_own_wind, (2, 2), who=WINNER_ONLY),
    Row("woo", "Woo", "食糊", "A bonus of 10 points is then added to the player's base score",
        winning_tile.going_out, 10, 10, who=WINNER_ONLY),
    Row("bonus_tile", "Flower or season", "花牌", "Flowers are worth 4 points each",
        bonus.bonus_tiles, 4, 4),

    each_set(("own_wind_set", "Own wind", "番子（門風）", "Poong or Kong of the player's own Wind"),
        sets.own_wind_sets, (2, 2), part=Part.MULTIPLIER),
    each_set(("dragon_set", "Dragons", "番子（三元）", "Poong or Kong of any Dragon tile"),
        sets.dragon_sets, (2, 2), part=Part.MULTIPLIER),
    Row("own_flower", "Own flower or season", "正花",
        "Each flower corresponding to their Wind doubles their total score",
        bonus.own_bonus, 2, 2, part=Part.FINAL),

    Row("no_chows", "No chows", "對對糊", "Player Woos without any Chows",
        chows.no_chows, 10, 10, part=Part.ADDED, who=WINNER_ONLY),
    Row("loose_after_kong", "Loose tile after a kong", "槓上自摸",
        "Player Woos using Loose Tile after a Kong",
        winning_tile.kong_replacement, 10, 10, part=Part.ADDED, who=WINNER_ONLY),
    Row("last_tile", "Last tile", "海底撈月",
        "Player Woos using last tile before a draw (exactly 14 tiles remain in wall)",
        winning_tile.last_wall_tile, 10, 10, part=Part.ADDED, who=WINNER_ONLY),
    Row("from_wall", "From the wall", "自摸", "Player Woos using a tile drawn from the wall",
        winning_tile.self_drawn, 2, 2, part=Part.ADDED, who=WINNER_ONLY),
    Row("eyes_middle_or_terminal", "Drawn eyes, middle or terminal", "單釣、卡窿、幺九",
        "that tile was used in Eyes, Middle tile in a Closed Chow, Terminal tile in a Closed Chow",
        winning_tile.drawn_eyes_middle_or_terminal, 10, 10, part=Part.ADDED, who=WINNER_ONLY),
    Row("dealer_first_draw", "Dealer's first draw", "天糊",
        "Dealer Woos on first drawn tile of the round: Score is set to cap (300)",
        winning_tile.first_draw_of_east, MAX, MAX, who=WINNER_ONLY),
    Row("first_discard", "First discard", "地糊",
        "Player Woos on first discarded tile of the round: 150 points",
        winning_tile.first_discard, 150, 150, part=Part.ADDED, who=WINNER_ONLY),
    Row("one_suit", "One suit", "清一色",
        "only one Suit type (no Honor tiles): Double base score 3 times",
        suits.full_flush, 8, 8, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("one_suit_with_honours", "One suit with honours", "混一色",
        "only one Suit type and Honor tiles: Double the base score",
        suits.half_flush, 2, 2, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("all_honours", "All honours", "字一色", "all Honor tiles: Score is set to cap (300)",
        suits.only_honours, MAX, MAX, who=WINNER_ONLY),
)
# fmt: on


def small_kong(declared: Declaration) -> bool:
    """Return whether a kong was made from an exposed pung."""
    return any(meld.added for meld in declared.hand.melds)


def robbed(declared: Declaration) -> bool:
    """Return whether the tile was taken from a kong made from an exposed pung."""
    return declared.has(Circumstance.ROBBING_KONG)


REFUSALS = (
    Refusal(
        HandProblem.SMALL_KONG_NOT_ALLOWED,
        small_kong,
        Sentence(
            "Only a concealed pung can become a kong here; an exposed pung stays a pung, such "
            "as (555s)."
        ),
    ),
    Refusal(
        HandProblem.CONTRADICTORY_EVENT,
        robbed,
        Sentence(
            "robbing-kong is not possible here: an exposed pung never becomes a kong that "
            "could be robbed."
        ),
    ),
)
UNLAWFUL_WINS = (
    Refusal(
        HandProblem.EYES_CLAIMED,
        winning_tile.eyes_claimed,
        Sentence(
            "The discard completes the pair (eyes), which must be drawn, so this is no Woo. "
            "Draw the tile, or have the pair before claiming the last set."
        ),
    ),
)

SIMPLIFIED_300 = RuleSet(
    id="simplified-300",
    name="Simplified, capped at 300",
    document="Simplified Mahjong Rules: points, cap 300, scores accumulate",
    rows=ROWS,
    events=circumstances_of_rows(ROWS),
    dealer_only_events=Circumstance.FIRST_DRAW,
    limit=300,
    table=CUSTOMS,
    closedness=Closedness(of_pattern=True, claimed_opens=True),
    everyone_scores=True,
    refused=REFUSALS,
    unlawful=UNLAWFUL_WINS,
    options=OPTIONS,
    presets=PRESETS,
)
