"""The shelf of house rules: what a game plays by stays, of the rest the oldest give way."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from service.database import Database
from service.problems import RefusedError
from service.shelf import Shelf
from tests.postgresql import on_both

pytestmark = on_both


def file(name):
    return f'format = 1\nbase = "hk-500"\nname = "{name}"\n\n[rows]\nseven_pairs = {len(name)}\n'


@pytest.fixture
def shelf(database):
    """A shelf for two files, with a clock that goes on by a minute."""
    minutes = count()
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    opened = Database.open(database)
    yield Shelf(opened, lambda: begun + timedelta(minutes=next(minutes)), most=2)
    opened.close()


def names(shelf):
    return [kept.name for kept in shelf.latest()]


def test_the_oldest_gives_way_to_a_new_one(shelf):
    for name in ("A", "BB", "CCC"):
        shelf.keep(file(name))
    assert names(shelf) == ["CCC", "BB"]
    shelf.keep(file("BB"))  # there already: nobody gives way
    assert names(shelf) == ["CCC", "BB"]


def test_what_a_game_plays_by_stays(shelf, new_table):
    table = new_table(rules=shelf.keep(file("A")).hash)
    shelf.keep(file("BB"))
    shelf.keep(file("CCC"))
    assert names(shelf) == ["CCC", "A"]
    assert table.hand(winner=2, faan=3, **{"from": 0}).status_code == 201


def test_where_games_play_by_all_of_them_a_new_one_is_refused(shelf, new_table):
    for name in ("A", "BB"):
        new_table(rules=shelf.keep(file(name)).hash)
    with pytest.raises(RefusedError, match="a game plays by each of them") as refused:
        shelf.keep(file("CCC"))
    assert refused.value.code == "shelf_full"
    assert names(shelf) == ["BB", "A"]
