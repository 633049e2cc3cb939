"""What the service and the commands say, in a language that nobody speaks and in those there are.

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
    read_sentence,
    sentence_json,
)
from service.cli.commands import demo, read
from service.cli.main import main
from service.http.field_errors import SENTENCES, sentence_of
from service.locale import catalogues, sentences
from service.locale.catalogues import FILES
from service.locale.languages import languages
from service.locale.sentences import is_translated, translate, translator

CARRIER = "ja"  # the language in whose place it is spoken
HAND = "123m 456m 789m 55z +9s 99s"
REFUSING = re.compile(r"(?:Error|Refusal|Finding|document)\(")
REFUSALS = re.compile(r"\w*(?:Error|Refusal|Finding|document)$")
# What is refused for programs and for who works on them, in English.
INTERNAL = {
    *("TypeError", "ValueError", "OSError", "AttributeError", "NotImplementedError", "EOFError"),
    *("CatalogueError", "LanguageError", "ModelError", "WeightsError", "TimeoutError", "KeyError"),
    *("OperationalError", "PydanticCustomError", "RuntimeError", "DatabaseReplacedError"),
}
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
def pseudo(monkeypatch, tmp_path):
    """Speak that language in the place of another, where nothing is kept yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESIDE_TILES", str(tmp_path))
    monkeypatch.setenv("TABLESIDE_CERTIFICATES", str(tmp_path / "certificates"))
    known = {name: catalogues.texts(CARRIER, name) for name in FILES}

    def texts(tag, name):
        assert tag == CARRIER
        return {
            key: f"⟦{key.rpartition('|')[2]}⟧" if isinstance(told, str) else (f"⟦{key}⟧",)
            for key, told in known[name].items()
        }

    for module in (catalogues, sentences):
        monkeypatch.setattr(module, "texts", texts)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    return languages()[CARRIER]


@pytest.mark.parametrize(
    ("command", "status", "data"),
    [
        (["score", HAND, "--rules", "hk-500"], 0, ()),
        (["score", HAND, "--rules", "hk-500", "--option", "minimum=9"], 2, ()),
        (["score", HAND, "--rules", "all", "--win", "self-draw"], 0, ()),
        (["score", "19m 19p 19s 1234567z +1z", "--rules", "hk-majlife", "--from", "N"], 0, ()),
        (["score", "1f +x 123q", "--rules", "classical-20", "--event", "last-discard"], 2, ()),
        (["score", HAND, "--rules", "hk-50"], 2, ()),
        (["score", HAND, "--rules", "hk-500", "--option", "minimum=x"], 2, ()),
        (["score", HAND, "--batch", "x", "--language", "ja"], 2, ()),
        (["waits", "123m 456m 789m 55z 99s", "--rules", "classical-british"], 0, ()),
        (["waits", "123m 456m 789m 55z 99s", "--rules", "hk-500", "--seat", "Q"], 2, ()),
        (["waits", "123m", "--rules", "hk-500"], 2, ()),
        (["waits"], 2, ()),
        (["rules", "--patterns"], 0,
         ("null", "true", "false", "discard", "max", "snake", "straight", "gates", "orphans")),
        (["rules", "hk-500", "--json", "--language", "ja"], 2, ()),
        (["training", "12m 99p 5s", "--phase", "1"], 0, ()),
        (["tiles", "list"], 0, ()),
        (["tiles", "show", "none"], 1, ()),
        (["serve", "--port", "x"], 2, ()),
        (["start", "Ann", "--rules", "hk-500"], 2, ("players",)),
        (["read", "nowhere.jpg", "--overlay", "x.doc"], 1, ()),
        (["import", "nowhere.json"], 1, ("No", "such", "file", "or", "directory")),
        (["backup", "here", "--database", "sqlite:///none.sqlite3"], 1, ()),
        (["doctor", "--database", "sqlite:///none.sqlite3"], 1,
         ("Python", "detector", "classifier", "roles", "captions", "closeup", "stacked", "GiB")),
    ],
)  # fmt: skip
def test_no_command_says_anything_in_english(pseudo, capsys, command, status, data):
    assert main(command) == status
    told = capsys.readouterr()
    lines = [
        line
        for line in (told.out + told.err).splitlines()
        if not re.match(r" +\S+ .*\[|⟦usage: ⟧| +\[| +[A-Z]+$| +\{", line)  # how it is called
    ]
    assert "⟦" in told.out + told.err
    left = {word for line in lines for word in english(line, "tableside", *data)}
    assert left == set(), told


@pytest.mark.parametrize("command", ["", "read", "score", "rules", "serve", "tiles", "tiles learn"])
def test_no_help_is_in_english(pseudo, capsys, command):
    assert main([*command.split(), "--help"]) == 0
    usage, _, told = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith("⟦usage: ⟧")
    told = re.sub(r"(?m)^ +tableside .*$|^  (?:-\S+(?:, )?|[A-Za-z]+| )+(?=  |\n)", "", told)
    joined = re.sub(r"\s+", " ", told)
    assert english(joined, "winner", "loser", "discard", "bash", "fish", "zsh") == []


def test_a_photo_is_told_of_without_english(pseudo):
    say = translator(pseudo)
    reading = {
        "photo": "1.jpg", "size": [8, 6], "hand": None, "problems": ["out_of_time"],
        "tiles": [{"tile": "5p", "unsure": True, "confidence": 0.5}],
        "groups": [{"kind": "concealed_kong", "tiles": [0]}, {"kind": "pool", "tiles": []}],
        "hands": [{}, {"hand": "1m", "probability": 0.3}], "as_seen": "1m", "advice": ["closer"],
        "tile_set": {"name": "7", "fits": False}, "timings_ms": {},
    }  # fmt: skip
    assert english(read.describe(reading, say)) == []
    assert english(demo.describe(reading, "1m", say)) == ["None"]
    player = {"name": "Ann", "points": 1, "seat_wind": "E"}
    state = {"players": [player], "hand_number": 1, "round_wind": "E", "dealer": 0, "first": 1}
    assert set(english(demo.table(state, state, say))) == {"Ann", "Ben"}


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
HALF_FLUSH = RowName("Half flush", "混一色")
LEFT = ("{n} kind of tile, {left} left.", "{n} kinds of tile, {left} left.")
NEW = Sentence("Nobody has ever said {what}.", what=Sentence("wall"))


@pytest.mark.parametrize(
    ("tag", "text", "told"),
    [
        ("en", Sentence("No tile completes this hand."), "No tile completes this hand."),
        ("zh-Hant-HK", Sentence("needs a self-draw"), "須為自摸"),
        ("zh-Hans", Sentence("already in {row}", row=HALF_FLUSH), "已包括在混一色内"),
        ("zh-Hant-HK", Sentence("already in {row}", row=HALF_FLUSH), "已包括在混一色內"),
        ("ja", PluralSentence(1, *LEFT, left=2), "1種、残り2枚。"),
        (
            "ja",
            join_sentences([Sentence("Nothing was changed."), "12 {x}"]),
            "何も変わっていません。12 {x}",
        ),
        ("ja", NEW, "Nobody has ever said 山."),
        ("ja", "plain {text}", "plain {text}"),
    ],
)
def test_a_sentence_is_said_part_by_part(tag, text, told):
    for each in (text, read_sentence(sentence_json(text)), pickle.loads(pickle.dumps(text))):
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
    assert len(SENTENCES) > 15


def plain(node):
    """Whether an argument of a refusal is a text without a pattern."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(each, ast.Constant) and " " in each.value for each in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def test_whatever_is_refused_is_a_sentence():
    """A refusal that is a plain text can be said in English only."""
    wrong, seen = [], 0
    for package in (scorer, service, vision):
        root = Path(package.__file__).parent
        for file in sorted(root.rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if REFUSING.search(text) else ():
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                if REFUSALS.match(node.func.id) and node.func.id not in INTERNAL:
                    seen += 1
                    if any(plain(each) for each in node.args):
                        wrong.append(f"{file.relative_to(root.parent)}:{node.lineno}")
    assert wrong == []
    assert seen > 300
