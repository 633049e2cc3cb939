"""The training course over HTTP and on the command line."""

import json

from service.cli.main import main
from service.schemas.setup import Drilled, Phase

URL = "/api/v1/training"


def test_the_course_is_listed(client):
    course = client.get(URL).json()
    assert [Phase.model_validate(one, strict=True).phase for one in course] == [1, 2, 3, 4, 5]


def test_a_hand_is_looked_at(client):
    answer = client.post(URL, json={"hand": "12m 99p", "phase": 1, "seen": ["3m"]}).json()
    Drilled.model_validate(answer, strict=True)
    assert answer["waits"] == [{"tile": "3m", "left": 3}]


def test_requests_that_mean_nothing_are_refused(client, refused):
    refused(client.post(URL, json={"hand": "1m", "phase": 7}), 422, "bad_value")
    refused(client.post(URL, json={"hand": "1m", "faze": 7}), 422, "unknown_field")


def test_the_command_lists_the_phases(capsys):
    assert main(["training", "--language", "zh"]) == 0
    assert capsys.readouterr().out.startswith("第 1 階段：一組牌加一對眼。")
    assert main(["training", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 5


def test_the_command_looks_at_a_hand(capsys):
    assert main(["training", "123m 99p"]) == 0
    assert capsys.readouterr().out == "Complete: 1 block and a pair, 123m 99p.\n"
    assert main(["training", "12m 99p 5678s", "--phase", "2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("Not complete. Discard ")
    assert all(line.startswith("Or discard ") for line in out[1:])
    assert len(out) > 1


def test_the_command_refuses(capsys):
    assert main(["training", "123m"]) == 2
    assert "4 tiles" in capsys.readouterr().out
    assert main(["training", "123m", "--phase", "9"]) == 2
    assert "1 to 5" in capsys.readouterr().err
