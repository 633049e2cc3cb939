"""House options of the rules with 20 points for going out: their other readings.

docs/rules/classical-20.md, 8.

They are applied in the order of `OPTIONS`, whatever the order of a request; rows that do not exist
without bonus tiles go last, so that the others find them.
"""

from collections.abc import Mapping

from scorer.core.arrangements import held_sets_with_kongs
from scorer.core.sentences import Sentence
from scorer.ledger.table import TableRules
from scorer.patterns import sets, suits
from scorer.rules.options import (
    BONUS_MAP,
    CLAIMED_SET_EXPOSED,
    FALSE_WIN_IN_POINTS,
    MONEY_PER_POINT,
    MULTIPLE_WINNERS,
    add_rows,
    bonus_tiles,
    choice,
    in_full,
    limit_or_none,
    no_change,
    set_fields,
    set_row,
    settlement,
    switch,
    table_options,
)
from scorer.rules.point_payments import losers_pay_difference, losers_settle_difference
from scorer.rules.row import MAX, WINNER_ONLY, Part, Row, each_set
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
                "give a list of rows among {known}, not {answer}",
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
        "Does one suit with honours double with honour eyes only, or with any honours? (C1)",
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
        "Does a set of the round wind double too? (C2)",
        add_rows(ROUND_WIND),
    ),
    settlement(
        "difference",
        "If a loser's hand is worth more than the winner's, is nothing paid (clamp), "
        "or does the winner pay (signed)? (C3)",
        {"clamp": losers_pay_difference, "signed": losers_settle_difference},
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
        "Do four alike that a loser did not declare count as a kong? (C7)",
        set_fields(held=held_sets_with_kongs),
    ),
    choice(
        "loser_pairs",
        "Do all pairs of dragons and own wind count in a loser's hand, one, or none? (C8)",
        {
            "all": no_change,
            "one": set_row("pair", made_of=ONE_PAIR, count=lambda win: len(ONE_PAIR(win))),
            "none": set_row("pair", who=WINNER_ONLY),
        },
    ),
    switch(
        "all_honours_limit",
        "Is a hand of honours only worth the limit, where one is agreed? (C9)",
        add_rows(ALL_HONOURS),
    ),
    limit_or_none(None),
    FALSE_WIN_IN_POINTS,
    *table_options(CUSTOMS),
    MULTIPLE_WINNERS,
    MONEY_PER_POINT,
    BONUS_MAP,
    bonus_tiles((), ("bonus_tile",)),
)
