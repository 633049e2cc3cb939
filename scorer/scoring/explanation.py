"""The words for people: an answer as a breakdown that can be read aloud at the table."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from scorer.core.sentences import (
    PluralSentence,
    RowName,
    Say,
    Sentence,
    columns,
    join_with_commas,
    points_text,
)
from scorer.core.tiles import WIND_NAMES, Wind

Answer: TypeAlias = Mapping[str, Any]


def explain(answer: Answer, say: Say = str) -> str:
    """Return an answer of `scorer.api.requests.answer` as lines of text.

    In the language that `say` speaks, where each row has one name: in English the name has the
    document's Chinese beside it.

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
    return "\n".join(_lines(answer, say))


def _lines(answer: Answer, say: Say) -> Iterator[str]:
    if answer["sets"]:
        yield " ".join(answer["sets"])
    if "claimed" in answer:
        claimed = answer["sets"][answer["claimed"]]
        yield say(Sentence("Completed by another player's tile: {claimed}", claimed=claimed))
    yield from _rows(answer["rows"], _number("".join(answer["sets"])), say)
    if answer.get("faan") is not None:
        yield say(faan_text(answer))
    elif answer.get("score") is not None:
        yield say(_score(answer))
    yield from map(say, answer.get("details", {}).values())
    if answer["due"] is not None:
        yield say(_due(answer))
    if answer.get("losers"):
        yield from _other_hands(answer, say)
    yield from map(say, answer.get("notes", ()))
    for row in answer.get("refused", ()):
        both = " ".join(dict.fromkeys((row["name"], row["zh"])))  # a house's may have one name
        name = both if say is str else row_title(row, say)
        yield say(Sentence("Not {row}: {why}.", row=name, why=row["why"]))


def row_title(row: Answer, say: Say) -> str:
    """Return the name of an answer's row in a language, a house's own if it has one there."""
    return say(RowName(row["name"], row["zh"], names=row.get("names")))


def _rows(rows: list[Answer], size: int, say: Say) -> Iterator[str]:
    """Yield a line for each row, with its tiles where they are fewer than `size`."""
    titles = [_title(row, size, say) for row in rows]
    width = max((columns(title) for title in titles), default=0)
    for title, row in zip(titles, rows, strict=True):
        space = " " * (width - columns(title))
        beside = f"  {row['zh']}" if say is str and row["zh"] != row["name"] else ""
        yield f"{title}{space}  {say(_worth(row))}{beside}"
        if "note" in row:
            yield f"  {say(row['note'])}"


def _title(row: Answer, size: int, say: Say) -> str:
    name = row_title(row, say)
    title = name if row["count"] == 1 else f"{name} ×{row['count']}"
    return f"{title} {row['tiles']}" if 0 < _number(row["tiles"]) < size else title


def _number(tiles: str) -> int:
    return sum(letter.isdigit() for letter in tiles)


def _worth(row: Answer) -> str:
    if row["excluded_by"] is not None:
        return Sentence("  – {why}", why=row["why"])
    if "faan" in row:
        return Sentence("{n} faan", n=f"{row['faan']:3}")
    return f" ×{row['times']}" if "times" in row else f"{row['points']:3}"


def faan_text(answer: Answer) -> str:
    """Return the faan, whether they are the limit, and the points of a lawful win."""
    total = Sentence("{n} faan", n=answer["faan"])
    if answer["limit"]:
        total = Sentence("{worth}, the limit", worth=total)
    if answer["points"] is None:
        return total
    return Sentence("{faan}, {points}", faan=total, points=points_text(answer["points"]))


def _score(answer: Answer) -> str:
    """Return how the points come about, leaving out what changes nothing."""
    total: object = answer["base"]
    said: str = str(answer["base"])
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
        said = Sentence("{sum}, at most {most}", sum=said, most=answer["score"])
    points = PluralSentence(answer["score"], "{sum} point", "{sum} points", sum=said)
    return Sentence("{worth}, the limit", worth=points) if answer["limit"] else points


def _due(answer: Answer) -> str:
    due, winner = answer["due"], WIND_NAMES[answer["winner"]]
    receives = Sentence("{winner} receives {total}", winner=winner, total=due["total"])
    if "responsible" in due:
        payer, part = Sentence("the player who pays for all"), due["responsible"]
    elif "discarder" in due:
        payer = WIND_NAMES[answer["from"]] if answer["from"] else Sentence("the discarder")
        part = due["discarder"]
    else:
        payer, part = Sentence("the other player"), due["each_other"] or None  # 0 is said of each
    if part == due["total"]:
        return Sentence("{receives}, all of it from {payer}.", receives=receives, payer=payer)
    if "discarder" not in due:
        others = Sentence("{n} from each other player", n=due["each_other"])
        parts = [*_from_east(due), others]
    else:
        first = Sentence("{n} from {payer}", n=due["discarder"], payer=payer)
        others = Sentence("{n} from each of the others", n=due["each_other"])
        if "dealer" in due:
            others = Sentence("{n} from the other player", n=due["each_other"])
        parts = [first, *_from_east(due), *([others] if due["each_other"] else [])]
    return Sentence("{receives}: {parts}.", receives=receives, parts=join_with_commas(parts))


def _from_east(due: Answer) -> Iterator[str]:
    if "dealer" in due:
        yield Sentence("{n} from {payer}", n=due["dealer"], payer=WIND_NAMES[Wind.EAST])


def _other_hands(answer: Answer, say: Say) -> Iterator[str]:
    """Yield lines on the hands that did not win, and what each player gains where all are known."""
    for wind, hand in answer["losers"].items():
        if hand["score"] is not None:
            sets = " ".join(hand["sets"]) or Sentence("no set")
            yield say(Sentence("{wind}: {sets}", wind=WIND_NAMES[wind], sets=sets))
            size = _number("".join(hand["sets"])) + 1  # even a single set is worth naming
            yield from (f"  {line}" for line in _rows(hand["rows"], size, say))
            yield f"  {say(_score(hand))}"
    if answer["payments"] is not None:
        yield say(
            join_with_commas(
                Sentence("{wind} {gain}", wind=WIND_NAMES[wind], gain=f"{gain:+}" if gain else "0")
                for wind, gain in answer["payments"].items()
            )
        )
