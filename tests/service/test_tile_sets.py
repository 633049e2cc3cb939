"""Tile sets of a table over HTTP: learned, asked about, corrected, taken along, forgotten."""

import itertools
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import event

from service.photos.tile_sets import MOST_SETS
from tests.deadlines import LONG_S
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS, jpeg, photograph_rows
from vision.tilesets.tile_set import Origin, Question, TileSet

URL = "/api/v1/tile-sets"


@pytest.fixture(scope="module")
def one_tile():
    return jpeg(np.full((80, 60, 3), 200, np.uint8))


@pytest.fixture
def learn(table):
    def send(*photos, name="Friday's set", token=None, key=None, **form):
        headers = {"Authorization": f"Bearer {table.token if token is None else token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return table.client.post(
            URL,
            files=[("photo", ("rows.jpg", photo, "image/jpeg")) for photo in photos],
            data={"name": name, "game": table.id, **form},
            headers=headers,
        )

    return send


@pytest.fixture
def bearer(table):
    return {"Authorization": f"Bearer {table.token}"}


def test_a_set_is_counted_by_anybody_and_nothing_is_kept(table, rows):
    files = [("photo", ("rows.jpg", rows, "image/jpeg"))]
    counted = table.client.post(f"{URL}/count", files=files)
    assert counted.status_code == 200, counted.text
    answer = counted.json()
    lacking = sum(answer["missing"].values()) - sum(answer["extra"].values())
    assert answer["found"] + lacking == answer["of"] == 144
    assert table.client.get(URL, params={"game": table.id}).json() == {"tile_sets": []}
    nothing = table.client.post(f"{URL}/count", files=[("photo", ("a.jpg", b"?", "image/jpeg"))])
    assert nothing.status_code == 400


def correct(table, known, bearer, key, tile, photo):
    return table.client.put(
        f"{URL}/{known['id']}/samples/{key}",
        files={"photo": ("tile.jpg", photo, "image/jpeg")},
        data={"tile": tile},
        headers=bearer,
    )


@on_both
def test_a_table_shows_its_tiles_and_reads_with_them(table, learn, rows, bearer, one_tile):
    answer = learn(rows, key="a key that is long enough")
    assert answer.status_code == 201, answer.text
    known = answer.json()
    assert len(known["known"]) + len(known["missing"]) == 42
    assert len(known["missing"]) <= 2
    assert known["bytes"] < 400_000
    again = learn(rows, key="a key that is long enough")
    assert again.json() == known
    assert table.client.get(URL, params={"game": table.id}).json() == {"tile_sets": [known]}
    assert table.client.get(f"{URL}/{known['id']}").json() == known
    read = table.client.post(
        "/api/v1/readings",
        files={"photo": ("rows.jpg", rows, "image/jpeg")},
        data={"tile_set": known["id"]},
    )
    assert read.json()["tile_set"] == {"name": "Friday's set", "fits": True}
    file = table.client.get(f"{URL}/{known['id']}/file")
    assert TileSet.loads(file.text).counts == known["known"]

    told = correct(table, known, bearer, "seq-2.7", "2f", one_tile).json()
    assert told["known"]["2f"] == known["known"].get("2f", 0) + 1
    assert told["revision"] == 2
    told = correct(table, known, bearer, "seq-2.7", "3f", one_tile).json()
    assert told["known"]["3f"] == known["known"].get("3f", 0) + 1
    back = table.client.delete(f"{URL}/{known['id']}/samples/seq-2.7", headers=bearer)
    assert back.json()["known"] == known["known"]

    body = {"rules": "hk-500", "players": PLAYERS, "follows": table.id}
    assert table.post("end", {}).status_code == 201
    following = table.client.post("/api/v1/games", json=body, headers=bearer).json()
    (taken,) = table.client.get(URL, params={"game": following["id"]}).json()["tile_sets"]
    assert taken["known"] == known["known"]
    gone = table.client.delete(f"{URL}/{known['id']}", headers=bearer)
    assert gone.status_code == 204
    assert table.client.get(URL, params={"game": table.id}).json() == {"tile_sets": []}
    assert table.client.get(f"{URL}/{taken['id']}").status_code == 200


def test_a_set_leaves_with_its_game(table, learn, rows, bearer, refused):
    known = learn(rows).json()
    assert table.client.delete(table.url, headers=bearer).status_code < 300
    refused(table.client.get(f"{URL}/{known['id']}"), 404, "no_such_tile_set")


def test_a_table_keeps_a_few_sets_and_names_them(table, learn, rows, bearer, refused):
    ids = [learn(rows, name=f"set {n}").json()["id"] for n in range(MOST_SETS)]
    refused(learn(rows, name="one more"), 409, "too_many_kept")
    renamed = table.client.patch(f"{URL}/{ids[0]}", json={"name": "Grandma's"}, headers=bearer)
    assert renamed.json()["name"] == "Grandma's"
    for body, code in (
        ({"name": ""}, "bad_name"),
        ({"answers": {"70": "1f"}}, "no_such_question"),
        ({"answer": {}}, "unknown_field"),
    ):
        refused(table.client.patch(f"{URL}/{ids[0]}", json=body, headers=bearer), 422, code)


def test_who_may_not_write_shows_nothing(table, learn, rows, refused, bearer, one_tile):
    refused(learn(rows, token="a" * 43), 403, "wrong_token")
    known = learn(rows).json()
    for call in (
        lambda: table.client.delete(f"{URL}/{known['id']}"),
        lambda: table.client.patch(f"{URL}/{known['id']}", json={"name": "mine"}),
        lambda: correct(table, known, {}, "a", "1f", one_tile),
    ):
        refused(call(), 401, "no_token")
    assert table.client.get(f"{URL}/{known['id']}").json() == known
    refused(correct(table, known, bearer, "a", "1x", one_tile), 422, "unknown_tile")
    refused(correct(table, known, bearer, "a", "1f", b"no picture"), 400, "not_an_image")


@pytest.mark.parametrize(
    ("photo", "status", "code"),
    [
        (jpeg(np.full((600, 800, 3), 90, np.uint8)), 422, "no_tiles"),
        (b"no photo at all", 400, "not_an_image"),
        (Path("tests/photos/concealed_row.jpg").read_bytes(), 422, "no_rows"),
    ],
    ids=["no tiles", "no photo", "a hand"],
)
def test_what_is_no_lesson_is_refused_and_nothing_is_kept(
    learn, table, refused, photo, status, code
):
    refused(learn(photo), status, code)
    assert table.client.get(URL, params={"game": table.id}).json() == {"tile_sets": []}


def test_two_sets_in_one_photo_are_refused_and_nothing_is_kept(table, learn, refused):
    both = jpeg(np.concatenate([photograph_rows(940), photograph_rows(920)]))
    refused(learn(both), 422, "two_sets")
    assert table.client.get(URL, params={"game": table.id}).json() == {"tile_sets": []}


@pytest.mark.parametrize(
    "answers",
    [[{"0": "2f", "1": "3f"}], [{"0": "2f"}, {"0": "3f"}], [{"0": "9p"}]],
    ids=["at once", "one after the other", "beside what is known"],
)
def test_answers_that_give_a_face_two_names_are_refused_and_nothing_is_kept(
    table, learn, rows, bearer, refused, answers
):
    known = learn(rows).json()
    whole = TileSet.loads(table.client.get(f"{URL}/{known['id']}/file").text)
    (orchid,) = (one for one in whole.samples if one.tile == "2f")
    (one_dot,) = (one for one in whole.samples if one.tile == "1p")
    asks_orchid = Question(orchid.picture, ("2f", "3f"), "5.2")
    asked = [asks_orchid, replace(asks_orchid, at="6.2")]
    if answers == [{"0": "9p"}]:
        asked = [Question(one_dot.picture, ("1p", "9p"), "6.1")]
    left = tuple(one for one in whole.samples if one is not orchid)
    begun = TileSet("asked", samples=left, questions=tuple(asked))
    sent = {"files": {"file": ("tiles.json", begun.dumps().encode(), "application/json")}}
    taken = table.client.post(URL, data={"game": table.id}, headers=bearer, **sent).json()

    def answer(told):
        return table.client.patch(f"{URL}/{taken['id']}", json={"answers": told}, headers=bearer)

    kept = len(answers) - 1
    for told in answers[:-1]:
        assert answer(told).status_code == 200
    refused(answer(answers[-1]), 422, "face_twice")
    now = table.client.get(f"{URL}/{taken['id']}").json()
    assert len(now["questions"]) == len(asked) - kept
    assert sum(now["known"].values()) == len(left) + kept
    assert answer({"0": None}).status_code == 200


@contextmanager
def both_seen(engine):
    """Let two calls go on only once each of them has seen the set as it was before the other."""
    seen, gate = itertools.count(), threading.Barrier(2)

    def meet(_connection, _cursor, statement, *_more):
        if "FROM tile_sets" in statement and next(seen) < 2:
            gate.wait(LONG_S)

    event.listen(engine, "after_cursor_execute", meet)
    try:
        yield
    finally:
        event.remove(engine, "after_cursor_execute", meet)


@pytest.fixture
def asking(table, learn, rows, bearer):
    """A set with questions about some of its faces: its id, its file before, and what answers."""
    whole = TileSet.loads(table.client.get(f"{URL}/{learn(rows).json()['id']}/file").text)

    def give(*codes):
        shown = {one.tile: one for one in whole.samples}
        asked = [Question(shown[code].picture, (code,), f"9.{k}") for k, code in enumerate(codes)]
        left = tuple(one for one in whole.samples if one.tile not in codes)
        begun = TileSet("asked", samples=left, questions=tuple(asked))
        sent = {"files": {"file": ("tiles.json", begun.dumps().encode(), "application/json")}}
        kept = table.client.post(URL, data={"game": table.id}, headers=bearer, **sent).json()

        def answer(told):
            url = f"{URL}/{kept['id']}"
            return table.client.patch(url, json={"answers": told}, headers=bearer)

        def at_once(*told):
            engine = table.client.app.state.store.database.engine
            with both_seen(engine), ThreadPoolExecutor(len(told)) as phones:
                answers = list(phones.map(answer, told))
            file = table.client.get(f"{URL}/{kept['id']}/file").text
            return answers, TileSet.loads(file)

        return at_once

    return give


@on_both
def test_two_phones_that_answer_at_once_give_no_face_two_names(asking, refused):
    answers, now = asking("2f", "2f")({"0": "2f"}, {"1": "3f"})
    one, other = sorted(answers, key=lambda each: each.status_code)
    assert one.status_code == 200
    refused(other, 422, "face_twice")
    assert [question.at for question in now.questions] in (["9.0"], ["9.1"])


@on_both
def test_what_two_phones_answer_at_once_is_of_the_tiles_that_they_were_asked_about(asking):
    """The second question is the first one as soon as that is answered."""
    answers, now = asking("2f", "1p", "5s")({"0": "2f"}, {"1": "1p"})
    assert [each.status_code for each in answers] == [200, 200]
    assert {one.key: one.tile for one in now.samples if one.origin is Origin.ANSWERED} == {
        "9.0": "2f",
        "9.1": "1p",
    }
    assert [question.at for question in now.questions] == ["9.2"]


@on_both
def test_one_tile_that_two_phones_name_at_once_is_named_once(asking, refused):
    answers, now = asking("2f", "1p")({"0": "2f"}, {"0": "3f"})
    one, other = sorted(answers, key=lambda each: each.status_code)
    assert one.status_code == 200
    refused(other, 422, "no_such_question")
    (told,) = (each for each in now.samples if each.origin is Origin.ANSWERED)
    assert (told.key, len(now.questions)) == ("9.0", 1)


def test_odd_requests_are_refused(table, learn, rows, refused):
    refused(learn(*[rows] * 5), 422, "too_many_photos")
    refused(learn(rows, name=" "), 422, "bad_name")
    refused(table.client.get(URL, params={"game": "0" * 32}), 404, "no_such_game")
    refused(table.client.get(f"{URL}/{'0' * 32}"), 404, "no_such_tile_set")
    read = table.client.post(
        "/api/v1/readings",
        files={"photo": ("rows.jpg", rows, "image/jpeg")},
        data={"tile_set": "0" * 32},
    )
    refused(read, 404, "no_such_tile_set")


def test_a_file_of_a_set_is_one_value(table, learn, rows):
    known = learn(rows).json()
    file = table.client.get(f"{URL}/{known['id']}/file").text
    assert json.loads(file)["format"] == "tableside tile set"


def test_a_set_goes_to_another_table_as_a_file(table, learn, new_table, rows, refused):
    known = learn(rows).json()
    file = table.client.get(f"{URL}/{known['id']}/file").content
    other = new_table()

    def give(data, **form):
        headers = {"Authorization": f"Bearer {other.token}"}
        files = {"file": ("tiles.json", data, "application/json")}
        sent = {"game": other.id, **form}
        return table.client.post(URL, files=files, data=sent, headers=headers)

    answer = give(file)
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    assert (taken["name"], taken["game"]) == ("Friday's set", other.id)
    assert taken["known"] == known["known"]
    assert give(file, name="Ben's").json()["name"] == "Ben's"
    refused(give(b"{}"), 422, "not_a_tile_set")
    later = json.dumps(json.loads(file) | {"version": 2}).encode()
    refused(give(later), 422, "tile_set_version")
    refused(give(file, name=" "), 422, "bad_name")


def test_photos_or_a_file_are_sent_and_not_both(table, bearer, refused, one_tile):
    photo = ("photo", ("rows.jpg", one_tile, "image/jpeg"))
    file = ("file", ("tiles.json", b"{}", "application/json"))
    for files, code in (([photo, file], "one_file"), (None, "missing_field")):
        sent = {"game": table.id, "name": "Ours"}
        answer = table.client.post(URL, files=files, data=sent, headers=bearer)
        refused(answer, 422, code)
