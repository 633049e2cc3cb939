"""Waits over HTTP and on the command line."""

import json

import pytest

from service.cli.main import main
from service.schemas import scores

HAND = "123m 456m 79m 77z (555z)"


def test_waits_from_a_body_and_from_an_address_agree(client):
    body = {"hand": HAND, "rules": "hk-500", "seat": "S", "seen": "8m", "options": {"cap": 4}}
    posted = client.post("/api/v1/waits", json=body)
    query = {"hand": HAND, "rules": "hk-500", "seat": "S", "seen": ["8m"], "option": ["cap=4"]}
    got = client.get("/api/v1/waits", params=query)
    assert posted.json() == got.json()
    scores.Waits.model_validate(got.json(), strict=True)
    (wait,) = got.json()["waits"]
    assert (wait["tile"], wait["left"], wait["discard"]["faan"]) == ("8m", 3, 4)
    assert wait["discard"]["limit"]


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ({"hnad": HAND, "rules": "hk-500"}, "unknown_field", "hand"),
        ({"hand": HAND}, "invalid_request", "rules"),
        ({"hand": HAND, "rules": "hk-5000"}, "unknown_rules", "hk-500"),
        ({"hand": HAND, "rules": "hk-500", "option": ["cap"]}, "bad_value", "KEY=VALUE"),
        ({"hand": HAND, "rules": "hk-500", "option": ["cup=3"]}, "unknown_option", "cap"),
        ({"hand": HAND, "rules": "hk-500", "round": "F"}, "invalid_request", "round"),
    ],
)
def test_addresses_that_ask_for_nothing_known(client, refused, query, code, words):
    problem = refused(client.get("/api/v1/waits", params=query), 422, code)
    assert words in problem["detail"]


def test_a_body_that_asks_for_nothing_known(client, refused):
    body = {"hand": HAND, "rules": "hk-500", "seem": "8m"}
    assert (
        "seen" in refused(client.post("/api/v1/waits", json=body), 422, "unknown_field")["detail"]
    )


def test_the_command_says_what_each_tile_is_worth(capsys):
    assert main(["waits", HAND, "--rules", "hk-500", "--seat", "S", "--seen", "8m"]) == 0
    out = capsys.readouterr().out
    assert "8m       3   5 faan, 16 points" in out
    assert out.endswith("1 kind of tile, 3 left.\n")


def test_the_command_says_why_a_tile_does_not_win(capsys):
    assert main(["waits", "123m 456m 79p 77z (234s) | 2f", "--rules", "hk-500"]) == 0
    out = capsys.readouterr().out
    assert "no: below_minimum" in out
    assert "1 faan short" in out


def test_the_command_prints_json(capsys):
    main(["waits", HAND, "--rules", "hk-500", "--option", "minimum=9", "--json"])
    assert json.loads(capsys.readouterr().out)["waits"][0]["discard"]["missing"] == 4


def test_the_command_refuses(capsys):
    assert main(["waits", "123m", "--rules", "hk-500"]) == 2
    assert "13 tiles" in capsys.readouterr().out
    assert main(["waits", HAND, "--rules", "hk"]) == 2
    assert "nearest" in capsys.readouterr().err
    assert main(["waits", "159m 159p 159s 1234z", "--rules", "hk-500"]) == 0
    assert "No tile completes" in capsys.readouterr().out


def test_bonus_tiles_cannot_be_claimed(capsys):
    assert main(["waits", "| 1f 2f 3f 4f 1g 2g 3g", "--rules", "hk-500"]) == 0
    assert "4g       1   –  " in capsys.readouterr().out
