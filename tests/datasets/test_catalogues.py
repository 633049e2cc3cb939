"""Catalogues follow what is said, and lose no translation by it."""

import json
import shutil

import pytest

from service.locale.languages import FOLDER, languages
from service.locale.po import Catalogue, Entry, read_po
from tools import catalogues
from tools.catalogues import MACHINE, add_translations, main, pairs, update_catalogue
from tools.text_extraction import Text, script_texts

JA = languages()["ja"]
HEADER = Entry("", ("Language: ja\n",))

JAVASCRIPT = """export const words = {
  // More.
  "Try again": "再試行",
  won:
    "アガリ",
  "Say \\"no\\"":
    "いいえ",
};
"""


def catalogue(*entries):
    return Catalogue(HEADER, entries)


def test_what_is_new_comes_last_and_nothing_is_lost():
    old = catalogue(Entry("B", ("び",)), Entry("Gone", ("さる",)), Entry("A", ("あ",)))
    wanted = [Text("A"), Text("C"), Text("B")]
    new = update_catalogue(old, wanted, JA, {})
    assert new == catalogue(*old.entries, Entry("C"))
    pruned = update_catalogue(old, wanted, JA, {}, prune=True)
    assert [each.english for each in pruned.entries] == ["B", "A", "C"]


def test_a_text_that_moves_or_begins_to_count_keeps_its_translation():
    known = {"1 tile": Entry("1 tile", ("{n} 枚",), None, (MACHINE,))}
    (moved,) = update_catalogue(catalogue(), [Text("1 tile", "{n} tiles")], JA, known).entries
    assert moved == Entry("1 tile", ("{n} 枚",), "{n} tiles", (MACHINE,))


def test_what_somebody_has_read_is_not_overwritten_by_a_machine():
    old = catalogue(Entry("A", ("あ",)), Entry("B", ("び",), None, (MACHINE,)), Entry("C"))
    given = {"A": "x", "B": "y", "C": "z"}
    new, added = add_translations(old, given, JA, machine=True)
    assert [(each.told[0], MACHINE in each.comments) for each in new.entries] == [
        ("あ", False),
        ("y", True),
        ("z", True),
    ]
    assert added == 2
    read, added = add_translations(new, given, JA)
    assert (read.entries[0].told, read.entries[0].comments) == (("x",), ())
    assert added == 1


def test_a_name_is_told_from_a_word():
    old = catalogue(Entry("Pung", context="row"), Entry("Pung"))
    given = {"row|Pung": "刻子の役", "Pung": "刻子"}
    new, _ = add_translations(old, given, JA)
    assert [each.told[0] for each in new.entries] == ["刻子の役", "刻子"]
    again, added = add_translations(new, {"Pung": "ポン"}, JA)
    assert [each.told[0] for each in again.entries] == ["刻子の役", "ポン"]
    assert added == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"Try again": "再試行", "won": "アガリ", "Say \\"no\\"": "いいえ"}',
        JAVASCRIPT,
    ],
)
def test_translations_are_read_from_json_and_from_javascript(text):
    assert pairs(text) == {"Try again": "再試行", "won": "アガリ", 'Say "no"': "いいえ"}


def test_what_a_script_says():
    script = """
    t("Try again"); t(kind === "draw" ? "Nobody won" : "{name} won", { name: t(words) });
    plural(n, "1 tile", "{n} tiles", { other: t("Inner") });
    const unsaid = "Not said"; split("a, b");
    /** @type {Record<string, [string, string]>} @texts */
    const TABLE = {
      "some-id": ["A title", "with words"],
      other: ["id_of_it", "hei2 wu2"],
    };
const after = "Not said either";
"""
    found = {(each.english, each.many) for each in script_texts(script.replace("\n    ", "\n"))}
    assert found == {
        ("Try again", None),
        ("Nobody won", None),
        ("{name} won", None),
        ("Inner", None),
        ("1 tile", "{n} tiles"),
        ("A title", None),
        ("with words", None),
    }


def test_the_command_puts_a_helpers_table_into_one_language(tmp_path, monkeypatch, capsys):
    for tag in languages():
        shutil.copytree(FOLDER / tag, tmp_path / tag)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    table = tmp_path / "more.json"
    table.write_text(json.dumps({"Try again": "もう一度"}), encoding="utf-8")
    assert main(["--add", str(table), "--language", "ja"]) == 0
    assert "1 translations put in" in capsys.readouterr().out
    before, after = (
        read_po((folder / "ja" / "page.po").read_text(encoding="utf-8"))
        for folder in (FOLDER, tmp_path)
    )
    changed = [new for old, new in zip(before.entries, after.entries, strict=True) if old != new]
    assert [(each.english, each.told, each.comments) for each in changed] == [
        ("Try again", ("もう一度",), ())
    ]
    assert main(["--check"]) == 0  # in all languages
