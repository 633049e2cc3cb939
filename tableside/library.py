"""Hands scored with plain values: what `import tableside` offers without any extra installed."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Literal, Never, TypeAlias

from scorer.api.requests import RequestError, house_rules, request_of
from scorer.api.scores import explained_json
from scorer.core.sentences import hint
from scorer.core.tiles import Wind
from scorer.rules.rule_set import RuleSet
from scorer.scoring import score as scoring
from scorer.scoring.score import Score

WindLetter: TypeAlias = Literal["E", "S", "W", "N"]
CircumstanceName: TypeAlias = Literal[
    "first-draw",
    "first-discard",
    "last-wall-tile",
    "last-discard",
    "kong-replacement",
    "bonus-replacement",
    "kong-on-kong",
    "robbing-kong",
    "original-hand",
    "dealt-hand",
]
OptionValue: TypeAlias = bool | float | str | Sequence[str] | None
"""The answer to a house option; `tableside rules ID` lists the options with their answers."""


def rule_set(id_: str, **options: OptionValue) -> RuleSet:
    """Return a rule set by its id, with its house options; RequestError for unknown ones."""
    return house_rules({"rules": id_, "options": options})


def score(  # noqa: PLR0913  (what a request may say, each by its name)
    hand: str,
    rules: str,
    *,
    seat: Wind | WindLetter = "E",
    round: Wind | WindLetter = "E",
    win: Literal["discard", "self-draw"] = "discard",
    from_: Wind | WindLetter | None = None,
    events: Sequence[CircumstanceName] = (),
    options: Mapping[str, OptionValue] | None = None,
    role: Literal["winner", "loser"] = "winner",
    losers: Mapping[Wind | WindLetter, str] | None = None,
    responsible: Wind | WindLetter | None = None,
    responsibility: str | None = None,
    **unknown: Never,
) -> Score:
    """Score the text of a hand by the id of a rule set.

    `seat` and `round` are the player's seat wind and the round wind, `from_` is the discarder's
    seat wind: without it a discard is not settled. `events` are circumstances of the win, `options`
    the house's answers. Where all four hands score, `losers` are the texts of the others by seat
    wind, and `role` says whether this one won. `responsible` is the seat wind of the player who
    pays for all, `responsibility` the id of the reason. Raises RequestError for what no rule set or
    request knows; `Score.findings` says what is wrong with a hand.
    """
    refuse(unknown, score)
    request = {
        "hand": hand,
        "rules": rules,
        "seat": seat,
        "round": round,
        "win": win,
        "from": from_,
        "events": events,
        "options": options,
        "role": role,
        "losers": losers,
        "responsible": responsible,
        "responsibility": responsibility,
    }
    return scoring.score(request_of(request))


def explain(scored: Score) -> str:
    """Return what a hand is worth in lines for people, row by row with the reasons."""
    return str(explained_json(scored)["text"])


def refuse(unknown: Mapping[str, object], function: Callable[..., object]) -> None:
    """Raise RequestError `unknown_field` for a keyword that a function does not take."""
    for name in unknown:
        keywords = [
            each.name
            for each in signature(function).parameters.values()
            if each.kind is Parameter.KEYWORD_ONLY
        ]
        detail = f"There is no keyword {name!r}{hint(name, keywords)}."
        raise RequestError("unknown_field", detail)
