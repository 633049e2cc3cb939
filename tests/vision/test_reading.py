"""The JSON of a reading is the public one, key by key."""

import json

import pytest

from vision.reading import CalledSet, Group, GroupKind, Player, Reading, Side, TileReading

FIVE = TileReading(
    tile="5p",
    confidence=0.99812345,
    corners=((10.04, 20.0), (30.0, 21.26), (29.0, 51.0), (9.0, 50.0)),
    group=0,
    alternatives=(("5s", 0.00123456), ("4p", 0.0)),
)
BACK = TileReading("x", 0.5, ((40, 20), (60, 20), (60, 50), (40, 50)), unsure=True, group=1)

READING = Reading(
    sizes=((640, 480),),
    tiles=(FIVE, BACK),
    groups=(Group(GroupKind.CONCEALED, (0,), Side.NEAR), Group(GroupKind.OTHER, (1,))),
    hand="5p",
    hands=(("5p", 0.98765), ("5s", 0.01)),
    called=(CalledSet((0,), 0.123456),),
    players=(Player(Side.NEAR, "5p", 0.98765, (0,)),),
    problems=("tile_count", "no_winning_tile"),
    timings_ms={"decode": 1.2345, "total": 60.06},
)


def test_one_photo_has_the_public_form() -> None:
    assert json.loads(json.dumps(READING.to_json("table.jpg"))) == {
        "photo": "table.jpg",
        "size": [640, 480],
        "tiles": [
            {
                "tile": "5p",
                "confidence": 0.9981,
                "box": [9.0, 20.0, 30.0, 51.0],
                "corners": [[10.0, 20.0], [30.0, 21.3], [29.0, 51.0], [9.0, 50.0]],
                "unsure": False,
                "group": 0,
                "alternatives": [["5s", 0.0012], ["4p", 0.0]],
            },
            {
                "tile": "x",
                "confidence": 0.5,
                "box": [40, 20, 60, 50],
                "corners": [[40, 20], [60, 20], [60, 50], [40, 50]],
                "unsure": True,
                "group": 1,
                "alternatives": [],
            },
        ],
        "groups": [
            {"kind": "concealed", "side": "near", "tiles": [0]},
            {"kind": "other", "side": None, "tiles": [1]},
        ],
        "hand": "5p",
        "hands": [{"hand": "5p", "probability": 0.9877}, {"hand": "5s", "probability": 0.01}],
        "called": [{"tiles": [0], "exposed": 0.1235}],
        "players": [{"side": "near", "hand": "5p", "probability": 0.9877, "tiles": [0]}],
        "problems": ["tile_count", "no_winning_tile"],
        "timings_ms": {"decode": 1.2, "total": 60.1},
    }


def test_several_photos_of_one_hand_name_each_tiles_photo() -> None:
    reading = Reading(sizes=((640, 480), (480, 640)), tiles=(FIVE,), hand=None)
    form = reading.to_json(["a.jpg", "b.jpg"])
    assert form["photo"] == "a.jpg"
    assert form["size"] == [640, 480]
    assert form["hand"] is None
    assert form["photos"] == [
        {"photo": "a.jpg", "size": [640, 480]},
        {"photo": "b.jpg", "size": [480, 640]},
    ]
    (tile,) = json.loads(json.dumps(form["tiles"]))
    assert tile["photo"] == 0


def test_every_photo_needs_a_name() -> None:
    with pytest.raises(ValueError, match="1 photos were read, 2 names given"):
        READING.to_json(["a.jpg", "b.jpg"])


def test_an_empty_reading_is_a_reading() -> None:
    form = Reading(sizes=((4, 3),)).to_json("empty.png")
    assert form["tiles"] == form["groups"] == form["problems"] == []
    assert form["hand"] is None
