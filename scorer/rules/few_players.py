"""Tables of three, and of two who learn: seats, shares and rounds (docs/rules/house.md, 6).

Every document is written for four, so these options are shown only where fewer play.
"""

from dataclasses import replace

from scorer.core.sentences import Sentence
from scorer.ledger.table import PLAYERS
from scorer.rules.options import choice, custom
from scorer.rules.payment import HALF_GUN, OTHERS, Payment
from scorer.rules.rule_set import Option, RuleSet

UNPAID, BORNE = "unpaid", "borne"


def fit_to_players(rules: RuleSet, players: int) -> RuleSet:
    """Return the rules for fewer players: the last winds are nobody's, a round has fewer deals.

    Raises ValueError where the shares of those who are not there cannot be divided.
    """
    borne = rules.customs.get("missing_share", UNPAID) == BORNE
    pays = (_with_borne_shares if borne else _without_missing_shares)(rules.payment, players - 1)
    # A game is a round for each wind that somebody sits at.
    rounds = min(rules.table.rounds, players) if rules.table.length == "rounds" else None
    table = replace(rules.table, players=players, rounds=rounds or rules.table.rounds)
    return replace(rules, table=table, payment=pays)


def _without_missing_shares(pays: Payment, others: int) -> Payment:
    """Return the shares where nobody pays for the missing players.

    A discarder who pays alone pays for the players who are there: full gun and all shares of a
    self-draw are recognised by their number. Any other number of shares stays as it is.
    """
    if pays.others:
        return pays
    alone = {
        HALF_GUN[0] + (OTHERS - 1) * HALF_GUN[1]: HALF_GUN[0] + (others - 1) * HALF_GUN[1],
        OTHERS * pays.self_draw: others * pays.self_draw,
    }
    return replace(pays, discarder=alone.get(pays.discarder, pays.discarder))


def _with_borne_shares(pays: Payment, others: int) -> Payment:
    """Return the shares where the winner gets the same total as with four players.

    It is split evenly on a self-draw, otherwise the discarder pays the rest.
    """
    each, left = divmod(OTHERS * pays.self_draw, others)
    if left:
        raise ValueError(
            Sentence(
                "{shares} shares of a self-draw cannot be divided by {others}; choose "
                "missing_share {unpaid}",
                shares=OTHERS * pays.self_draw,
                others=others,
                unpaid=UNPAID,
            )
        )
    return replace(pays, self_draw=each, discarder=pays.discarder + (OTHERS - others) * pays.others)


FEW_PLAYERS: tuple[Option, ...] = (
    custom(
        "missing_share",
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
