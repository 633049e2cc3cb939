"""Scores told with their reasons, over HTTP and on the command line, in every rule set."""

import pytest

from scorer.rulesets import RULE_SETS
from service.cli.main import main

PUNGS = {"hand": "222m 55888p 99s (777z) +9s | 2f", "rules": "simplified-300"}


def test_reasons_come_when_they_are_asked_for(client):
    plain = client.post("/api/v1/scores", json=PUNGS).json()
    told = client.post("/api/v1/scores", params={"explain": True}, json=PUNGS).json()
    assert {name: told[name] for name in plain} == plain
    assert ("from_wall", "needs a drawn tile") in [
        (row["id"], row["why"]) for row in told["refused"]
    ]
    assert told["text"].splitlines()[0] == " ".join(told["sets"])
    assert "refused" not in plain


def test_the_command_says_what_the_service_says(client, capsys):
    told = client.post("/api/v1/scores", params={"explain": True}, json=PUNGS).json()
    assert main(["score", PUNGS["hand"], "--rules", PUNGS["rules"]]) == 0
    assert capsys.readouterr().out == told["text"] + "\n"


def test_losers_are_given_on_the_command_line(capsys):
    losers = ["--loser", "S:23m 111p", "--loser", "W:46p", "--loser", "N:(222z)"]
    command = ["score", "234m 999p 3456s (666z) +3s", "--rules", "classical-20"]
    assert main([*command, "--win", "self-draw", *losers]) == 0
    assert "East +180, South -56, West -64, North -60" in capsys.readouterr().out


def test_a_hand_that_did_not_win_is_scored_by_itself(capsys):
    assert main(["score", "77z (222z)", "--rules", "classical-20", "--role", "loser"]) == 0
    assert "6 points" in capsys.readouterr().out


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_set_is_shown(client, capsys, rules):
    shown = client.get(f"/api/v1/rules/{rules}").json()
    assert main(["rules", rules]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {row['id']} " in printed for row in shown["rows"])
    assert all(f"  {option['name']} " in printed for option in shown["options"])
