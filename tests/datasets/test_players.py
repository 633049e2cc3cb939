"""LaidTable tables of which it is known whose everything is, and how well that is told."""

import numpy as np

import models
from datasets.evaluation.players import judge, main, tables
from vision.nets.roles import RolesModel
from vision.reading import Side

COUNT = 40


def test_most_sides_are_named_and_named_rightly():
    roles = RolesModel.load(models.path("roles"), 1)
    counts = judge(list(tables(COUNT, seed=825_000)), roles)

    def share(name):
        right, of = counts[name]
        assert of >= 10, name
        return right / of

    assert share("side of hand: named") > 0.85
    assert share("side of hand: right where named") > 0.95
    assert share("side of others': right where named") > 0.9
    assert share("side of pool: right where named") > 0.8
    assert share("kind of pool: right") > 0.9
    assert share("kind of others': right") > 0.5


def test_a_table_says_of_every_tile_whose_it_is():
    laid = next(iter(tables(1, seed=820_000)))
    count = len(laid.table.codes)
    assert len(laid.players) == len(laid.pools) == count
    assert {*laid.players} <= {None, 0, 1, 2, 3}
    assert len(laid.sides) == 4
    assert {*laid.sides} <= {None, *Side}
    grouped = [tile for group in laid.groups for tile in group.tiles]
    assert sorted([*grouped, *laid.wall]) == list(np.arange(count))


def test_the_command_prints_how_often(capsys):
    assert main(["--count", "3"]) == 0
    assert "side of hand: named" in capsys.readouterr().out
