"""Which language is spoken to whom, and what a catalogue says in it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cli.main import main
from service.errors import STATUSES
from service.locale.catalogues import plural_of, read_po, say
from service.locale.languages import (
    ABOUT,
    FOLDER,
    Language,
    find_language,
    find_languages,
    languages,
    match_header,
    match_tags,
    shell_language,
)
from service.locale.names import row_name


@pytest.mark.parametrize(
    ("tags", "spoken"),
    [
        (["zh-CN"], "zh-Hans"),
        (["zh-SG", "en"], "zh-Hans"),
        (["zh-Hans-HK"], "zh-Hans"),
        (["zh-Hans-TW"], "zh-Hans"),
        (["zh"], "zh-Hant-HK"),
        (["zh-TW"], "zh-Hant-HK"),
        (["zh_HK"], "zh-Hant-HK"),
        (["zh-Hant-CN"], "zh-Hant-HK"),
        (["yue-HK"], "zh-Hant-HK"),
        (["ja-JP"], "ja"),
        (["jam"], "en"),  # Jamaican Creole, which only begins like Japanese
        (["fr", "ja"], "ja"),
        (["en-US", "ja"], "en"),
        (["*"], "en"),
        ([], "en"),
    ],
)
def test_the_first_tag_that_asks_for_a_language_gets_the_nearest(tags, spoken):
    assert match_tags(tags).tag == spoken


@pytest.mark.parametrize(
    ("header", "spoken"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("en;q=0.3, ja;q=0.8", "ja"),
        ("ja;q=0, zh-TW;q=0.1", "zh-Hant-HK"),
        ("fr-CH, fr;q=0.9, *;q=0.5", "en"),
        ("ja;q=most, zh", "zh-Hant-HK"),
        (",;,==,\x00", "en"),
        ("", "en"),
    ],
)
def test_what_a_browser_asks_for_most_it_gets(header, spoken):
    assert match_header(header).tag == spoken


@given(st.text(max_size=300))
def test_no_header_is_too_strange(header):
    assert match_header(header).tag in languages()


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_TW.Big5", "LC_ALL": ""}, "zh-Hant-HK"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "sr_RS@latin"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ({}, "en"),
        ({"LANGUAGE": "fr:ja", "LANG": "en_GB.UTF-8"}, "ja"),
        ({"LANGUAGE": "en:ja", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANGUAGE": "ja"}, "ja"),
        ({"LANGUAGE": "", "LANG": "zh_HK.UTF-8"}, "zh-Hant-HK"),
        (
            {"LANGUAGE": "ja", "LC_ALL": "C"},
            "en",
        ),  # who asks for no language gets none, as everywhere
    ],
)
def test_a_shell_is_answered_in_its_language(environment, spoken):
    assert shell_language(environment).tag == spoken


def test_a_language_is_named_by_any_tag_that_asks_for_it():
    asked = {"zh": "zh-Hant-HK", "ja": "ja", "zh-hans": "zh-Hans"}
    assert {tag: find_language(tag).tag for tag in asked} == asked
    assert find_language("tlh") is None


def test_a_folder_is_a_language(tmp_path):
    about = (Path(FOLDER) / "ja" / ABOUT).read_text(encoding="utf-8")
    (tmp_path / "eo").mkdir()
    (tmp_path / "eo" / ABOUT).write_text(about.replace('"ja"', '"eo"'), encoding="utf-8")
    (tmp_path / "drafts").mkdir()
    english, other = find_languages(tmp_path).values()
    assert isinstance(other, Language)
    assert (english.tag, other.tag, other.fits("eo-XX")) == ("en", "eo", 2)


def test_texts_of_several_lines_are_read_and_missing_ones_left_out():
    text = (
        '#: a.js:3\nmsgid ""\n"Try "\n"again"\nmsgstr "Denove \\"\\\\\\n"\n\n'
        'msgid "No"\nmsgstr ""\n\n#, fuzzy\nmsgctxt "row"\nmsgid "a"\nmsgid_plural "b"\n'
        'msgstr[0] "c"\nmsgstr[1] "d"\n\n#~ msgid "Old"\n#~ msgstr "Olda"\n'
    )
    assert read_po(text) == {"Try again": 'Denove "\\\n', "row|a": ("c", "d")}


def test_what_is_missing_is_said_in_english():
    assert say("ja", "Nobody has ever said this.", "page") == "Nobody has ever said this."
    assert say("en", "try-again", "page") == "Try again"
    assert say("ja", "try-again", "page") == "再試行"


def test_a_name_is_told_from_the_same_word():
    row = {"name": "Round wind", "zh": "番子（圈風）"}
    assert row_name(languages()["ja"], row) == "場風の刻子"
    assert say("ja", "round-wind-label", "reference") == "場風"
    assert row_name(languages()["zh-Hant-HK"], row) == "番子（圈風）"
    own = {**row, "names": {"en": "Wind", "zh-Hans": "圈风", "zh-Hant": "圈風"}}
    told = {tag: row_name(languages()[tag], own) for tag in languages()}
    assert told == {"en": "Wind", "ja": "場風の刻子", "zh-Hans": "圈风", "zh-Hant-HK": "圈風"}


def test_plurals_are_those_of_the_header():
    assert {plural_of("ja")(number) for number in range(5)} == {0}


def test_a_refusal_comes_in_the_language_asked_for(client, refused):
    asked = {"Accept-Language": "ja"}
    answer = client.get("/api/v1/games/none", headers=asked)
    problem = refused(answer, 404, "no_such_game")
    assert problem["title"] == "見つかりません"
    assert problem["detail"] == "id 'none' の対局はありません。リンクを確かめてください。"
    assert answer.headers["content-language"] == "ja"
    assert "Accept-Language" in answer.headers["vary"]
    assert int(answer.headers["content-length"]) == len(answer.content)
    plain = client.get("/api/v1/games/none")
    assert refused(plain, 404, "no_such_game")["title"] == "Not Found"
    assert plain.json()["detail"] == "No game has the id 'none'. Check the link."
    assert plain.headers["content-language"] == "en"


def test_every_status_has_a_title_in_every_language():
    for tag in languages().keys() - {"en"}:
        titles = [say(tag, title, "messages") for title, _ in STATUSES.values()]
        assert not {*titles} & {title for title, _ in STATUSES.values()}, tag


@pytest.mark.parametrize(
    ("tag", "first", "thrown"),
    [
        ("en", "Choose a player", "3 + 4 + 5 = 12: North’s wall."),
        ("zh-TW", "先選一位做東", "3 + 4 + 5 = 12：開北牆。"),
        ("ja", "東になる人", "3 + 4 + 5 = 12：北家の山。"),
    ],
)
def test_the_set_up_comes_in_the_language_asked_for(client, tag, first, thrown):
    answer = client.get(
        "/api/v1/rules/hk-500/setup", params={"dice": "3,4,5"}, headers={"Accept-Language": tag}
    )
    told = answer.json()
    assert told["steps"][0]["text"].startswith(first)
    assert told["said"]["text"].startswith(thrown)
    assert told["said"]["en"].startswith("3 + 4 + 5 = 12: North’s wall.")
    assert answer.headers["content-language"] == match_tags([tag]).tag


def test_guides_and_course_fill_their_places_in_every_language(client):
    for tag in languages():
        asked = {"Accept-Language": tag}
        course = client.get("/api/v1/training", headers=asked).json()
        said = [one["text"] for one in course]
        for rules in client.get("/api/v1/rules").json():
            for dice in ("", "3,4,5", "3,4", "3,4,1,2"):
                url = f"/api/v1/rules/{rules['id']}/setup"
                guide = client.get(url, params={"dice": dice}, headers=asked).json()
                if "steps" in guide:
                    said += [step["text"] for step in guide["steps"]]
                    said += [step["unclear"]["text"] for step in guide["steps"] if step["unclear"]]
                    said += [guide["said"]["text"]] if guide["said"] else []
        assert len(said) > 100
        assert [text for text in said if "{" in text] == []
        if tag != "en":
            assert [text for text in said if text.isascii()] == []


def test_commands_speak_as_the_shell_does_unless_they_are_told(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main(["training"]) == 0
    assert capsys.readouterr().out.startswith("第 1 段階：")
    assert main(["rules", "--language", "zh-Hans"]) == 0
    assert "广东牌" in capsys.readouterr().out
    hand = ["score", "123m 456m 789m 55z +9s 99s", "--rules", "hk-500"]
    assert main(hand) == 0
    assert "一気通貫" in capsys.readouterr().out
    assert main([*hand, "--language", "en"]) == 0
    assert "一條龍" in capsys.readouterr().out  # English brings the Cantonese name along
    assert main(["rules", "hk-500", "--language", "ja"]) == 0
    assert "国士無双: " in capsys.readouterr().out
    assert main(["training", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["en"].startswith("One block")


HOUSE_WITH_A_ROW = """
format = 2
base = "hk-500"
name = "Ours"
[[row]]
id = "ours"
name = { en = "Our flush", "zh-Hant" = "我們的一色", ja = "うちの一色" }
pattern = "half_flush"
value = 5
excludes = ["half_flush"]
"""


def test_a_houses_row_keeps_its_name_where_it_swallows_another(capsys, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(HOUSE_WITH_A_ROW, encoding="utf-8")
    command = ["score", "123m 456m 789m 55z +9m 99m", "--rules", str(file)]
    for language, name, other in (("ja", "うちの一色", "Our flush"), ("en", "Our flush", "うち")):
        assert main([*command, "--language", language]) == 0
        out = capsys.readouterr().out
        assert out.count(name) == 2, out  # its own line, and why the other counts for nothing
        assert other not in out


def test_a_command_refuses_a_language_that_there_is_not(capsys):
    assert main(["rules", "--language", "tlh"]) == 2
    assert "zh-Hant-HK" in capsys.readouterr().err
