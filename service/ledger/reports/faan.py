"""What a win comes to where only winners score: faan by the tiles or as agreed, and who owes."""

from collections.abc import Mapping

from scorer.api.scores import details, score_json
from scorer.core.tiles import Wind
from scorer.ledger.events import HandWon, Winning
from scorer.scoring.score import Request, Score, score
from scorer.settlement.payments import pays_for_all, settle_faan
from service.errors import RefusedError
from service.ledger.reports.claims import Claim, Reported, one_line
from service.schemas import games


def won(reported: Reported, body: games.Hand) -> HandWon:
    """The hand with what is due, not yet collected; RefusedError for one that cannot be."""
    if body.scores is not None or body.hands is not None:
        detail = f"With {reported.rules.id} only the winner scores; give hand or faan."
        raise RefusedError("not_for_these_rules", detail)
    wins: list[Winning] = []
    owed = dict.fromkeys(Wind, 0)
    winners = {reported.wind(claim.player) for claim in reported.claims}
    for claim in reported.claims:
        winning, payments = _winning(reported, claim)
        wins.append(winning)
        mine = reported.wind(claim.player)
        for wind in Wind:
            # Who wins the same discard owes a fellow winner nothing.
            if wind not in winners:
                owed[wind] += payments[wind]
                owed[mine] -= payments[wind]
    if reported.responsible is not None:
        owed = dict(_borne(reported, owed, wins))
    due = reported.by_player(owed)
    return HandWon(
        wins=tuple(wins),
        self_drawn=reported.self_drawn,
        discarder=reported.discarder,
        due=due,
        changes=due,
        responsible=reported.responsible,
        stamp=reported.agreement.stamp,
    )


def _winning(reported: Reported, claim: Claim) -> tuple[Winning, Mapping[Wind, int]]:
    if (claim.hand is None) == (claim.faan is None):
        given = "neither" if claim.hand is None else "hand and faan"
        detail = f"Give exactly one of hand or faan, not {given}."
        raise RefusedError("one_result", detail)
    if claim.hand is None:
        return _agreed(reported, claim, claim.faan or 0)
    won = scored(reported.request(claim, claim.hand))
    winning = Winning(
        player=claim.player,
        hand=one_line(claim.hand),
        faan=won.faan,
        circumstances=claim.circumstances,
        answer=score_json(won),
    )
    return winning, won.payments or {}


def scored(request: Request) -> Score:
    """The score of a hand that wins; RefusedError with every problem of one that does not."""
    won = score(request)
    if won.is_valid:
        return won
    problems = list(won.problems.names)
    detail = " ".join(details(won.findings).values())
    # A complete hand that is worth too little is another matter than tiles that do not win.
    code = "below_minimum" if problems == ["below_minimum"] else "invalid_hand"
    raise RefusedError(code, detail, problems=problems, answer=score_json(won))


def _agreed(reported: Reported, claim: Claim, faan: int) -> tuple[Winning, Mapping[Wind, int]]:
    rules = reported.rules
    if faan < rules.minimum:
        detail = f"{faan} faan are below the table's minimum of {rules.minimum}: no legal win."
        raise RefusedError("below_minimum", detail, problems=["below_minimum"])
    capped = min(faan, rules.cap)
    settled = settle_faan(capped, rules, reported.wind(claim.player), reported.thrower)
    winning = Winning(claim.player, faan=capped, circumstances=claim.circumstances)
    return winning, settled.deltas


def _borne(reported: Reported, owed: Mapping[Wind, int], wins: list[Winning]) -> Mapping[Wind, int]:
    """One player pays for all, where the house says so and the hand is a limit."""
    rules, player = reported.rules, reported.responsible
    if rules.customs.get("responsibility") is None:
        detail = "At this table nobody pays for all. Leave responsible out, or play with the "
        raise RefusedError("not_responsible", f"{detail}option responsibility: limit.")
    if player is None or any(player is win.player for win in wins):
        raise RefusedError("not_responsible", "A winner is not responsible for the own hand.")
    if any((win.faan or 0) < rules.cap for win in wins):
        detail = f"Only who fed a hand of the limit ({rules.cap} faan) pays for all."
        raise RefusedError("not_responsible", f"{detail} Leave responsible out.")
    return pays_for_all(owed, reported.wind(player))
