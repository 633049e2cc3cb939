"""Games by a house's own file, kept by the hash of its rules and in each game it began."""

import json

import pytest
from sqlalchemy import insert

from scorer.api.requests import identity
from scorer.ledger.events import GameStarted
from scorer.rulesets.house_file import read_kept_file
from service.cli.main import main
from service.db.schema import house_rules
from service.ledger.store import Store
from service.rules.house_rules import describe_rules
from service.schemas.rules import HouseChoice, HouseRules
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS, Table

pytestmark = on_both

FRIDAY = """\
format = 1
base = "hk-500"
name = "Friday"

[options]
minimum = 2

[rows]
seven_pairs = 4
"""
POINTS = 'format = 1\nbase = "simplified-300"\nname = "Sunday"\n'
PAIRS = {"winner": 2, "from": 0, "hand": "1122m 3344p 5566s 7z +7z"}  # 4 and 1 for no bonus tiles
UNKNOWN = "0" * 64


@pytest.fixture
def keep(client):
    def kept(toml=FRIDAY):
        answer = client.post("/api/v1/house-rules", json={"toml": toml})
        assert answer.status_code == 200, answer.text
        return answer.json()

    return kept


def test_a_game_is_played_by_a_file(keep, new_table):
    kept = keep()
    table = new_table(rules=kept["hash"])
    assert table.state["rules"] == kept["hash"]
    assert table.state["house_rules"] == {"hash": kept["hash"], "id": "friday", "version": 1}
    event = table.hand(**PAIRS).json()["event"]
    assert (event["faan"], event["changes"]) == (5, [-32, -16, 64, -16])
    assert event["edition"] == table.history[0]["edition"]
    assert event["edition"]["hash"] == kept["hash"]
    assert event["answer"]["rules"] == "friday"


def test_circumstances_are_those_of_the_files_base_and_of_what_the_table_agreed_on(
    keep, client, refused
):
    path = f"/api/v1/rules/{keep(POINTS)['hash']}"
    first, *_ = client.get(path).json()["circumstances"]
    needs = ["self-draw", "nothing-called", "seat-east"]
    assert first == {"event": "first-draw", "needs": needs, "contradicts": ["last-wall-tile"]}
    refused(client.get(f"{path}?option=earthly=true"), 422, "unknown_option")
    agreed = client.get("/api/v1/rules/hk-500?option=earthly_on_first_discard=true").json()
    assert "first-discard" in [each["event"] for each in agreed["circumstances"]]


def test_what_the_file_settles_is_not_answered_anew(keep, new_table, client, refused):
    hash_ = keep()["hash"]
    assert (
        new_table({"cap": 4, "minimum": 2}, rules=hash_).hand(**PAIRS).json()["event"]["faan"] == 4
    )
    body = {"rules": hash_, "players": PLAYERS, "options": {"minimum": 0}}
    refused(client.post("/api/v1/games", json=body), 422, "bad_option")
    low = {"winner": 0, "from": 1, "faan": 1}
    refused(new_table(rules=hash_).hand(**low), 422, "below_minimum")


def test_a_changed_file_of_the_same_name_changes_no_game(keep, new_table):
    first = keep()
    table = new_table(rules=first["hash"])
    second = keep(FRIDAY.replace("= 4", "= 1"))
    assert second["id"] == first["id"]
    assert second["hash"] != first["hash"]
    assert table.hand(**PAIRS).json()["event"]["faan"] == 5
    assert new_table(rules=second["hash"]).hand(**PAIRS).json()["event"]["faan"] == 2
    corrected = table.post("corrections", {"seq": 2, "hand": {**PAIRS, "from": 1}})
    assert corrected.json()["event"]["replacement"]["faan"] == 5


def test_a_hash_stands_wherever_an_id_does(keep, client):
    hash_ = keep()["hash"]
    scored = {"hand": PAIRS["hand"], "rules": hash_}
    assert client.post("/api/v1/scores", json=scored).json()["faan"] == 5
    assert client.post("/api/v1/scores?explain=true", json=scored).json()["rules"] == "friday"
    waiting = {"hand": "1122m 3344p 5566s 7z", "rules": hash_}
    assert client.post("/api/v1/waits", json=waiting).json()["waits"][0]["discard"]["faan"] == 5
    assert client.get("/api/v1/waits", params=waiting).json()["valid"]
    assert client.get(f"/api/v1/rules/{hash_}").json()["name"] == "Friday"
    assert client.get(f"/api/v1/rules/{hash_}/setup?dice=3,4,5").json()["wall"] == "N"


def test_an_unknown_hash_is_refused_with_what_to_do(client, refused):
    body = {"rules": UNKNOWN, "players": PLAYERS}
    refusal = refused(client.post("/api/v1/games", json=body), 422, "unknown_rules")
    assert "POST /api/v1/house-rules" in refusal["detail"]
    scored = client.post("/api/v1/scores", json={"hand": "1m +1m", "rules": UNKNOWN})
    refused(scored, 422, "unknown_rules")
    for path in (f"house-rules/{UNKNOWN}", "house-rules/fri%00day", f"rules/{UNKNOWN}"):
        refused(client.get(f"/api/v1/{path}"), 404, "no_such_rules")
    refused(client.get(f"/api/v1/rules/{UNKNOWN}/setup"), 404, "no_such_rules")


def test_the_known_ones_are_listed_for_a_table_to_choose_from(keep, client):
    kept = keep()
    assert keep() == kept  # the same file again is no other one
    other = keep(FRIDAY.replace("Friday", "Sunday"))
    listed = client.get("/api/v1/house-rules").json()
    assert {one["hash"] for one in listed} == {kept["hash"], other["hash"]}
    for one in listed:
        HouseChoice.model_validate(one, strict=True)
    shown = client.get(f"/api/v1/house-rules/{kept['hash']}").json()
    HouseRules.model_validate(shown, strict=True)
    assert (shown["toml"], shown["base"]) == (FRIDAY, "hk-500")
    settled = {one["name"]: one["values"] for one in shown["options"]}
    assert settled["minimum"] == [2]


def test_a_file_is_written_for_who_only_knows_what_it_is_to_say(client, refused):
    asked = {
        "base": "hk-500",
        "name": 'Our "old" table',
        "options": {"minimum": 3},
        "rows": {"seven_pairs": 4, "full_flush": {"closed": 7, "open": "max"}},
    }
    said = client.post("/api/v1/house-rules", json=asked).json()
    assert said["id"] == "our-old-table"
    assert client.post("/api/v1/house-rules", json={"toml": said["toml"]}).json() == said
    for wrong, code in (
        ({"base": "hk-500"}, "one_file"),
        ({"toml": FRIDAY, "name": "x"}, "one_file"),
        ({**asked, "base": "hk-50"}, "unknown_rules"),
        ({**asked, "options": {"minimum": -1}}, "bad_option"),
        ({**asked, "rows": {"seven pairs\n[": 4}}, "bad_house_file"),
        ({**asked, "name": "two\nlines"}, "bad_house_file"),
    ):
        refused(client.post("/api/v1/house-rules", json=wrong), 422, code)


def test_a_game_takes_its_file_along(keep, new_table, database, tmp_path, capsys):
    kept = keep()
    table = new_table(rules=kept["hash"])
    table.hand(**PAIRS)
    file, elsewhere = tmp_path / "game.json", f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    assert main(["export", table.id, str(file), "--database", database]) == 0
    assert main(["import", str(file), "--database", elsewhere]) == 0
    capsys.readouterr()
    # Where the game came to, its file can be played by too.
    assert main(["start", *PLAYERS, "--rules", kept["hash"], "--database", elsewhere]) == 0
    assert f"Friday, version 1, {kept['hash']}" in capsys.readouterr().out
    told = json.loads(file.read_text(encoding="utf-8"))
    assert told["events"][0]["payload"]["house"] == FRIDAY


def test_a_game_starts_from_the_command_line(client, database, tmp_path, capsys):
    file = tmp_path / "friday.toml"
    saved = ["--save", str(file), "--name", "Friday", "--option", "minimum=2"]
    assert main(["rules", "hk-500", *saved]) == 0
    hash_ = capsys.readouterr().out.split()[-1]
    assert main(["start", *PLAYERS, "--rules", str(file), "--database", database]) == 0
    said = capsys.readouterr().out
    assert hash_ in said
    id_, _, token = said.rpartition("#game=")[2].strip().partition("&token=")
    table = Table(client, id_, token)
    assert table.hand(**PAIRS).json()["event"]["faan"] == 3
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    assert main(["start", *PLAYERS, "--rules", "simplified-300", "--database", fresh]) == 0
    capsys.readouterr()
    assert main(["rules", "hk-500", *saved]) == 1  # is there already
    for command in (
        ["rules", "hk-500", "--name", "Friday"],
        ["rules", "hk-500", "--save", str(tmp_path / "x"), "--name", "HK 500"],
        ["start", *PLAYERS, "--rules", "hk-50", "--database", database],
        ["start", *PLAYERS, "--rules", UNKNOWN, "--database", database],
        ["start", *PLAYERS, "--rules", "hk-500", "--option", "cap=x", "--database", database],
        ["start", "", "B", "C", "D", "--rules", "hk-500", "--database", database],
    ):
        assert main(command) == 2, command
        assert capsys.readouterr().err.startswith(f"tableside {command[0]}: ")


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"minimum": 10}, 201),
        ({"minimum": 11}, 422),
        ({"minimum": 13, "cap": 13}, 201),
        ({"cap": 0}, 422),
        ({"cap": 0, "minimum": 0}, 201),
        ({"minimum": 11, "double_limit": True}, 201),  # two limit rows add up to 20
    ],
)
def test_rules_by_which_nobody_could_win_are_not_played_by(client, refused, options, status):
    body = {"rules": "hk-500", "players": PLAYERS, "options": options}
    answer = client.post("/api/v1/games", json=body)
    assert answer.status_code == status
    asked = "&".join(f"option={name}={json.dumps(value)}" for name, value in options.items())
    looked = client.get(f"/api/v1/rules/hk-500?{asked}")
    assert looked.status_code == (200 if status == 201 else 422)
    if status == 422:
        for each in (answer, looked):
            assert "Lower minimum, or raise cap" in refused(each, 422, "bad_option")["detail"]


def test_a_file_by_which_nobody_could_win_is_not_kept(client, refused):
    file = FRIDAY.replace("minimum = 2", "minimum = 12")
    problem = refused(
        client.post("/api/v1/house-rules", json={"toml": file}), 422, "bad_house_file"
    )
    assert problem["line"] == 6
    assert "Nobody could ever win" in problem["detail"]


def test_what_was_begun_by_a_file_that_is_refused_today_is_still_there(client, database):
    toml = FRIDAY.replace("minimum = 2", "minimum = 12")
    rules = read_kept_file(toml)
    known = identity(rules).hash
    store = Store.open(database)
    with store.database.write_connection() as connection:
        kept = describe_rules(rules, known, toml, "2026-01-01T00:00:00Z")
        connection.execute(insert(house_rules).values(kept.model_dump()))
    east, south, west, north = PLAYERS
    started = GameStarted((east, south, west, north), known, rules.table, house=toml)
    _, log = store.create(started)
    store.close()
    begun = client.get(f"/api/v1/games/{log.id}")
    assert (begun.status_code, begun.json()["rules"]) == (200, known)
    (listed,) = client.get("/api/v1/house-rules", params={"hash": known}).json()
    assert listed["hash"] == known
    assert client.get(f"/api/v1/rules/{known}").status_code == 200


@pytest.mark.parametrize("table", ["options", "rows", "points", "payment"])
def test_half_a_letter_is_refused_wherever_it_stands(client, table):
    terms = {"base": "hk-500", "name": "Ours"}
    half = {"\ud800": 1}
    for wrong in (half, {"discard": half}, {"all_chows": half}, {"ladder": "\ud800"}):
        body = json.dumps({**terms, table: wrong})
        answer = client.post(
            "/api/v1/house-rules/preview",
            content=body,
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"]
