"""What recording a hand takes, counted: questions to the database, and what the ledger does."""

from contextlib import closing

import pytest
from sqlalchemy import Engine, event

from scorer.ledger import game
from scorer.ledger.events import HandDrawn
from scorer.reports import events as reports
from service.auth.access import authorise
from service.db import codec
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from tests.postgresql import on_both

pytestmark = on_both

WIN = {"winner": 1, "from": 0, "faan": 3}
# Who may write, as the call comes in and once more under the lock, the key, the last event, and
# the two rows that are added; the lock is a question of its own on PostgreSQL.
ASKED = {"sqlite": 6, "postgresql": 7}


@pytest.fixture
def work(monkeypatch):
    """How often each of these is done, from here on, and the statements."""
    counted = {"event_at": 0, "apply": 0, "decode": 0}
    statements = []

    def count(module, name):
        real = getattr(module, name)

        def counting(*given):
            counted[name] += 1
            return real(*given)

        monkeypatch.setattr(module, name, counting)

    count(reports, "event_at")
    count(game, "apply")
    count(codec, "decode")

    def take_down(_connection, _cursor, statement, *_):
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            statements.append(statement)

    event.listen(Engine, "before_cursor_execute", take_down)
    yield counted, statements
    event.remove(Engine, "before_cursor_execute", take_down)


def test_a_hand_is_decided_once_and_read_back_never(table, work, database):
    counted, statements = work
    table.hand(draw=True)  # the first one reads the game
    for turn in range(3):
        counted.update(event_at=0, apply=0, decode=0)
        statements.clear()
        assert table.post("hands", WIN, key=f"a-key-of-this-hand-{turn}").status_code == 201
        assert counted == {"event_at": 1, "apply": 1, "decode": 0}
        asked = [one for one in statements if "pg_notify" not in one]
        assert len(asked) == ASKED[database.partition(":")[0]], asked


def test_what_others_added_meanwhile_is_decided_on_anew(table, work, database):
    """A hand is worked out before its turn, and once more where the game has moved on."""
    counted, _ = work
    table.hand(draw=True)
    with closing(Store.open(database)) as other:
        access = authorise(other.database, table.id, table.token)
        other.append(access, IdempotentRequest("x"), lambda _: HandDrawn(), lambda _: {})
    counted.update(event_at=0, decode=0)
    assert table.hand(**WIN).json()["seq"] == 4
    assert (counted["event_at"], counted["decode"]) == (2, 1)


def test_what_is_remembered_is_what_is_stored(new_table, database):
    table = new_table({"minimum": 0})
    for report in (
        {"winner": 1, "from": 0, "hand": "123m 4569p 789s (222z) +9p"},
        {"winner": 2, "win": "self-draw", "hand": "11m33m2z2z99m44m44z6z +6z"},
        {"draw": True},
        WIN,
    ):
        assert table.hand(**report).status_code == 201, report
    for what, body in (
        ("undo", {}),
        ("false-wins", {"player": 1}),
        ("adjustments", {"changes": [1, -1, 0, 0], "reason": "a chip"}),
        ("swaps", {"seats": [1, 0, 2, 3]}),
        ("notes", {"seq": 2, "note": "tea"}),
        ("corrections", {"seq": 2, "hand": {"draw": True}}),
        ("rules", {"rules": "hk-majlife"}),
        ("end", {}),
    ):
        assert table.post(what, body).status_code == 201, what
    with closing(Store.open(database)) as other:
        assert table.client.app.state.store.load(table.id) == other.load(table.id)
