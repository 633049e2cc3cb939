"""Kinds of house options, and those that every faan rule set shares (docs/rules/README.md, 5)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from math import inf
from typing import Any, TypeAlias

from scorer.core.sentences import Sentence
from scorer.core.tiles import Suit, Tile
from scorer.ledger.table import PLAYERS, TableRules
from scorer.rules.payment import HALF_GUN, ON_A_LIMIT, OTHERS, Payment, with_ways
from scorer.rules.point_payments import Scheme, winner_in_full
from scorer.rules.row import Row
from scorer.rules.rule_set import NO_CAP, Option, RuleSet

Change: TypeAlias = Callable[[RuleSet], RuleSet]
SHORT_PAYMENTS = ("pay_available", "go_negative")
PENALTY = re.compile(r"none|pay_max_selfdraw_each|(?:fixed|bank):[0-9]+")


def no_change(rules: RuleSet) -> RuleSet:
    """Return a rule set unchanged."""
    return rules


def switch(name: str, question: str, change: Change, *, default: bool = False) -> Option:
    """Return a yes-or-no option; `change` is applied when the answer is not the default."""
    return choice(name, question, {default: no_change, not default: change})


def choice(name: str, question: str, changes: Mapping[object, Change]) -> Option:
    """Return an option of fixed answers, each with its change; the first is the default."""
    answers = tuple(changes)

    def change(rules: RuleSet, answer: object) -> RuleSet:
        # 1 equals True in Python but is another answer at a table, so the type must agree, too.
        for known, make in changes.items():
            if type(known) is type(answer) and known == answer:
                return make(rules)
        shown = ", ".join(_quoted_answer(known) for known in answers)
        raise ValueError(
            Sentence(
                "must be one of {shown}, not {answer}", shown=shown, answer=_quoted_answer(answer)
            )
        )

    return Option(name, question, answers, answers[0], change)


def whole_number(
    name: str,
    question: str,
    default: int | str,
    change: Callable[[int], Change],
    least: int = 0,
    others: Mapping[object, Change] = {},
) -> Option:
    """Return an option that takes any whole number from `least` on, from which `change` is made.

    `others` are answers that are no number, such as `none`, with what they change.
    """

    def checked(rules: RuleSet, answer: object) -> RuleSet:
        if (answer is None or isinstance(answer, str)) and answer in others:
            return others[answer](rules)
        if not isinstance(answer, int) or isinstance(answer, bool) or answer < least:
            quoted = _quoted_answer(answer)
            error = Sentence(
                "must be a whole number of at least {least}, not {answer}",
                least=least,
                answer=quoted,
            )
            raise ValueError(Sentence("{error}; or none", error=error) if others else error)
        return change(answer)(rules)

    values = f"a whole number from {least} on{', or none' if others else ''}"
    return Option(name, question, values, default, checked)


def set_fields(**fields: Any) -> Change:
    """Return a change that sets fields of a rule set."""
    return lambda rules: replace(rules, **fields)


def set_row(id_: str, **fields: Any) -> Change:
    """Return a change that sets fields of a row, if the table has it and no house settled them."""

    def change(rules: RuleSet) -> RuleSet:
        free = {name: to for name, to in fields.items() if (id_, name) not in rules.settled_rows}
        return rules.edit(id_, lambda row: replace(row, **free))

    return change


def set_exclusion(id_: str, other: str, *, excludes: bool) -> Change:
    """Return a change by which a row swallows another, or does not, unless a house settled it."""

    def change(rules: RuleSet) -> RuleSet:
        if rules.settled_rows & {(id_, "excludes"), (other, "excluded_by")}:
            return rules
        return rules.edit(id_, swallow)

    def swallow(row: Row) -> Row:
        kept = tuple(each for each in row.excludes if each != other)
        return replace(row, excludes=(*kept, other) if excludes else kept)

    return change


def set_table(**fields: Any) -> Change:
    """Return a change that sets fields of the table's rules."""
    return lambda rules: replace(rules, table=replace(rules.table, **fields))


def set_closedness(**fields: Any) -> Change:
    """Return a change that sets what makes a value the closed one."""
    return lambda rules: replace(rules, closedness=rules.closedness._replace(**fields))


def drop_rows(*ids: str) -> Change:
    """Return a change that removes rows from the table."""
    return lambda rules: rules.without(ids)


def in_order(*changes: Change) -> Change:
    """Return a change that applies several, one after another."""
    return lambda rules: reduce(lambda changed, change: change(changed), changes, rules)


each_limit = set_fields(each_limit=True)
NO_LIMIT: Mapping[object, Change] = {"none": set_fields(limit=None)}
UNCAPPED: Mapping[object, Change] = dict.fromkeys(("none", None), set_fields(cap=NO_CAP))


def no_bonus_win(most: int) -> Change:
    """Return a change by which more bonus tiles than `most` no longer win with any other tiles.

    A house may let fewer win.
    """

    def change(rules: RuleSet) -> RuleSet:
        wins = rules.bonus_wins
        kept = wins if wins is not None and wins <= most else None
        return replace(rules, bonus_wins=kept, bonus_robbed=False)

    return change


def custom(name: str, question: str, answers: tuple[object, ...]) -> Option:
    """Return an option that is recorded but changes no score; the default comes first."""
    return choice(name, question, dict.fromkeys(answers, no_change))


def table_choice(name: str, question: str, answers: tuple[object, ...]) -> Option:
    """Return an option that sets the field of that name in the table's rules."""
    return choice(name, question, {answer: set_table(**{name: answer}) for answer in answers})


def _quoted_answer(answer: object) -> str:
    return str(answer).lower() if isinstance(answer, bool) else repr(answer)


def start(points: int, least: int = 0) -> Option:
    """Return the option of how many points everyone begins with."""
    question = "How many points does everyone start with?"
    return whole_number(
        "start",
        question,
        points,
        lambda points: lambda rules: set_table(start=rules.table.in_coins(points))(rules),
        least,
    )


def _set_false_win(rules: RuleSet, answer: object) -> RuleSet:
    if not isinstance(answer, str) or not PENALTY.fullmatch(answer):
        quoted = _quoted_answer(answer)
        raise ValueError(
            Sentence(
                "must be none, pay_max_selfdraw_each, fixed:n or bank:n, not {answer}",
                answer=quoted,
            )
        )
    return replace(rules, false_win=answer)


def _set_money(rules: RuleSet, answer: object) -> RuleSet:
    is_number = isinstance(answer, int | float) and -inf < answer < inf
    if answer is not None and (isinstance(answer, bool) or not is_number):
        raise ValueError(
            Sentence("must be a number or null, not {answer}", answer=_quoted_answer(answer))
        )
    return rules


def bonus_tiles(*seasons_rows: str) -> Option:
    """Return the option of how many bonus tiles are in play.

    `seasons_rows` are the rows that do not exist with flowers only. Without bonus tiles no row for
    them exists, nor one for having none.
    """

    def flowers_only(rules: RuleSet) -> RuleSet:
        kept = {t: wind for t, wind in rules.bonus_winds.items() if t.suit is Suit.FLOWERS}
        return no_bonus_win(4)(replace(rules.without(seasons_rows), bonus_winds=kept))

    def none(rules: RuleSet) -> RuleSet:
        gone = [row.id for row in rules.rows if row.is_of_bonus]
        return no_bonus_win(0)(replace(rules.without(gone), bonus_winds={}))

    question = "How many bonus tiles are used? 4 means only the flowers."
    return choice("bonus_tiles", question, {8: no_change, 4: flowers_only, 0: none})


def _swap_flowers(rules: RuleSet) -> RuleSet:
    third, fourth = Tile.parse("3f"), Tile.parse("4f")
    others = {third: fourth, fourth: third}
    winds = {tile: rules.bonus_winds[others.get(tile, tile)] for tile in rules.bonus_winds}
    return replace(rules, bonus_winds=winds)


def minimum(faan: int) -> Option:
    """Return the option of how many faan a win needs."""
    question = "How many faan does a win need?"
    return whole_number("minimum", question, faan, lambda faan: set_fields(minimum=faan))


def cap(faan: int, others: Mapping[object, Change] = {}) -> Option:
    """Return the option of the most faan that a hand pays; `others` as for `whole_number`."""
    question = "How many faan are paid at most?"
    return whole_number("cap", question, faan, lambda faan: set_fields(cap=faan), 0, others)


BONUS_MAP = choice(
    "bonus_map",
    "Do flowers 3 and 4 belong to the seats of their printed numbers, or are they swapped?",
    {"printed": no_change, "swap_flowers_3_4": _swap_flowers},
)
MULTIPLE_WINNERS = choice(
    "multiple_winners",
    "If two players win on one discard, does the first in turn win, or do all?",
    {"first_in_turn": no_change, "all": set_fields(all_claims_win=True)},
)


def _responsible_for_a_limit(rules: RuleSet) -> RuleSet:
    ways = with_ways(rules.payment.responsible, ON_A_LIMIT)
    return replace(rules, payment=replace(rules.payment, responsible=ways))


FALSE_WIN = Option(
    "false_win",
    "What does a player pay for a false win?",
    "none, pay_max_selfdraw_each, fixed:n for n points to each other player, or bank:n for n "
    "points to nobody",
    "none",
    _set_false_win,
)
RESPONSIBILITY = choice(
    "responsibility",
    "Does a player who fed a limit hand pay for all? (包)",
    {"none": no_change, "limit": _responsible_for_a_limit},
)
MONEY_PER_POINT = Option(
    "money_per_point",
    "What is a point worth in money, if anything?",
    "a number, or null",
    None,
    _set_money,
)


def table_options(customs: TableRules) -> tuple[Option, ...]:
    """Return the options of the table, whose defaults are a rule set's own customs."""
    ends = customs.bust_ends_game
    others = [name for name in SHORT_PAYMENTS if name != customs.short_payment]
    return (
        start(customs.start, least=1),
        table_choice("rounds", "How many rounds does a game have?", (4, 3, 2, 1)),
        *next_dealer(customs),
        table_choice(
            "bust_ends_game",
            "Does the game end when a player has no points left?",
            (ends, not ends),
        ),
        table_choice(
            "short_payment",
            "Does a player who cannot pay in full pay what they have, or go below zero?",
            (customs.short_payment, *others),
        ),
    )


# What each custom becomes if East is to stay after winning, and if not.
_EAST_STAYS = {"always_passes": "passes_unless_east_wins"}
_EAST_PASSES = {
    "passes_unless_east_wins": "always_passes",
    "winner_deals": "winner_deals_after_east",
}


def next_dealer(customs: TableRules) -> tuple[Option, ...]:
    """Return the options of whether East stays, after winning and after a drawn hand."""
    keeps, stays = customs.deal in _EAST_PASSES, customs.draw_keeps_dealer
    deals = _EAST_PASSES if keeps else _EAST_STAYS
    draw = table_choice(
        "draw_keeps_dealer", "Does East stay after a hand that nobody wins?", (stays, not stays)
    )
    question = "Does East stay after winning?"
    if customs.deal == "winner_deals":
        question = "If the winner deals: does East stay after winning?"
    return (
        switch(
            "east_keeps_on_win",
            question,
            lambda rules: set_table(deal=deals.get(rules.table.deal, rules.table.deal))(rules),
            default=keeps,
        ),
        draw._replace(alias="dealer_stays_on_draw"),
    )


def limit(points: int | str, others: Mapping[object, Change] = {}) -> Option:
    """Return the option of the most that a hand scores; `others` as for `whole_number`."""
    question = "How many points can a hand score at most?"
    return whole_number("limit", question, points, lambda most: set_fields(limit=most), 1, others)


def settle_as(schemes: Mapping[Scheme, Scheme]) -> Change:
    """Return a change of some schemes of settlement to others.

    Any other stays, such as that of a house whose losers pay in full.
    """
    return lambda rules: replace(rules, settle=schemes.get(rules.settle, rules.settle))


def in_full(usual: str, question: str) -> Option:
    """Return the option by which losers pay a winner the full score; `usual` names the default."""
    return choice(
        "settlement",
        f"{question} With the full score, East pays and receives double.",
        {usual: no_change, "winner_in_full": set_fields(settle=winner_in_full)},
    )


def add_rows(*rows: Row) -> Change:
    """Return a change that appends further rows to the table, unless a house has its own."""

    def change(rules: RuleSet) -> RuleSet:
        known = {row.id for row in rules.rows}
        return replace(rules, rows=(*rules.rows, *(row for row in rows if row.id not in known)))

    return change


CLAIMED_SET_EXPOSED = choice(
    "claimed_set_exposed",
    "Does the set that the winning discard completes count as exposed?",
    {True: no_change, False: set_closedness(claimed_opens=False)},
)


MISSING_SHARE, UNPAID, BORNE = "missing_share", "unpaid", "borne"


def fit_to_players(rules: RuleSet, players: int) -> RuleSet:
    """Return the rules for fewer players: the last winds are nobody's, a round has fewer deals.

    Raises ValueError if the shares of the missing players cannot be divided.
    """
    borne = rules.answer(MISSING_SHARE) == BORNE
    pays = (_with_borne_shares if borne else _without_missing_shares)(rules.payment, players - 1)
    # A game has one round for each wind that somebody sits at.
    rounds = min(rules.table.rounds, players) if rules.table.length == "rounds" else None
    table = replace(rules.table, players=players, rounds=rounds or rules.table.rounds)
    return replace(rules, table=table, payment=pays)


def refit_to_players(rules: RuleSet, shares: Payment) -> RuleSet:
    """Return a house's rules for its few players, once a table has answered further options.

    `shares` are those of the house with four players.
    """
    pays = replace(
        rules.payment,
        discarder=shares.discarder,
        others=shares.others,
        self_draw=shares.self_draw,
    )
    return fit_to_players(replace(rules, payment=pays), rules.table.players)


def _without_missing_shares(pays: Payment, others: int) -> Payment:
    """Return the shares if nobody pays for the missing players.

    A discarder who pays alone pays for the players present: full gun and all shares of a self-draw
    are recognised by their number. Any other number of shares stays as it is.
    """
    if pays.others:
        return pays
    alone = {
        HALF_GUN[0] + (OTHERS - 1) * HALF_GUN[1]: HALF_GUN[0] + (others - 1) * HALF_GUN[1],
        OTHERS * pays.self_draw: others * pays.self_draw,
    }
    return replace(pays, discarder=alone.get(pays.discarder, pays.discarder))


def _with_borne_shares(pays: Payment, others: int) -> Payment:
    """Return the shares if the winner gets the same total as with four players.

    It is split evenly on a self-draw, otherwise the discarder pays the rest.
    """
    each, left = divmod(OTHERS * pays.self_draw, others)
    if left:
        raise ValueError(
            Sentence(
                "{shares} shares of a self-draw cannot be divided among {others}; choose "
                "missing_share {unpaid}",
                shares=OTHERS * pays.self_draw,
                others=others,
                unpaid=UNPAID,
            )
        )
    return replace(pays, self_draw=each, discarder=pays.discarder + (OTHERS - others) * pays.others)


FEW_PLAYERS: tuple[Option, ...] = (
    custom(
        MISSING_SHARE,
        "What the missing players would pay: does nobody pay it, or do the others bear it?",
        (UNPAID, BORNE),
    ),
    choice(
        "players",
        "How many play?",
        {
            PLAYERS: lambda rules: rules,
            3: lambda rules: fit_to_players(rules, 3),
            2: lambda rules: fit_to_players(rules, 2),
        },
    ),
)
