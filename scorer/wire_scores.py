"""A score as public JSON: its rows with their reasons, and who pays."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from scorer.explain import explain
from scorer.four_hands import FourHands
from scorer.near import Near, near
from scorer.patterns.moves import REPLACEMENTS
from scorer.payments import due_faan, settle_faan
from scorer.problems import Finding
from scorer.rows import LIMIT, Line, PointLine, Row
from scorer.score import Score
from scorer.shown import tiles_at, tiles_of
from scorer.tiles import Wind, format_tiles
from scorer.win import Role, Win

Json: TypeAlias = dict[str, Any]


def score_json(four: FourHands) -> Json:
    """Return the answer on a hand, with the other three where everyone scores.

    One wrong hand keeps all from being settled.
    """
    asked, rules = _asked(four), four.winner.rules
    best, declared = asked.count, asked.declared
    due, payments = _settled(four)
    answer: Json = {
        "rules": rules.id,
        **_hand(asked),
        "winner": str(declared.seat) if declared.role is Role.WINNER else None,
        "from": str(declared.discarder) if declared.discarder else None,
        "due": due,
        "payments": payments and {str(wind): amount for wind, amount in payments.items()},
    }
    if not asked.is_valid:
        answer["details"] = details(asked.findings)
    if best and best.missing:
        answer["missing"] = best.missing
    if rules.everyone_scores and declared.role is Role.WINNER:
        answer["losers"] = {str(wind): _other_hand(hand) for wind, hand in four.losers.items()}
    if notes := list(_notes(four)):
        answer["notes"] = notes
    return answer


def _notes(four: FourHands) -> Iterator[str]:
    """Say what was told and changes nothing."""
    asked = _asked(four)
    earning = asked.declared.circumstances & asked.rules.events
    if asked.count and REPLACEMENTS in earning:
        yield (
            "The winning tile replaced a bonus tile that had replaced a kong: one replacement "
            "tile, which counts once."
        )
    if not four.unused:
        return
    why = f"{four.winner.rules.id} scores the winner's hand alone"
    if four.winner.declared.role is Role.LOSER:
        why = "A hand that did not win is scored by itself"
    yield f"{why}: losers ({', '.join(four.unused)}) changes nothing here."


def explained_json(four: FourHands) -> Json:
    """Return the answer with `refused`, the rows missed by a little, and all of it as `text`."""
    answer = score_json(four)
    answer["refused"] = [_near(each) for each in near(_asked(four))]
    return answer | {"text": explain(answer)}


def _asked(four: FourHands) -> Score:
    """Return the winner's score, which is none where another hand is wrong."""
    found = four.findings
    if found == four.winner.findings:
        return four.winner
    return replace(four.winner, findings=found, count=None)


def _hand(scored: Score) -> Json:
    best = scored.count
    return {
        "valid": scored.is_valid,
        "problems": list(scored.problems.names),
        **(best.figures if best else dict.fromkeys(scored.rules.grammar.figures)),
        "limit": scored.is_limit,
        "rows": [_line(line, best.win, scored) for line in best.lines] if best else [],
        "sets": _sets(best.win) if best else [],
    }


def _other_hand(scored: Score) -> Json:
    found = {} if scored.is_valid else {"details": details(scored.findings)}
    return _hand(scored) | found


def _settled(four: FourHands) -> tuple[Mapping[str, int] | None, Mapping[Wind, int] | None]:
    """Return `due` and `payments`, each None where nobody can say."""
    scored, rules = four.winner, four.winner.rules
    if rules.everyone_scores:
        return None, four.payments
    faan = scored.count.figures["faan"] if scored.count and scored.is_valid else None
    if faan is None:
        return None, None
    declared = scored.declared
    due = due_faan(faan, rules, self_drawn=declared.self_drawn)
    if not declared.self_drawn and declared.discarder is None:
        return due, None
    return due, settle_faan(faan, rules, declared.seat, declared.discarder).deltas


def _line(line: Line | PointLine, win: Win, scored: Score) -> Json:
    places = line.places if isinstance(line, PointLine) else None
    tiles = tiles_of(line.row, win) if places is None else tiles_at(places, win)
    told: Json = {
        **_labels(line.row),
        "count": line.count,
        **line.figures,
        "tiles": format_tiles(tiles),
        "excluded_by": line.excluded_by,
    }
    if line.excluded_by is not None:
        told["why"] = _swallowed(line.excluded_by, scored)
    return told


def _labels(row: Row) -> Json:
    return {
        "id": row.id,
        "name": row.name,
        "zh": row.zh,
        "value": row.value,
        "wording": row.wording,
    }


def _swallowed(by: str, scored: Score) -> str:
    if by == LIMIT:
        return "the limit is reached without it"
    (name,) = (row.name for row in scored.rules.rows if row.id == by)
    return f"already in {name}"


def _near(missed: Near) -> Json:
    told: Json = {**_labels(missed.row), "why": missed.why}
    if missed.reading is not None:
        told["reading"] = {"sets": _sets(missed.reading.win), **missed.reading.figures}
    return told


def _sets(win: Win) -> list[str]:
    return [str(part) for part in win.sets]


def details(findings: Iterable[Finding]) -> dict[str, str]:
    """Return the sentences on each problem, by its name."""
    sentences: dict[str, str] = {}
    for finding in findings:
        (name,) = finding.problem.names
        said = sentences.get(name)
        sentences[name] = f"{said} {finding.detail}" if said else finding.detail
    return sentences
