"""Photos labelled by a list of their tiles: what is missing, and what was found beside them."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation.existence import fit_existence
from datasets.evaluation.tile_lists import ListedPhoto, compare, load_listed, rows
from datasets.labels.lines import DatasetError
from vision.reading import Group, GroupKind, Reading, TileReading

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(codes: str, hand: str | None = None) -> Reading:
    tiles = tuple(TileReading(code, 0.99, CORNERS) for code in codes.split())
    groups = (Group(GroupKind.OTHER, tuple(range(len(tiles)))),)
    return Reading(((10, 10),), tiles, groups, hand)


def photo(kind: str, tiles: str, optional: str = "", *, partial: bool = False) -> ListedPhoto:
    listed, spare = Counter(tiles.split()), Counter(optional.split())
    return ListedPhoto(Path("a.jpg"), kind, listed, spare, partial)


@pytest.mark.parametrize(
    ("labelled", "found", "missing", "extra"),
    [
        (photo("few", "1m 2m 5z"), reading("1m 2m 5z"), "", ""),
        (photo("few", "1m 2m 5z"), reading("1m 5z 5z x"), "2m", "5z"),
        (photo("few", "1m", optional="9s"), reading("1m 9s"), "", ""),
        (photo("few", "1m", optional="9s"), reading("1m 9s 9s"), "", "9s"),
        (photo("rows", "1m", partial=True), reading("1m 7z"), "", ""),
        (photo("rows", "1m 3m", partial=True), reading("1m 7z"), "3m", ""),
        # Of a hand what lies beside it does not count, nor where its sets lie.
        (photo("hand", "1m 2m 3m 5z 5z"), reading("1m 2m 3m 5z 5z 9p", "5z (123m) +5z"), "", ""),
        (photo("hand", "1m 2m 3m 5z 5z"), reading("1m 2m 3m 5z 5z"), "1m 2m 3m 5z 5z", ""),
    ],
)
def test_tiles_are_compared_by_name_and_number(
    labelled: ListedPhoto, found: Reading, missing: str, extra: str
) -> None:
    result = compare(labelled, found)
    assert (result.missing, result.extra) == (Counter(missing.split()), Counter(extra.split()))
    assert result.right is (not missing and not extra)


def test_the_table_counts_each_kind_and_all() -> None:
    results = [
        compare(photo("few", "1m 2m"), reading("1m 2m")),
        compare(photo("few", "1m 2m"), reading("1m")),
        compare(photo("pool", "1m"), reading("1m 2m")),
    ]
    assert list(rows(results)) == [
        ("few", "2", "1", "4", "1", "0"),
        ("pool", "1", "0", "1", "0", "1"),
        ("all", "3", "1", "5", "1", "1"),
        ("kept from training", "3", "1", "5", "1", "1"),
    ]


def test_labels_are_read_from_a_folder(tmp_path: Path) -> None:
    line = {"file": "more/a.jpg", "kind": "few", "tiles": ["1m"], "partial": True}
    (tmp_path / "more.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    (listed,) = load_listed(tmp_path)
    assert (listed.path, listed.partial) == (tmp_path / "more" / "a.jpg", True)


@pytest.mark.parametrize("text", [None, "[]\n", '{"file": "a.jpg"}\n', "{\n"])
def test_a_folder_without_good_labels_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "more.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"more\.jsonl"):
        load_listed(tmp_path)


def test_the_border_lies_between_real_hands_and_others() -> None:
    hands, others = (
        [np.array([1.0, each]) for each in some] for some in ((4, 5, 6, 7), (0, 0.5, 1))
    )
    existence = fit_existence(hands * 20, others * 4)
    assert existence.log_odds(others[-1]) < 0 < existence.log_odds(hands[0])
