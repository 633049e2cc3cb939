"""The description says what the service does: every call, its answers and its refusals."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from scorer.api import requests, training, waits
from service import errors
from service.http import openapi
from service.http.dependencies import query_parameters
from service.http.routes import health
from service.http.routes import scores as score_calls
from service.photos import shipped_reader
from service.schemas import games, photos, rules, scores, setup

CALLS = {
    ("post", "/api/v1/readings"),
    ("post", "/api/v1/frames"),
    ("get", "/api/v1/tile-sets"),
    ("post", "/api/v1/tile-sets"),
    ("post", "/api/v1/tile-sets/count"),
    ("get", "/api/v1/tile-sets/{set_id}"),
    ("patch", "/api/v1/tile-sets/{set_id}"),
    ("delete", "/api/v1/tile-sets/{set_id}"),
    ("get", "/api/v1/tile-sets/{set_id}/file"),
    ("put", "/api/v1/tile-sets/{set_id}/samples/{key}"),
    ("delete", "/api/v1/tile-sets/{set_id}/samples/{key}"),
    ("post", "/api/v1/scores"),
    ("get", "/api/v1/rules/{rules_id}/setup"),
    ("post", "/api/v1/comparisons"),
    ("post", "/api/v1/house-rules"),
    ("get", "/api/v1/house-rules"),
    ("get", "/api/v1/patterns"),
    ("post", "/api/v1/house-rules/preview"),
    ("get", "/api/v1/house-rules/{hash}"),
    ("get", "/api/v1/training"),
    ("post", "/api/v1/training"),
    ("post", "/api/v1/waits"),
    ("get", "/api/v1/waits"),
    ("get", "/api/v1/rules"),
    ("get", "/api/v1/rules/{rules_id}"),
    ("post", "/api/v1/games"),
    ("get", "/api/v1/games/{game_id}"),
    ("delete", "/api/v1/games/{game_id}"),
    ("post", "/api/v1/games/{game_id}/hands"),
    ("post", "/api/v1/games/{game_id}/hands/preview"),
    ("post", "/api/v1/games/{game_id}/undo"),
    ("post", "/api/v1/games/{game_id}/adjustments"),
    ("post", "/api/v1/games/{game_id}/false-wins"),
    ("post", "/api/v1/games/{game_id}/swaps"),
    ("post", "/api/v1/games/{game_id}/rules"),
    ("post", "/api/v1/games/{game_id}/notes"),
    ("post", "/api/v1/games/{game_id}/players"),
    ("post", "/api/v1/games/{game_id}/end"),
    ("post", "/api/v1/games/{game_id}/corrections"),
    ("post", "/api/v1/games/{game_id}/corrections/preview"),
    ("get", "/api/v1/games/{game_id}/statistics"),
    ("get", "/api/v1/games/{game_id}/statistics.csv"),
    ("get", "/api/v1/games/{game_id}/settlement"),
    ("get", "/api/v1/games/{game_id}/history"),
    ("get", "/api/v1/games/{game_id}/history.csv"),
    ("get", "/api/v1/games/{game_id}/events"),
    ("get", "/api/v1/events"),
    ("get", "/api/v1/games/{game_id}/draft"),
    ("patch", "/api/v1/games/{game_id}/draft"),
    ("delete", "/api/v1/games/{game_id}/draft"),
    ("get", "/api/v1/games/{game_id}/draft/events"),
    ("put", "/api/v1/games/{game_id}/draft/pictures/{picture}"),
    ("get", "/api/v1/games/{game_id}/draft/pictures/{picture}"),
    ("get", "/api/v1/games/{game_id}/links"),
    ("post", "/api/v1/games/{game_id}/links"),
    ("post", "/api/v1/games/{game_id}/codes"),
    ("post", "/api/v1/invitations"),
    ("post", "/api/v1/games/{game_id}/links/{link_id}/renewal"),
    ("delete", "/api/v1/games/{game_id}/links/{link_id}"),
    ("get", "/api/v1/games/{game_id}/photos"),
    ("post", "/api/v1/games/{game_id}/photos"),
    ("get", "/api/v1/games/{game_id}/photos/{photo_id}"),
    ("delete", "/api/v1/games/{game_id}/photos/{photo_id}"),
    ("get", "/api/v1/games/{game_id}/export"),
    ("post", "/api/v1/imports"),
    ("get", "/healthz"),
    ("get", "/healthz/live"),
    ("get", "/healthz/ready"),
    ("get", "/metrics"),
}


@pytest.fixture
def described(client):
    return client.get("/openapi.json").json()


def test_every_call_is_described(described):
    found = {(method, path) for path, calls in described["paths"].items() for method in calls}
    assert found == CALLS


def test_every_reference_leads_somewhere(described):
    shapes = described["components"]["schemas"]
    names = set(re.findall(r'"#/components/schemas/(\w+)"', str(described).replace("'", '"')))
    assert names <= set(shapes)
    assert "Problem" in names
    assert "HTTPValidationError" not in shapes


def test_only_the_shapes_of_its_own_calls_are_described():
    app = FastAPI()
    app.routes.extend(score_calls.training.routes)
    shapes = openapi.describe(app)["components"]["schemas"]
    assert "TrainingHand" in shapes
    assert "ScoreRequest" not in shapes


def test_refusals_are_problem_documents(described):
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            assert call["summary"], (method, path)
            for status, answer in call["responses"].items():
                if status >= "400" and not path.startswith("/healthz"):
                    assert list(answer["content"]) == ["application/problem+json"], (method, path)


def test_every_call_with_a_body_may_refuse_it(described):
    for path, calls in described["paths"].items():
        if "post" in calls:
            assert {"400", "413", "422"} <= set(calls["post"]["responses"]), path


def test_writing_calls_ask_for_the_token_and_take_a_key(described):
    for what in ("hands", "undo", "adjustments"):
        call = described["paths"][f"/api/v1/games/{{game_id}}/{what}"]["post"]
        assert call["security"]
        assert "Idempotency-Key" in [one["name"] for one in call["parameters"]]


def test_every_call_and_shape_has_a_name_that_a_person_would_choose(described):
    names = [
        call["operationId"] for calls in described["paths"].values() for call in calls.values()
    ]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+)+", name)] == []
    shapes = described["components"]["schemas"]
    assert [name for name in shapes if not re.fullmatch(r"([A-Z][a-z]+)+", name)] == []


def test_no_two_paths_differ_by_the_names_of_parameters_only(described):
    shapes = [re.sub(r"\{\w+\}", "{}", path) for path in described["paths"]]
    assert len(set(shapes)) == len(shapes)


def test_files_and_streams_are_told_as_what_they_are(described):
    photo = described["components"]["schemas"]["ReadPhotosForm"]["properties"]["photo"]
    assert photo["items"] == {"type": "string", "format": "binary"}
    for path, name in (
        ("/api/v1/games/{game_id}/events", "State"),
        ("/api/v1/events", "State"),
        ("/api/v1/games/{game_id}/draft/events", "Draft"),
    ):
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        schema = content["text/event-stream"]["schema"]
        assert schema["contentSchema"] == {"$ref": f"#/components/schemas/{name}"}


def test_every_group_of_calls_is_explained(described):
    used = {
        tag
        for calls in described["paths"].values()
        for call in calls.values()
        for tag in call["tags"]
    }
    assert used == set(openapi.TAGS)


def test_each_kind_of_event_is_described_member_by_member(client, table):
    table.hand(winner=1, win="discard", **{"from": 3}, hand="123m 4569p 789s (222s) +9p")
    table.hand(winner=2, faan=3, win="self-draw")
    table.post("adjustments", {"changes": [1, -1, 0, 0], "reason": "tea"})
    table.post("swaps", {"seats": [1, 0, 2, 3]})
    table.post("corrections", {"corrects": 3, "reason": "a slip", "hand": {"draw": True}})
    table.post("undo", {})
    table.post("end", {"reason": "late"})
    fields = games.Event.model_fields
    described = {field.alias or name for name, field in fields.items()}
    kinds = set()
    for event in table.history:
        games.Event.model_validate(event, strict=True)
        kinds.add(event["kind"])
        assert set(event) <= described, event["kind"]
    assert {"started", "hand_won", "adjusted", "undo", "ended"} <= kinds


def test_what_the_setup_draws_is_described(client):
    for rules_id, dice in (("hk-500", "3,4,5"), ("classical-20", ""), ("hk-majlife", "")):
        told = client.get(f"/api/v1/rules/{rules_id}/setup", params={"dice": dice}).json()
        setup.Setup.model_validate(told, strict=True)
    body = {"hand": "12m 99p 5s", "phase": 1}
    setup.Drilled.model_validate(client.post("/api/v1/training", json=body).json(), strict=True)
    asked = {"rules": "hk-500", "hand": "123m 456m 79m 77z (555z)"}
    told = client.post("/api/v1/waits", json=asked).json()
    scores.Waits.model_validate(told, strict=True)
    assert told["waits"]


def test_a_reading_is_as_described():
    file = Path(photos.__file__).parents[1] / "demo" / "hand.jpg"
    pytest.importorskip(
        "onnxruntime", reason="onnxruntime is missing: install requirements/base.txt"
    )
    told = shipped_reader.load_reader().read(file.read_bytes()).to_json("hand.jpg")
    photos.Reading.model_validate(json.loads(json.dumps(told)), strict=True)
    assert {name for tile in told["tiles"] for name in tile} == set(photos.ReadTile.model_fields)


def test_answers_are_as_described(client, table):
    games.State.model_validate(table.state, strict=True)
    games.Added.model_validate(table.hand(draw=True).json(), strict=True)
    games.History.model_validate({"events": table.history}, strict=True)
    health.Health.model_validate(client.get("/healthz").json(), strict=True)
    losers = {"losers": {"S": "12m 99p", "W": "666z", "N": "1m"}, "from": "S"}
    hand = {"rules": "classical-20", "hand": "123m 4569p 789s (222s) +9p"}
    told = client.post("/api/v1/scores", json={**hand, **losers}).json()
    assert scores.Scored.model_validate(told, strict=True).losers
    scored = {"rules": "hk-500", "hand": "123m 4569p 789s (222s) +9p", "from": "S"}
    scores.Scored.model_validate(client.post("/api/v1/scores", json=scored).json(), strict=True)
    for one in client.get("/api/v1/rules").json():
        rules.Rules.model_validate(one, strict=True)
    rules.Rules.model_validate(client.get("/api/v1/rules/hk-500").json(), strict=True)


def test_every_status_belongs_to_a_code_that_is_used():
    """A code in the table that nothing raises is a promise nobody keeps."""
    sources = "".join(
        file.read_text(encoding="utf-8")
        for package in ("service", "scorer", "vision")
        for file in Path(errors.__file__).parents[1].joinpath(package).rglob("*.py")
    )
    assert [code for code in errors.STATUS if f'"{code}"' not in sources] == []


def test_the_page_is_served_with_a_strict_policy(client):
    answer = client.get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.count("unsafe") == 1  # WebAssembly, of which the networks on a phone are made
    assert answer.headers["x-content-type-options"] == "nosniff"
    again = client.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.head("/").status_code == 200
    # What is fetched ahead of the API is no file: it is told anew each time.
    for source in re.findall(r'(?:src|href)="(/(?!api/)[^"]+)"', answer.text):
        asset = client.get(source)
        assert asset.status_code == 200, source
        assert "cache-control" in asset.headers
        fresh = client.get(source, headers={"If-None-Match": asset.headers["etag"]})
        assert fresh.status_code == 304


@pytest.mark.parametrize(
    ("described", "taken"),
    [
        (scores.ScoreRequest, requests.FIELDS),
        (scores.WaitsRequest, waits.FIELDS),
        (setup.TrainingHand, training.FIELDS),
    ],
)
def test_what_the_scorer_checks_itself_is_described_field_by_field(described, taken):
    named = [field.alias or name for name, field in described.model_fields.items()]
    assert sorted(named) == sorted(taken)


def test_each_call_takes_the_query_parameters_that_are_described(client):
    told = client.app.openapi()["paths"]
    calls = [route for route in client.app.routes if getattr(route, "include_in_schema", False)]
    assert len(calls) >= len(CALLS)
    for call in calls:
        for method in call.methods:
            described = told[call.path_format][method.lower()].get("parameters", ())
            assert query_parameters(call) == {
                each["name"]: each["schema"].get("type") == "array"
                for each in described
                if each["in"] == "query"
            }
