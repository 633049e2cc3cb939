"""A service under load is killed at any moment: no answered hand is lost, and no half one kept."""

import random
import signal
import sqlite3
import time

from tests.crash.load import Load, check, settle, sit_down
from tests.postgresql import on_both
from tests.serving import SERVE
from tests.soak import full

KILLS = full(2, 25)
BEGUN = full({}, {"program": SERVE})  # as a user's begins, which loads everything each time
CLIENTS = 8


def intact(database):
    """An SQLite file is whole, and each hand was written together with its answer."""
    if not database.startswith("sqlite:///"):
        return
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    hands = "SELECT game_id, count(*) FROM events WHERE seq > 1 GROUP BY game_id ORDER BY game_id"
    keys = "SELECT game_id, count(*) FROM answers GROUP BY game_id ORDER BY game_id"
    assert connection.execute(hands).fetchall() == connection.execute(keys).fetchall()
    connection.close()


@on_both
def test_killed_at_any_moment(serve, database, tell):
    evening(serve, database, tell, KILLS, **BEGUN)


def test_killed_while_the_clock_is_set_back(serve, database, tell):
    evening(serve, database, tell, full(1, 25), module="tests.crash.jumping")


def evening(serve, database, tell, kills, **how):
    """Play, kill and start again, so often; what was answered is looked for every time."""
    dice, tables, seconds = random.Random(7), [], 0.0
    for _ in range(kills):
        service = serve(database, **how)
        for table in tables:
            settle(service.url, table)
            check(service.url, table)
        tables += [sit_down(service.url) for _ in range(2)]
        with Load([service.url], tables[-2:], CLIENTS) as load:
            begun = time.monotonic()
            load.until(CLIENTS + dice.randrange(full(40, 200)))
            time.sleep(dice.random() * 0.02)  # between two statements, not between two answers
            service.stop(signal.SIGKILL)
            seconds += time.monotonic() - begun
        intact(database)
    service = serve(database, **how)
    for table in tables:
        check(service.url, table)
        settle(service.url, table)
        assert len(check(service.url, table)) == 1 + len(table.answered)
    service.stop()
    intact(database)
    hands = sum(len(table.answered) for table in tables)
    tell(f"{kills} kills, {hands} acknowledged hands, {hands / seconds:.0f}/s, none lost")


@on_both
def test_a_stop_finishes_what_it_has_taken_in(serve, database):
    """Told to end, a service answers every write that it applies, and applies none after."""
    service = serve(database)
    tables = [sit_down(service.url) for _ in range(2)]
    with Load([service.url], tables, CLIENTS) as load:
        load.until(40)
        assert service.stop(signal.SIGTERM) == 0
    service = serve(database)
    for table in tables:
        assert len(check(service.url, table)) == 1 + len(table.answered)
    service.stop()
