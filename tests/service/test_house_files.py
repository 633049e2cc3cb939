"""House files and comparisons on the command line."""

import json

import pytest

from service.cli.main import main
from service.schemas.rules import HouseRules
from service.schemas.scores import Compared

HAND = "1122m 3344p 5566s 7z +7z"


@pytest.fixture
def friday(tmp_path):
    path = tmp_path / "friday.toml"
    rows = "[rows]\nseven_pairs = 4\n"
    path.write_text(f'format = 1\nbase = "hk-500"\nname = "Friday"\n{rows}', encoding="utf-8")
    return path


def test_a_hand_is_scored_by_a_house_file(friday, capsys):
    assert main(["score", HAND, "--rules", str(friday), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["rules"], said["faan"]) == ("friday", 5)
    assert main(["waits", HAND[:-4], "--rules", str(friday)]) == 0
    assert "5 faan" in capsys.readouterr().out
    assert main(["setup", str(friday), "--dice", "3,4,5"]) == 0


def test_a_house_file_is_shown_with_its_hash(friday, capsys):
    assert main(["rules", "--file", str(friday)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("friday: Friday\n")
    assert err.startswith("friday, version 1, ")


def test_a_wrong_line_is_named_with_its_file(friday, capsys):
    friday.write_text(friday.read_text(encoding="utf-8").replace("= 4", "= -4"), encoding="utf-8")
    for command in (["rules", "--file", str(friday)], ["score", HAND, "--rules", str(friday)]):
        assert main(command) == 2
        assert f"{friday}, line 5: " in capsys.readouterr().err
    assert main(["rules", "--file", str(friday.with_suffix(".nowhere.toml"))]) == 2
    friday.write_bytes(b"\xff\xfe")
    assert main(["rules", "--file", str(friday)]) == 2
    assert "Save it as UTF-8." in capsys.readouterr().err


def test_all_rule_sets_are_compared(capsys):
    assert main(["score", "123m 456m 79m 77z (555z) +8m", "--rules", "all"]) == 0
    out = capsys.readouterr().out
    assert out.count(" points") > 5
    assert main(["score", "123m +1m", "--rules", "all", "--json"]) == 2
    assert len(json.loads(capsys.readouterr().out)["answers"]) == 5


def test_a_hand_is_compared_over_http(client, refused):
    body = {"hand": "123m 456m 79m 77z (555z) +8m", "options": {"minimum": 9}}
    said = client.post("/api/v1/comparisons", json=body).json()
    Compared.model_validate(said, strict=True)
    assert said["answers"]["hk-500"]["problems"] == ["below_minimum"]
    refused(client.post("/api/v1/comparisons", json={"hnad": "1m"}), 422, "unknown_field")


def test_a_house_file_is_looked_at_over_http(client, refused, friday):
    text = friday.read_text(encoding="utf-8")
    said = client.post("/api/v1/house-rules", json={"toml": text}).json()
    HouseRules.model_validate(said, strict=True)
    assert (said["id"], said["version"], len(said["hash"])) == ("friday", 1, 64)
    wrong = client.post("/api/v1/house-rules", json={"toml": text.replace("= 4", "= -4")})
    assert refused(wrong, 422, "bad_house_file")["line"] == 5
