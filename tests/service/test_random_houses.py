"""A house at random gives the same by the scorer, over HTTP, on the command line and at a table."""

import json

import pytest
from fastapi.testclient import TestClient

from scorer.api.requests import answer
from scorer.rulesets.house_file import HouseFileError, read_house_file
from service.app import create_app
from service.cli.main import main
from service.settings import Settings
from tests import golden
from tests.houses.random_houses import house_files
from tests.service.conftest import begin_with
from tests.soak import full

# With 60 hands each, soaking asks for 100,000 answers by every way.
HOUSES = full(5, 1_700)
HANDS = 60
PREVIEWED = 25  # of them at a table
NAMES = ["Ann", "Bob", "Cid", "Dee"]
SEATS = "ESWN"


@pytest.fixture
def client(database, empty_file):
    """A service that lets one address begin as many games as there are houses."""
    begin_with(empty_file, database)
    plenty = 10 * HOUSES
    settings = Settings(database=database, games_per_minute=plenty, games_per_day=plenty)
    with TestClient(create_app(settings)) as client:
        yield client


def played(number):
    """The text and the rules of some houses at random."""
    for text in house_files(3 * number, few=True):
        try:
            yield text, read_house_file(text)
        except HouseFileError:
            continue


def test_all_ways_to_ask_give_the_same_answer(client, new_table, tmp_path, capsys):
    hands = [one for one in golden.requests(2 * HANDS) if one["role"] == "winner"][:HANDS]
    compared = 0
    for number, (text, rules) in zip(range(HOUSES), played(HOUSES), strict=False):
        file, batch = tmp_path / f"{number}.toml", tmp_path / f"{number}.jsonl"
        file.write_text(text, encoding="utf-8")
        batch.write_text("\n".join(map(json.dumps, hands)) + "\n", encoding="utf-8")
        expected = [answer({**one, "rules": rules.id}, {rules.id: rules}) for one in hands]
        assert main(["score", "--batch", str(batch), "--rules", str(file)]) == 0
        assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == expected
        hash_ = client.post("/api/v1/house-rules", json={"toml": text}).json()["hash"]
        table = new_table(rules=hash_, players=NAMES[: rules.table.players])
        for place, (one, told) in enumerate(zip(hands, expected, strict=True)):
            said = {key: value for key, value in one.items() if value is not None}
            scored = client.post("/api/v1/scores", json={**said, "rules": hash_}).json()
            assert scored == json.loads(json.dumps(told))
            if told["payments"] is None or one["round"] != "E" or place >= PREVIEWED:
                continue
            event = previewed(table, one)
            assert dict(zip(SEATS, event["due"], strict=False)) == told["payments"]
            assert event["edition"]["hash"] == hash_
            compared += 1
        owner = {"Authorization": f"Bearer {table.token}"}
        assert client.delete(table.url, headers=owner).status_code == 204  # its house may go
    assert compared > HOUSES


def previewed(table, one):
    """The event that the page shows before a hand is recorded; players sit in the seats' order."""
    body = {"winner": SEATS.index(one["seat"]), "win": one["win"], "hand": one["hand"]}
    if one["from"]:
        body["from"] = SEATS.index(one["from"])
    told = table.post("hands/preview", {**body, "events": one["events"]})
    assert told.status_code == 200, told.text
    return told.json()["event"]
