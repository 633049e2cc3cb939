"""Classical points with 20 for going out; losers pay the difference.

docs/rules/classical-20.md.

The rows are in the order of the document's table, with its words: "retired" is exposed, "on hand"
is concealed, and "primes" are dragons. Every player scores; only one-suit hands and the 20 points
are the winner's alone.
"""

from collections.abc import Mapping

from scorer.core.arrangements import held_sets_with_kongs
from scorer.core.sentences import Sentence
from scorer.core.win import NO_CIRCUMSTANCE
from scorer.ledger.table import TableRules
from scorer.patterns import bonus, sets, suits, winning_tile
from scorer.rules.options import (
    BONUS_MAP,
    CLAIMED_SET_EXPOSED,
    FALSE_WIN,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    NO_LIMIT,
    add_rows,
    bonus_tiles,
    choice,
    in_full,
    limit,
    no_change,
    set_fields,
    set_row,
    settle_as,
    switch,
    table_options,
)
from scorer.rules.point_payments import losers_pay_difference, losers_settle_difference
from scorer.rules.row import (
    MAX,
    WINNER_ONLY,
    Closedness,
    Part,
    Row,
    each_set,
)
from scorer.rules.rule_set import Option, RuleSet

CUSTOMS = TableRules(
    deal="passes_unless_east_wins",
    round_change="conventional",
    draw_keeps_dealer=False,
    bust_ends_game=False,
    short_payment="go_negative",
)
PRESETS: Mapping[str, Mapping[str, object]] = {"Limit of 500": {"limit": 500}}
ROUND_WIND = each_set(
    ("round_wind_set", "Round wind", "番子（圈風）",
        "three or four tiles of the wind of the round"),
    sets.round_wind_sets, (2, 2), part=Part.MULTIPLIER,
)  # fmt: skip
ALL_HONOURS = Row(
    "all_honours", "All honours", "字一色", "a hand of winds and dragons/primes only",
    suits.only_honours, MAX, MAX, who=WINNER_ONLY,
)  # fmt: skip


ONE_PAIR = sets.one_if_lost(sets.pairs_of_dragons_or_own_wind)


def _add_after_doubling(rules: RuleSet, answer: object) -> RuleSet:
    known = [row.id for row in rules.rows if row.part is Part.BASE]
    if not isinstance(answer, list | tuple) or not all(each in known for each in answer):
        raise ValueError(
            Sentence(
                "must be a list of rows from {known}, not {answer}",
                known=", ".join(known),
                answer=repr(answer),
            )
        )
    for id_ in answer:
        rules = set_row(id_, part=Part.ADDED)(rules)
    return rules


OPTIONS = (
    choice(
        "half_flush_honours",
        "Does one suit with honours double only if the honours are the pair, or with any "
        "honours? (C1)",
        {
            "pair_only": no_change,
            "any": set_row(
                "one_suit_honour_pair",
                count=suits.half_flush,
                name="One suit with honours",
                zh="混一色",
            ),
        },
    ),
    switch(
        "round_wind_double",
        "Does a set of the round wind also double? (C2)",
        add_rows(ROUND_WIND),
    ),
    choice(
        "difference",
        "If a loser's hand is worth more than the winner's, is nothing paid (clamp), "
        "or does the winner pay (signed)? (C3)",
        {
            "clamp": no_change,
            "signed": settle_as({losers_pay_difference: losers_settle_difference}),
        },
    ),
    in_full("winner_only", "Do losers pay the winner the difference, or the winner's full score?"),
    Option(
        "double_excludes",
        "Which points are added only after doubling? (C4)",
        "a list of row ids, such as going_out and bonus_tile",
        [],
        _add_after_doubling,
    ),
    CLAIMED_SET_EXPOSED,
    switch(
        "undeclared_quad_counts",
        "Do four of a kind that a loser did not declare count as a kong? (C7)",
        set_fields(held=held_sets_with_kongs),
    ),
    choice(
        "loser_pairs",
        "In a loser's hand, do all pairs of dragons and own wind count, or one of them, or "
        "none? (C8)",
        {
            "all": no_change,
            "one": set_row("pair", made_of=ONE_PAIR),
            "none": set_row("pair", who=WINNER_ONLY),
        },
    ),
    switch(
        "all_honours_limit",
        "Is a hand of only honours worth the limit, if there is one? (C9)",
        add_rows(ALL_HONOURS),
    ),
    limit("none", NO_LIMIT),
    FALSE_WIN,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles(),
)


# Each row has its labels, then its pattern and its values on hand and retired; majors are ones,
# nines, winds and dragons.
# fmt: off
ROWS = (
    each_set(("chow", "Chow", "順子", "sequence"),
        sets.chows, (0, 0)),
    each_set(("pung", "Pung", "刻子",
        'triplet; three "ones" or "nines", of any wind suit, of any dragon/prime suit'),
        sets.pungs, (4, 2), majors=(8, 4)),
    each_set(("kong", "Kong", "槓",
        'quadruplet; four "ones" or "nines", of any wind suit, of any dragon/prime suit'),
        sets.kongs, (16, 8), majors=(32, 16)),
    each_set(("pair", "Pair of dragons or own wind", "番子對",
        "pair of primes or player's own wind"),
        sets.pairs_of_dragons_or_own_wind, (2, 2)),
    Row("bonus_tile", "Flower or season", "花牌", "a flower",
        bonus.bonus_tiles, 2, 2),  # seasons are flowers too (C15)
    Row("going_out", "Going out", "食糊",
        "After a player has won, he automatically gets 20 points",
        winning_tile.going_out, 20, 20, who=WINNER_ONLY),

    each_set(("own_wind_set", "Own wind", "番子（門風）",
        "three or four tiles of the players own wind"),
        sets.own_wind_sets, (2, 2), part=Part.MULTIPLIER),
    each_set(("dragon_set", "Dragons", "番子（三元）",
        "three or four tiles of any dragon/prime suit"),
        sets.dragon_sets, (2, 2), part=Part.MULTIPLIER),
    Row("one_suit_honour_pair", "One suit and an honour pair", "混一色",
        "a hand of only one suit plus a pair of dragons/primes or winds",
        suits.one_suit_and_honour_eyes, 2, 2, part=Part.MULTIPLIER, who=WINNER_ONLY),
    Row("one_suit", "One suit", "清一色", "a hand of only one suit (8x the score)",
        suits.full_flush, 8, 8, part=Part.MULTIPLIER, who=WINNER_ONLY),
)
# fmt: on

CLASSICAL_20 = RuleSet(
    id="classical-20",
    name="Classical, 20 points for going out",
    document="Mahjong Rules: points and doubles, losers pay the difference to the winner",
    rows=ROWS,
    events=NO_CIRCUMSTANCE,
    table=CUSTOMS,
    closedness=Closedness(of_pattern=True, claimed_opens=True),
    everyone_scores=True,
    settle=losers_pay_difference,
    options=OPTIONS,
    presets=PRESETS,
)
