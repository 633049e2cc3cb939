"""The set-up guide over HTTP and on the command line."""

import json

import pytest

from service.cli.main import main
from service.schemas.setup import Setup

URL = "/api/v1/rules/hk-500/setup"


def test_the_guide_and_a_throw(client):
    guide = client.get(URL).json()
    thrown = client.get(URL, params={"dice": "3,4,5"}).json()
    for answer in (guide, thrown):
        Setup.model_validate(answer, strict=True)
    assert (guide["wall"], thrown["wall"]) == (None, "N")
    agreed = client.get(URL, params={"dice": "3,4", "option": ["dice=2d6"]}).json()
    assert agreed["wall"] == "W"


@pytest.mark.parametrize(
    ("query", "status", "code", "words"),
    [
        ({"dice": "3,4"}, 422, "bad_dice", "3 dice are thrown"),
        ({"dice": "3;4;5"}, 422, "bad_dice", "3,4,5"),
        ({"dice": "3,4,9"}, 422, "bad_dice", "1 to 6"),
        ({"dise": "3,4,5"}, 422, "unknown_field", "dice"),
        ({"option": ["dice=4d6"]}, 422, "bad_option", "3d6"),
    ],
)
def test_throws_that_cannot_be(client, refused, query, status, code, words):
    assert words in refused(client.get(URL, params=query), status, code)["detail"]


def test_an_unknown_rule_set_is_not_found(client, refused):
    refused(client.get("/api/v1/rules/hk-50/setup"), 404, "no_such_rules")


def test_the_command_numbers_the_steps(capsys):
    assert main(["setup", "hk-500"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. Choose a player to be East.")
    assert "   Unclear: " in out


def test_the_command_draws_the_walls(capsys):
    assert main(["setup", "hk-500", "--dice", "3,4,5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 + 4 + 5 = 12: North’s wall.")
    assert lines[5].split()[7:] == [*"dddddddESWNES"]
    assert "d dead wall" in lines[6]


def test_the_command_speaks_chinese_and_json(capsys):
    assert main(["setup", "classical-20", "--dice", "4,6", "--language", "zh"]) == 0
    assert capsys.readouterr().out.startswith("4 + 6 = 10：開南牆。")
    assert main(["setup", "classical-20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["throws"][1] == {"by": None, "dice": 2}


def test_the_command_refuses(capsys):
    assert main(["setup", "hk-500", "--dice", "1,2"]) == 2
    assert main(["setup", "hk-5000"]) == 2
    assert "nearest" in capsys.readouterr().err
