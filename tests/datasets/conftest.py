"""What tests of measurements share."""

import json
import shutil
from importlib.resources import files

import pytest

from tests import needs


@pytest.fixture
def wild_demo(tmp_path):
    """A folder with the bundled photo as the only one of `wild.jsonl`, its tiles named."""
    needs.trained()
    demo = files("service") / "demo"
    hand = json.loads((demo / "hand.json").read_text(encoding="utf-8"))["tiles"]
    (tmp_path / "wild").mkdir()
    shutil.copyfile(str(demo / "hand.jpg"), tmp_path / "wild" / "demo-000.jpg")
    row = {"file": "wild/demo-000.jpg", "source": "ours", "licence": "MIT", "scene": "row"}
    line = json.dumps(row | {"hand": None, "tiles": [{"tile": each["code"]} for each in hand]})
    (tmp_path / "wild.jsonl").write_text(f"{line}\n", encoding="utf-8")
    return tmp_path
