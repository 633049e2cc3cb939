"""A game as one file: all of its events, to be played on elsewhere, and nothing else for it."""

import json

import pytest
from sqlalchemy import insert

from service.cli.main import main
from service.db.database import Database
from service.db.schema import events
from service.errors import RefusedError
from service.ledger import views
from service.ledger.game_file import MOST_EVENTS, digest, import_game
from tests.postgresql import on_both

pytestmark = [on_both, pytest.mark.slow]


@pytest.fixture
def played(table):
    table.hand(winner=2, **{"from": 0}, hand="123m 4569p 789s (222s) +9p")
    table.hand(draw=True)
    table.undo()
    return table


@pytest.fixture
def file(played, database, tmp_path):
    path = tmp_path / "game.json"
    assert main(["export", played.id, str(path), "--database", database]) == 0
    return path


def test_a_game_is_played_on_elsewhere(played, file, tmp_path, capsys):
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    assert main(["import", str(file), "--database", elsewhere]) == 0
    assert f"#game={played.id}&token=" in capsys.readouterr().out
    assert main(["export", played.id, "--database", elsewhere]) == 0
    again, first = json.loads(capsys.readouterr().out), json.loads(file.read_text())
    assert (again["events"], again["digest"]) == (first["events"], first["digest"])
    assert played.token not in file.read_text()


def test_the_same_over_http(played, file, client):
    answer = client.get(f"{played.url}/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    told = answer.json()
    assert told["events"] == json.loads(file.read_text())["events"]
    assert [event["seq"] for event in told["events"]] == [1, 2, 3, 4]


def test_a_game_is_brought_in_over_http(played, client, refused, database):
    text = client.get(f"{played.url}/export").content
    refused(client.post("/api/v1/imports", content=text), 409, "game_exists")
    answer = client.post("/api/v1/imports?anew=true", content=text)
    assert answer.status_code == 201, answer.text
    brought = answer.json()
    assert brought["id"] != played.id
    assert {**brought["state"], "id": played.id} == played.state
    headers = {"Authorization": f"Bearer {brought['write_token']}"}
    added = client.post(
        f"/api/v1/games/{brought['id']}/hands", json={"draw": True}, headers=headers
    )
    assert added.json()["seq"] == len(played.history) + 1
    refused(client.post("/api/v1/imports", content=b"[" * 100_000), 400, "malformed_json")
    refused(client.post("/api/v1/imports", json={"hello": 1}), 422, "bad_game_file")
    refused(client.post("/api/v1/imports", content=bytes(5_000_000)), 413, "body_too_large")


def test_a_game_that_is_here_comes_anew(played, file, database, client, capsys):
    assert main(["import", str(file), "--database", database]) == 1
    assert "--anew" in capsys.readouterr().err
    assert main(["import", str(file), "--anew", "--database", database]) == 0
    said = capsys.readouterr().out
    other, _, token = said.rpartition("#game=")[2].strip().partition("&token=")
    assert other != played.id
    headers = {"Authorization": f"Bearer {token}"}
    url = f"/api/v1/games/{other}"
    assert client.get(f"{url}/history").json() == {"events": played.history}
    assert client.post(f"{url}/hands", json={"draw": True}, headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1e999", "invalid character or number"),
        ("NaN", "invalid character or number"),
        ("[" * 200 + "]" * 200, "nested more deeply"),
    ],
)
def test_what_no_answer_could_hold(file, client, refused, value, said):
    told = json.loads(file.read_text())
    told["events"][1]["payload"]["wins"][0]["answer"]["faan"] = "here"
    told["digest"] = digest(told["events"])  # as the file was before: anybody can compute another
    content = json.dumps(told).replace('"here"', value)
    answer = client.post("/api/v1/imports?anew=true", content=content)
    assert said in refused(answer, 422, "bad_game_file")["detail"]


CHANGES = {
    "not a file of ours": lambda _: {"hello": 1},
    "a list": lambda told: [told],
    "of a later program": lambda told: {**told, "version": 2},
    "another id": lambda told: {**told, "id": "../../etc"},
    "no events": lambda told: {**told, "events": []},
    "at no time": lambda told: {
        **told,
        "events": [{**one, "at": "half past nine"} for one in told["events"]],
    },
    "true for a version": lambda told: {
        **told,
        "events": [{**one, "version": True} for one in told["events"]],
    },
    "longer than any evening": lambda told: {
        **told,
        "events": [
            *told["events"],
            *({**told["events"][2], "seq": seq} for seq in range(5, MOST_EVENTS + 2)),
        ],
    },
    "an event too few": lambda told: {**told, "events": told["events"][:-1]},
    "points changed": lambda told: {
        **told,
        "events": [*told["events"][:1], {**told["events"][1], "payload": {}}],
    },
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("signed", [False, True], ids=["", "digest too"])
def test_what_is_no_game(file, client, change, signed):
    told = change(json.loads(file.read_text()))
    if signed and isinstance(told, dict) and told.get("events"):
        if len(told["events"]) == 3:
            told["events"][1]["seq"] = 7  # cut, numbered anew and signed again
        told["digest"] = digest(told["events"])
    with pytest.raises(RefusedError) as error:
        import_game(client.app.state.store.database, told)
    assert error.value.code == ("bad_game_file")


def test_half_a_letter_is_no_text(file, client):
    told = json.loads(file.read_text())
    told["events"][0]["payload"]["players"][0] = "\ud800"
    with pytest.raises(RefusedError, match="invalid character or number"):
        import_game(client.app.state.store.database, told)


@pytest.mark.parametrize("half", ['"\\ud800"', "1e999"])
def test_a_stored_event_that_no_file_could_hold_is_damaged(table, client, refused, half):
    row = {"game_id": table.id, "seq": 2, "kind": "hand_won", "version": 1, "at": "2026"}
    with client.app.state.store.database.write_connection() as connection:
        connection.execute(insert(events).values({**row, "payload": f'{{"wins": {half}}}'}))
    refused(client.get(f"{table.url}/export"), 500, "damaged_event")


def test_files_that_cannot_be_read(database, tmp_path, capsys):
    (tmp_path / "words.json").write_text("not JSON")
    for name in ("words.json", "nothing.json"):
        assert main(["import", str(tmp_path / name), "--database", database]) == 1
    Database.open(database).close()
    assert main(["export", "0" * 32, "--database", database]) == 1
    said = capsys.readouterr().err
    assert "No game has the id" in said
    assert "Traceback" not in said


def changed(told, seq, **payload):
    told["events"][seq - 1]["payload"].update(payload)
    told["digest"] = digest(told["events"])
    return told


def won(told):
    return told["events"][1]["payload"]["wins"][0]


# What no call would have recorded: the event, what it says instead, and a word of the refusal.
STRANGE = {
    "a long name": (1, lambda _: {"players": ["A" * 100_000, "Bob", "Cid", "Dee"]}, "40"),
    "a name of two lines": (1, lambda _: {"players": ["A\nB", "Bob", "Cid", "Dee"]}, "players"),
    "no name": (1, lambda _: {"players": [" ", "Bob", "Cid", "Dee"]}, "players"),
    "rules that are none": (1, lambda _: {"rules": "hk-5000"}, "nearest"),
    "an option that is none": (1, lambda _: {"options": {"minimums": 3}}, "minimum"),
    "an answer that is none": (1, lambda _: {"options": {"minimum": "three"}}, "minimum"),
    "a stamp of markup": (
        1,
        lambda _: {"stamp": {"id": "<b>", "version": 1, "hash": "0" * 64}},
        "pattern",
    ),
    "a hash that is none": (
        1,
        lambda _: {"stamp": {"id": "hk-500", "version": 1, "hash": "x"}},
        "pattern",
    ),
    "a formula for a hand": (
        2,
        lambda told: {"wins": [{**won(told), "hand": '=HYPERLINK("http://elsewhere.test")'}]},
        "not a hand",
    ),
    "a long hand": (2, lambda told: {"wins": [{**won(told), "hand": "1m" * 900}]}, "400"),
    "a circumstance of words": (
        2,
        lambda told: {"wins": [{**won(told), "circumstances": ["<script>"]}]},
        "pattern",
    ),
    "an endless answer": (
        2,
        lambda told: {"wins": [{**won(told), "answer": {"text": "x" * 70_000}}]},
        "longer",
    ),
    "points without end": (2, lambda _: {"changes": [10**3999, -(10**3999), 0, 0]}, "1000000000"),
    "dues without end": (2, lambda _: {"due": [10**12, -(10**12), 0, 0]}, "1000000000"),
    "a fifth player": (2, lambda _: {"responsible": 4}, "0, 1, 2 or 3"),
}


@pytest.mark.parametrize(("seq", "strange", "words"), STRANGE.values(), ids=STRANGE)
def test_a_file_says_nothing_that_no_call_takes(file, client, seq, strange, words):
    told = json.loads(file.read_text())
    changed(told, seq, **strange(told))
    with pytest.raises(RefusedError, match=words) as error:
        import_game(client.app.state.store.database, told, anew=True)
    assert error.value.code == "bad_game_file"


def test_the_reasons_of_a_hand_are_worked_out_here_and_not_believed(played, file, client):
    genuine = json.loads(file.read_text())
    answer = won(genuine)["answer"]
    forged = {
        "reasons of another's": {**answer, "rows": [{**answer["rows"][0], "name": "Four winds"}]},
        "what is no list": {**answer, "rows": "x"},
        "nothing": None,
        "another hand's": {"rules": "classical-20", "score": 9},
    }
    for forgery in forged.values():
        told = json.loads(file.read_text())
        changed(told, 2, wins=[{**won(told), "answer": forgery}])
        log, _ = import_game(client.app.state.store.database, told, anew=True)
        assert log.events[1].wins[0].answer == answer
        history = client.get(f"/api/v1/games/{log.id}/history").json()["events"]
        assert history == played.history


def test_a_hand_that_comes_out_otherwise_has_no_reasons(file, client):
    told = json.loads(file.read_text())
    changed(told, 2, wins=[{**won(told), "faan": won(told)["faan"] + 1}])
    log, _ = import_game(client.app.state.store.database, told, anew=True)
    assert log.events[1].wins[0].answer is None
    assert client.get(f"/api/v1/games/{log.id}/history").status_code == 200


def test_the_reasons_of_a_correction_are_worked_out_here_too(table, client):
    table.won(1, 0, 3)
    table.hand(winner=2, **{"from": 0}, hand="123m 4569p 789s (222s) +9p")
    instead = {"winner": 3, "from": 0, "hand": "123m 4569p 789s (333s) +9p"}
    assert table.post("corrections", {"seq": 2, "hand": instead}).status_code == 201
    told = client.get(f"{table.url}/export").json()
    genuine = json.loads(json.dumps(told))
    replaced = told["events"][3]["payload"]["replacement"]["wins"][0]
    replaced["answer"]["rows"] = "x"
    told["digest"] = digest(told["events"])
    log, _ = import_game(client.app.state.store.database, told, anew=True)
    again = client.get(f"/api/v1/games/{log.id}/export").json()
    assert again["events"] == genuine["events"]


@pytest.mark.parametrize(
    "at", ["2026-13-01T00:00:00.000Z", "1999-12-31T23:59:59.999Z", "2999-01-01T00:00:00.000Z"]
)
def test_a_time_is_one_of_this_century_until_now(file, client, at):
    told = json.loads(file.read_text())
    told["events"][1]["at"] = at
    told["digest"] = digest(told["events"])
    with pytest.raises(RefusedError) as error:
        import_game(client.app.state.store.database, told, anew=True)
    assert error.value.code == "bad_game_file"


LARGEST = 1_000_000_000
LARGEST_WINS = {
    "classical-20": {"winner": 1, "scores": [LARGEST, LARGEST, 0, 0]},
    "classical-british": {"winner": 0, "scores": [LARGEST, 0, 0, 0]},
    "simplified-300": {"winner": 0, "scores": [LARGEST] * 4},
}


@pytest.mark.parametrize("rules", LARGEST_WINS)
def test_what_the_largest_scores_come_to_is_taken_along(new_table, client, rules):
    table = new_table(rules=rules)
    assert table.hand(**LARGEST_WINS[rules]).status_code == 201
    told = client.get(f"{table.url}/export").json()
    again = client.post("/api/v1/imports?anew=true", json=told)
    assert again.status_code == 201, again.text
    assert again.json()["state"]["players"] == table.state["players"]


def test_a_reason_is_one_line(table, client):
    table.post("adjustments", {"changes": [5, -5, 0, 0], "reason": "a chip"})
    told = client.get(f"{table.url}/export").json()
    changed(told, 2, reason="a\r\nchip")
    with pytest.raises(RefusedError, match="reason"):
        import_game(client.app.state.store.database, told, anew=True)


def test_a_house_file_is_found_under_no_hash_but_its_own(client, new_table, refused):
    toml = 'format = 1\nbase = "hk-500"\nname = "Ours"\n[options]\nminimum = 3\n'
    kept = client.post("/api/v1/house-rules", json={"toml": toml}).json()
    table = new_table(rules=kept["hash"])
    told = client.get(f"{table.url}/export").json()
    changed(told, 1, rules="f" * 64)
    brought = client.post("/api/v1/imports?anew=true", json=told).json()
    assert brought["state"]["rules"] == kept["hash"]
    refused(client.get(f"/api/v1/rules/{'f' * 64}"), 404, "no_such_rules")


@pytest.mark.parametrize(
    "first",
    [
        *"=+-@\t\r",
        *"\uff1d\uff0b\uff0d\uff20\ufe62\ufe63",
        "\ufeff=",
        "\u200b@",
        " =",
        "\u2060\uff1d",
        "\x0b=",
        "\x85@",
    ],
)
def test_no_cell_of_the_table_is_a_formula(first):
    # No import lets such a name in any more.
    quoted = '"' if first == "\r" else ""
    assert views.csv_line([f"{first}1+1", -16, 5, None]) == (
        f"{quoted}'{first}1+1{quoted},-16,5,\r\n"
    )
