"""A score as public JSON: its rows with their reasons, and who pays."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from scorer.core.hand import Finding, Meld
from scorer.core.sentences import RowName, Sentence, join_sentences, points_text
from scorer.core.tiles import WIND_NAMES, Wind, format_tiles
from scorer.core.win import Role, Win
from scorer.patterns.winning_tile import REPLACEMENTS
from scorer.rules.hand_count import HandCount
from scorer.rules.row import LIMIT, Limit, Line, Row
from scorer.rules.rule_set import RuleSet
from scorer.scoring.explanation import explain
from scorer.scoring.hand_score import HandScore, as_drawn, score_hand
from scorer.scoring.near_misses import near_misses
from scorer.scoring.score import Score

Json: TypeAlias = dict[str, Any]


def score_json(scored: Score) -> Json:
    """Return the answer to a request, with the other hands where everyone scores."""
    asked, rules, payments = scored.hand, scored.rules, scored.payments
    best, declared = asked.count, asked.declared
    answer: Json = {
        "rules": rules.id,
        **_hand(asked),
        "winner": str(declared.seat) if declared.role is Role.WINNER else None,
        "from": str(declared.discarder) if declared.discarder else None,
        "due": in_points(scored.due, rules),
        "payments": in_points(payments, rules),
    }
    if not asked.is_valid:
        answer["details"] = details(asked.findings)
    if best and best.missing:
        answer["missing"] = best.missing
    if rules.everyone_scores and declared.role is Role.WINNER:
        answer["losers"] = {
            str(wind): _hand(hand) | ({} if hand.is_valid else {"details": details(hand.findings)})
            for wind, hand in scored.losers.items()
        }
    if notes := list(_notes(scored)):
        answer["notes"] = notes
    return answer


def explained_json(scored: Score) -> Json:
    """Return the answer with `refused`, the rows narrowly missed, and everything as `text`."""
    answer = score_json(scored)
    answer["refused"] = refused = []
    for missed in near_misses(scored.hand):
        row: Json = {**row_labels(missed.row), "why": missed.why}
        if missed.lack is not None:
            row["lack"] = {"kind": missed.lack.kind, "values": list(missed.lack.values)}
        if missed.reading is not None:
            figures = _figures(missed.reading, scored.rules)
            row["reading"] = {"sets": _sets(missed.reading.win), **figures}
        refused.append(row)
    return answer | {"text": explain(answer)}


def in_points(
    amounts: Mapping[str, int] | Mapping[Wind, int] | None, rules: RuleSet
) -> Json | None:
    """Return amounts of coins in points, by plain names; None stays None."""
    if amounts is None:
        return None
    return dict(zip(map(str, amounts), rules.table.all_in_points(amounts.values()), strict=True))


def _figures(scored: HandCount | HandScore, rules: RuleSet) -> Json:
    """Return the result of a reading or a hand; points that faan pay are converted from coins."""
    figures: Json = dict(scored.figures)
    if figures.get("points") is not None:
        figures["points"] = rules.table.in_points(figures["points"])
    return figures


def _notes(scored: Score) -> Iterator[str]:
    """Yield notes on parts of the request that change nothing, and on who pays."""
    asked = scored.hand
    earning = asked.declared.circumstances & asked.rules.events
    if asked.count and REPLACEMENTS in earning:
        yield Sentence(
            "The winning tile replaced a bonus tile that had itself been drawn for a kong: it "
            "counts as one replacement tile."
        )
    if asked.count and scored.borne is None and (row := scored.paid_as_draw):
        yield Sentence(
            "{row} counts as a self-draw: every other player pays the same, whoever discarded.",
            row=row,
        )
    if scored.is_valid and (borne := scored.borne):
        way = {"name": RowName(borne[0].name, borne[0].zh), "chinese": borne[0].zh}
        if scored.responsible is None:
            yield Sentence(
                "The player whose kong was robbed pays for all: {name} {chinese}.", **way
            )
        else:
            payer = WIND_NAMES[scored.responsible]
            yield Sentence("{payer} pays for all: {name} {chinese}.", payer=payer, **way)
    if not scored.unused:
        return
    why = Sentence("{rules} only scores the winner's hand", rules=scored.rules.id)
    if asked.declared.role is Role.LOSER:
        why = Sentence("A hand that did not win is scored on its own")
    yield Sentence(
        '{why}: "losers" ({losers}) changes nothing here.', why=why, losers=", ".join(scored.unused)
    )


def _hand(scored: HandScore) -> Json:
    best = scored.count
    claimed = None if best is None else _claimed_place(best.win)
    rows = [] if best is None else _rows(scored, best, claimed)
    answer = {
        "valid": scored.is_valid,
        "problems": list(scored.problems.names),
        **_figures(scored, scored.rules),
        "limit": scored.is_limit,
        "rows": rows,
        "sets": _sets(best.win) if best else [],
    }
    # Some rows depend on where a set came from: a pung's, and those with a note.
    if (
        best is not None
        and claimed is not None
        and (best.win.sets[claimed].is_pung or any("note" in row for row in rows))
    ):
        answer["claimed"] = claimed
    return answer


def _claimed_place(win: Win) -> int | None:
    """Return the index of the set that another player's tile completed, None for a drawn one."""
    return next((at for at in range(len(win.sets)) if win.is_claimed(at)), None)


def _rows(scored: HandScore, best: HandCount, claimed: int | None) -> list[Json]:
    rows = [_line(line, best.win, scored) for line in best.lines]
    if claimed is not None and any(
        line.counts and _may_gain_by_draw(line, best.win, scored.rules) for line in best.lines
    ):
        _add_drawn_worths(rows, scored, best, best.win.sets[claimed])
    return rows


def _may_gain_by_draw(line: Line, win: Win, rules: RuleSet) -> bool:
    """Return whether the claimed tile alone may keep a row, by its sets, from its closed value."""
    row = line.row
    if row.is_fixed or line.value == row.closed:
        return False
    drawn = rules.closedness._replace(claimed_opens=False)
    ways = row.places(win) if line.places is None else (line.places,)
    return any(drawn.holds(win, places) for places in ways)


_WORTH_TEXTS: Mapping[str, Callable[[int], str]] = {
    "faan": lambda n: Sentence("{n} faan", n=n),
    "points": points_text,
    "times": str,
}


def _add_drawn_worths(
    rows: list[Json], scored: HandScore, best: HandCount, completed: Meld
) -> None:
    """Add what rows would be worth had the last tile been drawn: `drawn` and a `note`."""
    instead = score_hand(as_drawn(scored.declared), scored.rules).count
    drawn = [(instead.win, line) for line in instead.lines if line.counts] if instead else []
    least: dict[str, int] = {}
    for line in best.lines:
        least[line.row.id] = min(line.worth, least.get(line.row.id, line.worth))
    better = {
        (line.row.id, format_tiles(line.row.tiles(win, line.places))): line
        for win, line in drawn
        if line.worth > least.get(line.row.id, line.worth)
    }
    for row, line in zip(rows, best.lines, strict=True):
        other = better.get((line.row.id, row["tiles"]))
        if other is None or not line.counts or other.worth <= line.worth:
            continue
        row["drawn"] = other.worth
        worth = _WORTH_TEXTS[_kind_of_worth(line, scored.rules)](other.worth)
        if isinstance(other.value, Limit):
            worth = Sentence("{worth}, the limit", worth=worth)
        row["note"] = Sentence(
            "another player's tile completed {completed}, so it counts as open; drawn from the "
            "wall it would be worth {worth}",
            completed=completed,
            worth=worth,
        )


def _kind_of_worth(line: Line, rules: RuleSet) -> str:
    """Return the public name of what a row is worth."""
    if not rules.everyone_scores:
        return "faan"
    return "times" if line.row.part.multiplies else "points"


def _line(line: Line, win: Win, scored: HandScore) -> Json:
    row = line.row
    answer: Json = {
        **row_labels(row),
        "count": line.times,
        _kind_of_worth(line, scored.rules): line.worth,
        "tiles": format_tiles(line.row.tiles(win, line.places)),
        "excluded_by": line.excluded_by,
    }
    if line.excluded_by is not None:
        answer |= _exclusion(line, scored)
    elif isinstance(line.value, Limit) and isinstance(row.open, int):
        answer["closed"] = True
        answer["note"] = Sentence("the limit, because nothing was exposed before the win")
        if row.closed_if is not None:
            answer["note"] = Sentence("the limit, because all of it was concealed")
    return answer


def row_labels(row: Row) -> Json:
    """Return the id, names and value of a row as JSON."""
    return {
        "id": row.id,
        "name": row.name,
        "zh": row.zh,
        "value": row.value,
        "wording": row.wording,
        **({"names": dict(row.names)} if row.names else {}),
    }


def _exclusion(line: Line, scored: HandScore) -> Json:
    """Return why a row does not count, in words, and whether it is part of the row that does."""
    if line.excluded_by == LIMIT:
        return {"why": Sentence("the limit is already reached without it")}
    (by,) = (row for row in scored.rules.rows if row.id == line.excluded_by)
    name = RowName(by.name, by.zh, names=dict(by.names))
    if line.row.id in by.excludes:
        return {"why": Sentence("already part of {row}", row=name), "part": True}
    return {"why": Sentence("{row} counts instead", row=name), "part": False}


def _sets(win: Win) -> list[str]:
    return [str(part) for part in win.sets]


def details(findings: Iterable[Finding]) -> dict[str, str]:
    """Return the sentences on each problem, by its name."""
    sentences: dict[str, str] = {}
    for finding in findings:
        (name,) = finding.problem.names
        prior = sentences.get(name)
        sentences[name] = join_sentences((prior, finding.detail)) if prior else finding.detail
    return sentences
