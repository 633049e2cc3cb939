"""`tableside rules --patterns`: what rows of a house may be made of, and a house that has some."""

import json

from scorer.patterns.catalogue import PATTERNS
from scorer.rulesets.ready_rows import READY_ROWS
from service.cli.main import main

HOUSE = """\
format = 2
base = "hk-majlife"
name = "Flowers"

[rows]
closed_hand = true

[[row]]
id = "seven"
name = { en = "Seven flowers", "zh-Hant" = "七朵花" }
pattern = "bonus_tiles"
count = 7
value = 3
"""


def test_the_page_is_told_the_same_patterns_with_names_in_chinese(client):
    told = client.get("/api/v1/patterns")
    assert told.status_code == 200
    assert [one["id"] for one in told.json()] == list(PATTERNS)
    assert all(one["zh"] for one in told.json())


def test_patterns_and_ready_rows_are_listed_with_examples(capsys):
    assert main(["rules", "--patterns"]) == 0
    told = capsys.readouterr().out
    for name in (*PATTERNS, *READY_ROWS):
        assert name in told
    assert "such as 111m 222p 345s (444m) 5z +5z, count = 2, concealed = true" in told
    assert main(["rules", "--patterns", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == list(PATTERNS)


def test_rows_of_a_house_are_shown_before_they_are_agreed_on(client, tmp_path, capsys):
    file = tmp_path / "flowers.toml"
    file.write_text(HOUSE, encoding="utf-8")
    assert main(["rules", "--file", str(file)]) == 0
    assert "seven  " in capsys.readouterr().out
    kept = client.post("/api/v1/house-rules", json={"toml": HOUSE}).json()
    rows = {row["id"]: row for row in kept["rows"]}
    assert rows["seven"]["names"] == {"en": "Seven flowers", "zh-Hant": "七朵花"}
    assert rows["closed_hand"]["value"] == "1 (-)"
    body = {"hand": "234m 567m 345p 678s 8s +8s | 1f 2f 3f 4f 1g 2g 3g", "rules": kept["hash"]}
    told = client.post("/api/v1/scores", json=body).json()
    assert [row["faan"] for row in told["rows"] if row["id"] in ("seven", "closed_hand")] == [1, 3]
