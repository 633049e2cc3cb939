"""The words for people: an answer as a breakdown that can be read aloud at the table."""

from collections.abc import Iterator, Mapping
from typing import Any

WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


def explain(answer: Mapping[str, Any]) -> str:
    """Return an answer of `scorer.wire.answer` as lines of text.

    >>> from scorer.wire import answer
    >>> request = {"hand": "234m 567m 345p 8s 678s +8s | 1f", "rules": "hk-500", "win": "self-draw"}
    >>> print(explain(answer(request)))
    234m 567m 345p 678s 88s
    Self-draw, closed hand    1 faan
    Own flower or season      1 faan
    All simples               1 faan
    3 faan, 8 points
    East receives 48: 16 from each other player.
    """
    return "\n".join(_lines(answer))


def _lines(answer: Mapping[str, Any]) -> Iterator[str]:
    if answer["sets"]:
        yield " ".join(answer["sets"])
    width = max((len(_title(row)) for row in answer["rows"]), default=0)
    names = {row["id"]: row["name"] for row in answer["rows"]} | {"limit": "the limit"}
    for row in answer["rows"]:
        yield f"{_title(row):{width}}  {_worth(row, names)}"
    if answer["faan"] is not None:
        yield _total(answer)
    yield from answer.get("details", {}).values()
    if answer["due"] is not None:
        yield _due(answer)


def _title(row: Mapping[str, Any]) -> str:
    return row["name"] if row["count"] == 1 else f"{row['name']} ×{row['count']}"


def _worth(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if row["excluded_by"] is None:
        return f"{row['faan']:3} faan"
    return f"  – already in {names[row['excluded_by']]}"


def _total(answer: Mapping[str, Any]) -> str:
    total = f"{answer['faan']} faan"
    if answer["limit"]:
        total += ", the limit"
    return total if answer["points"] is None else f"{total}, {answer['points']} points"


def _due(answer: Mapping[str, Any]) -> str:
    due, winner = answer["due"], WINDS[answer["winner"]]
    if "discarder" not in due:
        return f"{winner} receives {due['total']}: {due['each_other']} from each other player."
    discarder = WINDS[answer["from"]] if answer["from"] else "the discarder"
    return (
        f"{winner} receives {due['total']}: {due['discarder']} from {discarder}, "
        f"{due['each_other']} from each of the others."
    )
