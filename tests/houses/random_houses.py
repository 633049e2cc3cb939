"""House files drawn from a seed: what a table may write, and now and then what none may."""

import random
from collections.abc import Iterator

from scorer.patterns.catalogue import PATTERNS
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rulesets.house_money import DISCARDS, LADDERS
from scorer.rulesets.ready_rows import READY_ROWS

BASES = ("hk-500", "hk-majlife")
SEED = 35


def house_files(number: int, seed: int = SEED, *, few: bool = False) -> Iterator[str]:
    """Yield so many house files; most can be played. With `few` some are of three or two."""
    drawn = random.Random(seed)
    players = random.Random(seed + 1)
    for place in range(number):
        text = "\n".join(_lines(drawn, place)) + "\n"
        yield text.replace("[options]", "\n".join(("[options]", *_few(players)))) if few else text


def _few(drawn: random.Random) -> Iterator[str]:
    if drawn.random() < 0.4:
        yield f"players = {drawn.choice((3, 3, 2))}"
        if drawn.random() < 0.5:
            yield f'missing_share = "{drawn.choice(("unpaid", "borne"))}"'


def _lines(drawn: random.Random, place: int) -> Iterator[str]:
    yield f'format = 2\nbase = "{drawn.choice(BASES)}"\nname = "House {place}"\n\n[options]'
    least, most = drawn.choice((0, 0, 1, 3)), drawn.choice((7, 8, 10, 13))
    yield f"minimum = {least}\ncap = {most}"
    if drawn.random() < 0.3:
        yield f"double_limit = {str(drawn.random() < 0.5).lower()}"
    if drawn.random() < 0.2:
        yield 'responsibility = "limit"'
    if drawn.random() < 0.8:
        yield from ("\n[points]", *_points(drawn, least, most))
    if drawn.random() < 0.9:
        yield from ("\n[payment]", *_payment(drawn))
    yield "\n[rows]"
    for id_ in drawn.sample(sorted(READY_ROWS), 3):
        yield f"{id_} = {drawn.choice(('true', '1', '2', '{ closed = 2, open = 1 }'))}"
    for number in range(drawn.randrange(4)):
        yield from _row(drawn, number)


def _points(drawn: random.Random, least: int, most: int) -> Iterator[str]:
    unit = drawn.choice(("0.25", "0.5", "1", "0.1", "2", "0.05"))
    if drawn.random() < 0.6:
        yield f'ladder = "{drawn.choice(sorted(LADDERS))}"\nunit = {unit}'
        return
    paid = 0
    for faan in sorted({least, *drawn.sample(range(least, most + 1), 3)}):
        paid += drawn.randrange(1, 400)
        yield f"{faan} = {paid / drawn.choice((1, 4, 10, 100)) + paid:.2f}"


def _payment(drawn: random.Random) -> Iterator[str]:
    if drawn.random() < 0.5:
        yield f'discard = "{drawn.choice(sorted(DISCARDS))}"'
    elif drawn.random() < 0.8:
        others, discarder = drawn.randrange(3), drawn.randrange(1, 7)
        total = f", total = {discarder + 2 * others}" if drawn.random() < 0.5 else ""
        yield f"discard = {{ discarder = {discarder}, others = {others}{total} }}"
    if drawn.random() < 0.5:
        yield f"self_draw = {{ others = {drawn.randrange(1, 5)} }}"
    if drawn.random() < 0.3:
        yield f"dealer = {drawn.choice((2, 3))}"
    if drawn.random() < 0.3:
        yield f"most = {drawn.choice((5, 40, 300))}"
    if drawn.random() < 0.6:
        ways = drawn.sample(sorted(RESPONSIBILITIES), drawn.randrange(1, 5))
        told = ", ".join(f'{way} = "{drawn.choice(("due", "self_draw"))}"' for way in ways)
        yield f"responsibility = {{ {told} }}"


def _row(drawn: random.Random, number: int) -> Iterator[str]:
    pattern = PATTERNS[drawn.choice(sorted(PATTERNS))]
    yield f'\n[[row]]\nid = "own_{number}"\npattern = "{pattern.id}"'
    for argument in pattern.arguments:
        said = drawn.choice(argument.values)
        if said is not None:
            text = f'"{said}"' if isinstance(said, str) else str(said).lower()
            yield f"{argument.name} = {text}"
    closed = drawn.choice(("1", "3", '"max"', "0"))
    yield f"closed = {closed}\nopen = {drawn.choice(('1', '2'))}"
    if drawn.random() < 0.3:
        yield f'all_of = ["{drawn.choice(sorted(PATTERNS))}"]'
    if number and drawn.random() < 0.5:
        yield 'excludes = ["own_0"]'
