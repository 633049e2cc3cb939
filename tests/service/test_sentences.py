"""What the service and some commands say, in a language that nobody speaks and in those there are.

A language in which every text stands in ⟦brackets⟧ shows what is left in English.
"""

import ast
import pickle
import re
from pathlib import Path

import pytest

import scorer
import service
import vision
from scorer.core.sentences import (
    PluralSentence,
    RowName,
    Sentence,
    join_sentences,
)
from service.cli.main import main
from service.http.field_errors import KNOWN, sentence_of
from service.locale import catalogues, sentences
from service.locale.catalogues import FILES
from service.locale.languages import languages
from service.locale.sentences import is_translated, translate

CARRIER = "ja"  # the language in whose place it is spoken
HAND = "123m 456m 789m 55z +9s 99s"
REFUSING = re.compile(r"(?:Error|Refusal|Finding|document)\(")
REFUSALS = re.compile(r"\w*(?:Error|Refusal|Finding|document)$")
# What is refused for programs and for who works on them, in English.
INTERNAL = {
    *("TypeError", "ValueError", "OSError", "AttributeError", "NotImplementedError", "EOFError"),
    *("ModelError", "WeightsError", "TimeoutError", "KeyError"),
    *("OperationalError", "PydanticCustomError", "RuntimeError", "DatabaseReplacedError"),
}
# What only the command line, and the log of its service, says.
_SERVICE = Path(service.__file__).parent
COMMAND_LINE = {
    *(_SERVICE / "cli").rglob("*.py"), *(_SERVICE / "certificates").glob("*.py"),
    *(_SERVICE / f"{name}.py" for name in ("settings", "files", "data_folder", "ledger/backup")),
    *(_SERVICE / "db" / f"{name}.py" for name in ("database", "identity", "sqlite_file")),
}  # fmt: skip
# Data among words: codes of tiles, names of options, commands, files, and what they are set to.
DATA = re.compile(
    r"'[^']*'|\"[^\"]*\"|`[^`]*`|\S*[\d/_=\-|.@#\[\]{}]\S*|\b[A-Z]{2,}\b|\b[a-z]+(?=:)"
    r"|tableside \w+"
)


def bare(text):
    """What of a text is in no brackets: a text may stand in a place of another."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = inner
    return text


def english(text, *data):
    """The words of a text that are in no language but English, `data` left out."""
    return [word for word in re.findall(r"[A-Za-z]{2,}", DATA.sub(" ", bare(text)))
            if word not in data]  # fmt: skip


@pytest.fixture
def pseudo(monkeypatch):
    """Speak that language in the place of another."""
    known = {name: catalogues.texts(CARRIER, name) for name in FILES}

    def texts(tag, name):
        assert tag == CARRIER
        return {
            key: f"⟦{key.rpartition('|')[2]}⟧" if isinstance(told, str) else (f"⟦{key}⟧",)
            for key, told in known[name].items()
        }

    for module in (catalogues, sentences):
        monkeypatch.setattr(module, "texts", texts)


@pytest.mark.parametrize(
    ("command", "status", "data"),
    [
        (["score", HAND, "--rules", "hk-500"], 0, ()),
        (["score", HAND, "--rules", "hk-500", "--option", "minimum=9"], 2, ()),
        (["score", HAND, "--rules", "all", "--win", "self-draw"], 0, ()),
        (["score", "19m 19p 19s 1234567z +1z", "--rules", "hk-majlife", "--from", "N"], 0, ()),
        (["score", "1f +x 123q", "--rules", "classical-20", "--event", "last-discard"], 2, ()),
        (["rules", "--patterns"], 0,
         ("null", "true", "false", "discard", "max", "snake", "straight", "gates", "orphans")),
        (["setup", "hk-500", "--dice", "3,4,5"], 0, ("bottom", "left", "right", "top")),
        (["training", "12m 99p 5s", "--phase", "1"], 0, ()),
    ],
)  # fmt: skip
def test_what_is_scored_and_learned_is_not_printed_in_english(
    pseudo, capsys, command, status, data
):
    assert main([*command, "--language", CARRIER]) == status
    told = capsys.readouterr()
    assert told.err == ""
    assert set(english(told.out)) <= {*data}


def test_the_rest_of_the_command_line_is_in_english(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    for command in (["--help"], ["score", "--help"], ["score", HAND, "--rules", "hk-50"], ["wait"]):
        assert main(command) in (0, 2)
        assert "".join(capsys.readouterr()).isascii()


REFUSED = [
    ("get", "/api/v1/games/none", None),
    ("get", "/api/v1/nothing", None),
    ("get", "/api/v1/rules/hk-50", None),
    ("get", "/api/v1/rules?ruls=1", None),
    ("post", "/api/v1/scores", {"hand": "1m"}),
    ("post", "/api/v1/scores", {"hand": "1m", "rules": "hk-500", "options": {"minimun": 3}}),
    ("post", "/api/v1/scores", {"hand": "1m", "rules": "hk-500", "seat": "Q"}),
    ("post", "/api/v1/games", {"rules": "hk-500", "players": ["A", "B"], "optons": {}}),
    ("post", "/api/v1/games", {"rules": "hk-500", "players": ["A", "A", "B", "C"]}),
    ("post", "/api/v1/games", {"rules": "hk-500", "players": ["A", 1, "", "x" * 50]}),
    ("post", "/api/v1/games", {"rules": "hk-500", "players": 7}),
    ("post", "/api/v1/house-rules", {"toml": "x"}),
    ("post", "/api/v1/house-rules", {"toml": 'base = "hk-500"\nname = "A"\nformat = 2\n[x]\n'}),
    ("put", "/api/v1/games", None),
    ("post", "/api/v1/readings", None),
    ("get", "/api/v1/rules/hk-500/setup?dice=9,9,9", None),
]


@pytest.mark.parametrize(("method", "path", "body"), REFUSED)
def test_no_refusal_is_in_english(pseudo, client, method, path, body):
    answer = client.request(method, path, json=body, headers={"Accept-Language": CARRIER})
    problem = answer.json()
    assert answer.headers["content-language"] == CARRIER
    assert english(problem["detail"], "base", "options") == []
    assert [each for each in problem.get("errors", []) if english(each["detail"])] == []
    assert not problem["code"].startswith("⟦")


@pytest.mark.parametrize(("method", "path", "body"), REFUSED[:7])
def test_whoever_asks_for_no_language_is_refused_as_ever(client, method, path, body):
    plain = client.request(method, path, json=body)
    english = client.request(method, path, json=body, headers={"Accept-Language": "en-GB"})
    assert plain.content == english.content
    assert plain.headers["content-language"] == english.headers["content-language"] == "en"
    assert plain.json()["detail"].isascii()


def test_a_hand_is_refused_at_a_table_in_the_language_asked_for(table):
    body = {"winner": 0, "from": 1, "hand": "123m 456m 789m 55z +9s 98s"}
    answer = table.post("hands", body, **{"Accept-Language": "zh-TW"})
    assert answer.json()["detail"].startswith("這手牌不成糊")
    assert answer.json()["problems"] == ["not_a_winning_hand"]


HERE = languages()
MORE = ("and {n} more error", "and {n} more errors")
HALF_FLUSH = RowName("Half flush", "混一色")
NEW = Sentence("Nobody has ever said {what}.", what=Sentence("needs a self-draw"))


@pytest.mark.parametrize(
    ("tag", "text", "told"),
    [
        ("en", Sentence("No tile completes this hand."), "No tile completes this hand."),
        ("zh-Hant-HK", Sentence("needs a self-draw"), "須為自摸"),
        ("zh-Hans", Sentence("already part of {row}", row=HALF_FLUSH), "已包括在混一色内"),
        ("zh-Hant-HK", Sentence("already part of {row}", row=HALF_FLUSH), "已包括在混一色內"),
        ("ja", PluralSentence(1, *MORE), "ほか1件の誤り"),
        (
            "ja",
            join_sentences([Sentence("Nothing was changed."), "12 {x}"]),
            "何も変わっていません。12 {x}",
        ),
        ("ja", NEW, "Nobody has ever said ツモが必要です."),
        ("ja", "plain {text}", "plain {text}"),
    ],
)
def test_a_sentence_is_said_part_by_part(tag, text, told):
    for each in (text, pickle.loads(pickle.dumps(text))):
        assert translate(HERE[tag], each) == told


def test_what_is_left_in_english_is_known():
    assert is_translated(HERE["ja"], Sentence("Nothing was changed."))
    assert is_translated(HERE["en"], "Whatever.")
    assert not is_translated(HERE["ja"], "Whatever.")
    assert not is_translated(HERE["ja"], Sentence("Nobody has ever said this."))
    assert not is_translated(HERE["ja"], join_sentences([Sentence("Nobody has ever said this.")]))


def test_the_words_of_another_pydantic_are_left_as_they_are():
    assert sentence_of({"type": "missing", "msg": "Required"}) == "Required"
    assert sentence_of({"type": "new_kind", "msg": "Something"}) == "Something"
    assert isinstance(sentence_of({"type": "missing", "msg": "Field required"}), Sentence)
    assert len(KNOWN) > 15


def plain(node):
    """Whether an argument of a refusal is a text without a pattern."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(each, ast.Constant) and " " in each.value for each in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def test_whatever_is_refused_is_a_sentence():
    """A refusal that is a plain text can be said in English only, as on the command line."""
    wrong, seen = [], 0
    for package in (scorer, service, vision):
        root = Path(package.__file__).parent
        for file in sorted({*root.rglob("*.py")} - COMMAND_LINE):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if REFUSING.search(text) else ():
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                if REFUSALS.match(node.func.id) and node.func.id not in INTERNAL:
                    seen += 1
                    if any(plain(each) for each in node.args):
                        wrong.append(f"{file.relative_to(root.parent)}:{node.lineno}")
    assert wrong == []
    assert seen > 240
