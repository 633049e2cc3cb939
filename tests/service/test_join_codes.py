"""Six letters said across a table: what they give, for how long, and how often one may guess."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from service.app import create_app
from service.auth.join_codes import MOST_CODES
from service.db.schema import join_codes
from service.http.limits import CODES_PER_MINUTE
from service.settings import Settings
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS, begin_with

pytestmark = on_both


def make(table, *, write=True):
    headers = {"Authorization": f"Bearer {table.token}"}
    answer = table.client.post(f"{table.url}/codes", json={"write": write}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def accept(table, code):
    return table.client.post("/api/v1/invitations", json={"code": code})


def test_a_code_gives_what_the_link_gives(table):
    code = make(table)
    assert re.fullmatch("[A-HJKMNP-TW-Z]{6}", code)
    assert accept(table, code).json() == {"game_id": table.id, "token": table.token}
    assert accept(table, make(table, write=False)).json() == {"game_id": table.id, "token": None}


def test_a_code_is_heard_in_any_case_and_with_gaps(table):
    code = make(table)
    assert accept(table, f" {code[:3].lower()}-{code[3:]} ").json()["game_id"] == table.id


@pytest.mark.parametrize("code", ["", "ABC", "ABCDEFG", "ABCDE1", "ÄBCDEF", "ABCDEF"])
def test_what_is_no_code_leads_nowhere(table, refused, code):
    refused(accept(table, code), 404, "no_such_code")


def test_only_who_may_write_makes_a_code(table, refused):
    refused(table.client.post(f"{table.url}/codes", json={}), 401, "no_token")
    headers = {"Authorization": "Bearer wrong"}
    refused(table.client.post(f"{table.url}/codes", json={}, headers=headers), 403, "wrong_token")


def test_a_code_that_was_said_stays_valid_while_four_phones_make_theirs(table):
    said = make(table)
    for _ in range(4):  # phones, each of which opens Share twice
        for _ in range(2):
            make(table)
            make(table)
    assert accept(table, said).status_code == 200


def test_the_oldest_codes_of_a_game_make_room(table):
    for _ in range(MOST_CODES + 1):
        last = make(table)
    with table.client.app.state.store.database.read_connection() as connection:
        assert len(connection.execute(select(join_codes)).all()) == MOST_CODES
    assert accept(table, last).status_code == 200


def test_the_database_alone_gives_nobody_a_code_or_a_token(table):
    code = make(table)
    with table.client.app.state.store.database.read_connection() as connection:
        (row,) = connection.execute(select(join_codes)).all()
    assert code not in str(row)
    assert table.token not in str(row)


def test_a_game_that_is_deleted_takes_its_codes_along(table, refused):
    code = make(table)
    headers = {"Authorization": f"Bearer {table.token}"}
    assert table.client.delete(table.url, headers=headers).status_code == 204
    refused(accept(table, code), 404, "no_such_code")


def test_guesses_are_counted(table):
    answers = [accept(table, "ABCDEF") for _ in range(CODES_PER_MINUTE + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [404, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_a_code_is_valid_for_an_hour_and_then_swept_away(database, empty_file, refused):
    begin_with(empty_file, database)
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    app = create_app(Settings(database=database), lambda: now)
    with TestClient(app) as client:
        begun = client.post("/api/v1/games", json={"rules": "hk-500", "players": PLAYERS}).json()
        headers = {"Authorization": f"Bearer {begun['write_token']}"}
        url = f"/api/v1/games/{begun['id']}/codes"
        code = client.post(url, json={}, headers=headers).json()["code"]
        now += timedelta(minutes=59)
        assert client.post("/api/v1/invitations", json={"code": code}).status_code == 200
        now += timedelta(minutes=1)
        refused(client.post("/api/v1/invitations", json={"code": code}), 404, "no_such_code")
        assert app.state.join_codes.sweep() == 1
        assert app.state.join_codes.sweep() == 0
