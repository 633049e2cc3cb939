"""Every key of a house file with every kind of value that it does not take: refused in words.

The keys are those that the program knows, so that a new one is tried from its first day.
"""

import json

import pytest

from scorer.patterns.catalogue import PATTERNS
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import (
    KEYS,
    HouseFileError,
    read_house_file,
    read_house_terms,
)
from scorer.rulesets.house_money import PAYMENTS
from scorer.rulesets.house_rows import BASE_ROW, OWN_ROW
from scorer.rulesets.ready_rows import READY_ROWS

WRONG = [
    *("[]", "[0, 0, 4]", '["x"]', '["all_chows"]', '[["x"]]', "[{}]", "{}", "{ a = 1 }"),
    *("{ closed = [1], open = {} }", "true", "false", "0", "-1", "1.5", "1e300", "nan", "inf"),
    *(str(10**25), '""', '"x"', '"\\u0000"', '"\\uD7FF"', '"e\\u0301"', "1979-05-27", "07:32:00"),
    *('"""a\nb"""', '[[[[["deep"]]]]]', '{ discarder = "two", others = [1] }'),
]
HEAD = 'format = 2\nbase = "{base}"\nname = "Ours"\n'
ARGUMENTS = sorted({each.name for pattern in PATTERNS.values() for each in pattern.arguments})


OWN = '[[row]]\nid = "own"\npattern = "four_pungs"\nvalue = 1\n'


def without(text, key):
    """A text without the line of a key."""
    return "".join(f"{line}\n" for line in text.split("\n") if not line.startswith(f"{key} "))


def lines(base):
    """Yield what a file of a base may say, with `{}` for each value."""
    head, rules = HEAD.format(base=base), RULE_SETS[base]
    yield from (f"{without(head, key)}{key} = {{}}\n" for key in KEYS)
    options = [option.name for option in (*rules.options, *rules.fewer_player_options)]
    yield from (f"{head}[options]\n{key} = {{}}\n" for key in (*options, "nothing"))
    rows = [*[row.id for row in rules.rows][:3], *list(READY_ROWS)[:4], "nothing"]
    yield from (f"{head}[rows]\n{key} = {{}}\n" for key in rows)
    inner = [(row, key) for row in rows for key in BASE_ROW.keys]
    yield from (f"{head}[rows]\n{row} = {{{{ {key} = {{}} }}}}\n" for row, key in inner)
    yield from (f"{head}[points]\n{key} = {{}}\n" for key in ("3", "ladder"))
    yield from (f'{head}[points]\nladder = "tiers"\n{key} = {{}}\n' for key in ("unit", "cap"))
    yield from (f"{head}[payment]\n{key} = {{}}\n" for key in PAYMENTS.keys)
    shares = [
        (pay, key)
        for pay in PAYMENTS.keys
        for key in ("discarder", "others", "total", "limit_hand")
    ]
    yield from (f"{head}[payment]\n{pay} = {{{{ {key} = {{}} }}}}\n" for pay, key in shares)
    yield from (f"{head}{without(OWN, key)}{key} = {{}}\n" for key in (*OWN_ROW, *ARGUMENTS))


FILES = [
    line.format(value)
    for base in ("hk-500", "classical-british")
    for line in lines(base)
    for value in WRONG
]


def refusal(text, read):
    """What a file is refused with; None for one that is taken."""
    try:
        read(text)
    except HouseFileError as error:
        return error
    return None


@pytest.mark.parametrize("read", [read_house_file, read_house_terms])
def test_a_wrong_value_is_refused_in_words(read):
    refused = [error for text in FILES if (error := refusal(text, read))]
    for error in refused:
        assert error.detail
        json.dumps(error.detail).encode()
    if read is read_house_file:
        assert len(refused) > len(FILES) * 0.8  # some of these are what a key may say
