"""Photos of parts of one hand are laid out as one."""

import numpy as np
import pytest

from datasets.labels.structure import Structure
from tests.vision.tables import finder, see


def row(text: str, size: float = 40.0, turn: float = 0.0) -> tuple[np.ndarray, list[str]]:
    """Photograph tiles in a row, each `size` px wide; `.` leaves half a tile free."""
    corners, codes, x = [], [], 0.0
    for piece in text.split():
        if piece != ".":
            corners.append([[x, 0], [x + 1, 0], [x + 1, 1.35], [x, 1.35]])
            codes.append(piece)
        x += 0.5 if piece == "." else 1.01
    angle = np.deg2rad(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return (np.array(corners) @ matrix * size + 300).astype(np.float32), codes


CONCEALED = "1m 2m 3m 4m 5m 6m 1z 1z"


@pytest.mark.parametrize(
    ("photos", "hand"),
    [
        ([row(CONCEALED), row("7p 8p 9p . 5s 5s 5s")], "123456m 11z (789p) (555s)"),
        ([row("7p 8p 9p . 5s 5s 5s"), row(CONCEALED)], "123456m 11z (789p) (555s)"),
        ([row(CONCEALED), row("7p 8p 9p . 5s 5s 5s", 210)], "123456m 11z (789p) (555s)"),
        ([row(CONCEALED, 25, 30), row("7p 8p 9p . 5s 5s 5s", 60, -20)],
         "123456m 11z (789p) (555s)"),
        ([row(CONCEALED), row("7p 8p 9p"), row("5s 5s 5s"), row("1f 3g")],
         "123456m 11z (789p) (555s) | 1f 3g"),
        ([row("1m 2m 3m 4m 5m 6m 7p"), row("8p 9p 5s 5s 5s 1z 1z")], "123456m 789p 555s 11z"),
        ([row(CONCEALED + " 7p 8p 9p 5s 5s 5s")] * 2, "123456m 789p 555s 11z"),
    ],
    ids=["sets second", "sets first", "nearer", "turned", "one by one", "two halves", "twice"],
)  # fmt: skip
def test_parts_make_one_hand(photos: list[tuple[np.ndarray, list[str]]], hand: str) -> None:
    found = finder().find([see(*photo) for photo in photos])[1]
    assert Structure.parse(found.hand or "") == Structure.parse(hand)


def test_an_empty_photo_does_no_harm() -> None:
    empty: tuple[np.ndarray, list[str]] = (np.zeros((0, 4, 2), np.float32), [])
    photos = [empty, row(CONCEALED), empty]
    assert finder().find([see(*photo) for photo in photos])[1].hand == "123456m 11z"
