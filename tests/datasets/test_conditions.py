"""The same photo taken otherwise: turned, in other light, smaller, out of focus."""

import numpy as np
import pytest
from PIL import Image

from datasets.evaluation.conditions import CONDITIONS, main


@pytest.mark.parametrize(
    ("condition", "size"),
    [
        ("as it is", (60, 40)),
        ("turned by 20 degrees", (71, 59)),
        ("by -20", (71, 59)),
        ("by 90", (40, 60)),
        ("by 180", (60, 40)),
        ("half as large", (30, 20)),
        ("blurred", (60, 40)),
    ],
)
def test_nothing_of_a_photo_is_cut_off(condition, size):
    photo = Image.new("RGB", (60, 40), (10, 120, 60))
    changed = CONDITIONS[condition](photo)
    assert np.abs(np.subtract(changed.size, size)).max() <= 1
    assert np.abs(np.asarray(changed).astype(int) - (10, 120, 60)).max() <= 2


@pytest.mark.parametrize(
    ("condition", "light"), [("dark", (30, 60, 15)), ("lamplight", (100, 160, 25))]
)
def test_light_is_less_in_each_colour(condition, light):
    photo = Image.new("RGB", (4, 4), (100, 200, 50))
    assert CONDITIONS[condition](photo).getpixel((1, 1)) == light


def test_a_hand_is_counted_under_each_condition(wild_demo, capsys):
    assert main([str(wild_demo), "--threads", "1"]) == 0
    last = capsys.readouterr().out.strip().splitlines()[-1].replace("|", " ").split()
    assert last[:3] == ["all", "1", "1"]
    assert len(last) == 2 + len(CONDITIONS)


def test_without_photos_the_command_says_so(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2
    assert "no truth.jsonl" in capsys.readouterr().err
