"""Sentences keep their parts wherever they go, and are ordinary texts all the while."""

import copy
import json
import pickle

import pytest

from scorer.api.comparison import compare, comparison_lines
from scorer.api.requests import RequestError, answer, answer_with_reasons
from scorer.core.sentences import (
    CodedError,
    PluralSentence,
    RowName,
    Sentence,
    columns,
    join_sentences,
    read_sentence,
    sentence_json,
)
from scorer.ledger.game import LedgerError
from scorer.rules.rule_set import OptionError
from scorer.scoring.explanation import explain


def test_a_megabyte_that_a_caller_sent_is_not_repeated():
    text = Sentence(
        "{left} and {right} {count}", left=Sentence("a" * 3000), right="b" * 10**6, count=3
    )
    assert text == f"{'a' * 3000} and {'b' * 200}… 3"
    assert read_sentence(sentence_json(text)) == text
    assert copy.copy(text).values == text.values


@pytest.mark.parametrize(
    "text",
    [
        Sentence("There is no tile {tile}.", tile="'0m'"),
        Sentence("{part} {{as it is}}", part=Sentence("Nested.")),
        PluralSentence(2, "{n} tile", "{n} tiles"),
    ],
)
def test_a_sentence_is_a_text_and_keeps_its_parts(text):
    assert json.loads(json.dumps(text)) == text
    again = pickle.loads(pickle.dumps(text))
    for kept in (again, copy.deepcopy(text), str(ValueError(text))):
        assert kept == text
        assert (kept.english, kept.values) == (text.english, text.values)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("plain {x}", "plain {x}"),
        (7, "7"),
        ({"english": "{{a}} {b}", "values": {"b": "c"}}, "{a} c"),
        ({"english": "{b}", "values": {}}, "{b}"),
        ({"english": "{b}"}, "{b}"),
        ({"english": "{b.real}{b}", "values": {"b": "c"}}, "{b.real}{b}"),
        ({"english": "{", "values": {}}, "{"),
        ({"english": "{0}", "values": {"0": "c"}}, "{0}"),
    ],
)
def test_whatever_another_process_tells_is_a_text(told, text):
    assert read_sentence(told) == text


def test_a_sentence_comes_whole_from_another_process():
    text = Sentence("{part} of {n}", part=Sentence("One"), n=3)
    again = read_sentence(json.loads(json.dumps(sentence_json(text))))
    assert (again, again.english) == (text, text.english)
    assert again.values["part"].english == "One"


@pytest.mark.parametrize("number", [1, 2])
def test_another_process_counts_in_its_own_language(number):
    text = PluralSentence(number, "{n} {what} tile", "{n} {what} tiles", what=Sentence("odd"))
    for again in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text)):
        assert (again, again.english, again.values) == (text, text.english, text.values)
        assert (again.number, again.one) == (number, "{n} {what} tile")


def test_a_row_keeps_its_names():
    row = RowName("half flush", "混一色", "Half flush")
    again = pickle.loads(pickle.dumps(row))
    for kept in (again, copy.copy(row), str(row)):
        assert (kept, kept.english, kept.chinese) == ("half flush", "Half flush", "混一色")


def test_english_counts_as_it_is_used_to():
    said = [
        PluralSentence(n, "{n} tile {where}", "{n} tiles {where}", where="left") for n in range(3)
    ]
    assert said == ["0 tiles left", "1 tile left", "2 tiles left"]


def test_chinese_letters_take_two_columns():
    assert [columns(text) for text in ("", "3 faan", "混一色", "ﾂﾓ")] == [0, 6, 6, 2]


def test_what_is_wrong_with_a_hand_is_told_by_pattern_and_parts():
    found = answer({"hand": "123m 456m 789m 5z +5z", "rules": "hk-500"})["details"]
    told = found["tile_count"]
    assert told.english.startswith("A winning hand has {whole} tiles")
    assert told.values == {"whole": 14, "tiles": 11}
    several = answer({"hand": "0m 123q +5z", "rules": "hk-500"})["details"]["bad_notation"]
    assert several == join_sentences(several.values.values())
    with pytest.raises(RequestError) as caught:
        answer({"hand": "+5z", "rules": "hk-50"})
    assert caught.value.detail.values["near"].values["nearest"] == "'hk-500'"


def test_a_breakdown_is_said_in_another_language():
    request = {"hand": "123m 456m 789m 55z +9s 99s", "rules": "hk-500", "win": "self-draw"}
    told = explain(answer_with_reasons(request), lambda text: f"<{text}>").splitlines()
    assert told[1] == "<Self-draw, closed hand> 9s  <  1 faan>"
    assert told[-1].startswith("<Not <Dragon pung>: needs 5z")
    swallowed = answer({"hand": "11m 22m 33m 44m 55m 66m 7m +7m", "rules": "hk-500"})
    assert "<  – already part of Two double chows>" in explain(swallowed, lambda text: f"<{text}>")
    plain = compare({name: value for name, value in request.items() if name != "rules"})
    assert "4 faan, 16 points" in "\n".join(comparison_lines(plain))
    limit = compare({"hand": "19m 19p 19s 123456z 7z +7z"})
    assert "faan, the limit, " in "\n".join(comparison_lines(limit))
    none = compare({"hand": "123m 456m 789m 55z +9s 98s"})
    lines = [*comparison_lines(none, lambda text: f"<{text}>")]
    assert any("<no win: not_a_winning_hand>" in line for line in lines)


@pytest.mark.parametrize("kind", [CodedError, LedgerError, OptionError, RequestError])
def test_what_went_wrong_is_the_same_in_another_process(kind) -> None:
    raised = kind("unknown_rules", Sentence("There are no rules {name}.", name="x"))
    kept = pickle.loads(pickle.dumps(raised))
    assert type(kept) is kind
    assert (kept.code, kept.detail, str(kept)) == (raised.code, raised.detail, str(raised))
    assert kept.detail.english == raised.detail.english
