"""The words for people: an answer as a breakdown that can be read aloud at the table."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Answer: TypeAlias = Mapping[str, Any]
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


def explain(answer: Answer) -> str:
    """Return an answer of `scorer.api.requests.answer` as lines of text.

    >>> from scorer.api.requests import answer
    >>> request = {"hand": "234m 567m 345p 8s 678s +8s | 1f", "rules": "hk-500", "win": "self-draw"}
    >>> print(explain(answer(request)))
    234m 567m 345p 678s 88s
    Self-draw, closed hand 8s    1 faan  門清自摸
    Own flower or season 1f      1 faan  正花
    All simples                  1 faan  斷幺
    3 faan, 8 points
    East receives 48: 16 from each other player.
    """
    return "\n".join(_lines(answer))


def _lines(answer: Answer) -> Iterator[str]:
    if answer["sets"]:
        yield " ".join(answer["sets"])
    if "claimed" in answer:
        yield f"Completed by another player's tile: {answer['sets'][answer['claimed']]}"
    yield from _rows(answer["rows"], _number("".join(answer["sets"])))
    if answer.get("faan") is not None:
        yield _faan(answer)
    elif answer.get("score") is not None:
        yield _score(answer)
    yield from answer.get("details", {}).values()
    if answer["due"] is not None:
        yield _due(answer)
    if answer.get("losers"):
        yield from _others(answer)
    yield from answer.get("notes", ())
    for row in answer.get("refused", ()):
        yield f"Not {row['name']} {row['zh']}: {row['why']}."


def _rows(rows: list[Answer], size: int) -> Iterator[str]:
    """Tell each row; its tiles where they are fewer than the `size` tiles of all sets."""
    titles = [_title(row, size) for row in rows]
    width = max((len(title) for title in titles), default=0)
    for title, row in zip(titles, rows, strict=True):
        yield f"{title:{width}}  {_worth(row)}  {row['zh']}"
        if "note" in row:
            yield f"  {row['note']}"


def _title(row: Answer, size: int) -> str:
    title = row["name"] if row["count"] == 1 else f"{row['name']} ×{row['count']}"
    return f"{title} {row['tiles']}" if 0 < _number(row["tiles"]) < size else str(title)


def _number(tiles: str) -> int:
    return sum(letter.isdigit() for letter in tiles)


def _worth(row: Answer) -> str:
    if row["excluded_by"] is not None:
        return f"  – {row['why']}"
    if "faan" in row:
        return f"{row['faan']:3} faan"
    return f" ×{row['times']}" if "times" in row else f"{row['points']:3}"


def _faan(answer: Answer) -> str:
    total = f"{answer['faan']} faan"
    if answer["limit"]:
        total += ", the limit"
    return total if answer["points"] is None else f"{total}, {answer['points']} points"


def _score(answer: Answer) -> str:
    """Say how the points come about, leaving out what changes nothing."""
    total, said = answer["base"], str(answer["base"])
    if answer["multiplier"] != 1:
        total, said = total * answer["multiplier"], f"{said} × {answer['multiplier']}"
    if answer["added"]:
        total, said = total + answer["added"], f"{said} + {answer['added']}"
    if answer["final_multiplier"] != 1:
        said = f"({said})" if answer["added"] else said
        total, said = total * answer["final_multiplier"], f"{said} × {answer['final_multiplier']}"
    if said != str(total):
        said = f"{said} = {total}"
    if total != answer["score"]:
        said = f"{said}, at most {answer['score']}"
    return f"{said} points, the limit" if answer["limit"] else f"{said} points"


def _due(answer: Answer) -> str:
    due, winner = answer["due"], WINDS[answer["winner"]]
    receives = f"{winner} receives {due['total']}"
    if "responsible" in due:
        return f"{receives}, all of it from who is responsible."
    if "discarder" not in due:
        east = f"{due['dealer']} from East, " if "dealer" in due else ""
        return f"{receives}: {east}{due['each_other']} from each other player."
    discarder = WINDS[answer["from"]] if answer["from"] else "the discarder"
    receives = f"{receives}: {due['discarder']} from {discarder}"
    if "dealer" in due:
        return f"{receives}, {due['dealer']} from East, {due['each_other']} from the other player."
    return f"{receives}, {due['each_other']} from each of the others."


def _others(answer: Answer) -> Iterator[str]:
    """Tell the hands that did not win, and what each player gains where all are known."""
    for wind, hand in answer["losers"].items():
        if hand["score"] is not None:
            yield f"{WINDS[wind]}: {' '.join(hand['sets']) or 'no set'}"
            size = _number("".join(hand["sets"])) + 1  # even a single set is worth naming
            yield from (f"  {line}" for line in _rows(hand["rows"], size))
            yield f"  {_score(hand)}"
    if answer["payments"] is not None:
        yield ", ".join(
            f"{WINDS[wind]} {gain:+}" if gain else f"{WINDS[wind]} 0"
            for wind, gain in answer["payments"].items()
        )
