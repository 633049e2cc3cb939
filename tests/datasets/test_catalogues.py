"""Catalogues follow what is said, and lose no translation by it."""

import json
import shutil
from pathlib import Path

from babel.messages import Catalog

from service.locale.catalogues import FILES, read_po
from service.locale.languages import FOLDER, languages
from tools import catalogues
from tools.catalogues import (
    MACHINE,
    add_translations,
    forms,
    key,
    main,
    messages,
    read,
    update,
    write,
)
from tools.text_extraction import Text, script_ids

JA = languages()["ja"]


def catalogue(**entries):
    """Make a catalogue of texts and translations; what begins with a star is a machine's."""
    made = Catalog("ja")
    for english, told in entries.items():
        made.add(english, told.lstrip("*"), user_comments=[MACHINE] if told[:1] == "*" else ())
    return made


def entries(catalog):
    """What a catalogue says, in its order; what is a machine's begins with a star."""
    return {
        key(each): "*" * (MACHINE in each.user_comments) + forms(each)[0]
        for each in messages(catalog)
    }


def test_what_is_new_comes_last_and_nothing_is_lost():
    catalog = catalogue(B="び", Gone="さる", Moved="うつる", A="あ")
    update(catalog, [Text("A"), Text("C"), Text("B")], {}, gone={"A", "Moved"})
    assert [*entries(catalog).items()] == [("B", "び"), ("Gone", "さる"), ("A", "あ"), ("C", "")]


def test_a_text_that_moves_or_begins_to_count_keeps_its_translation():
    known = {key(each): each for each in messages(catalogue(tile="*{n} 枚"))}
    catalog = Catalog("ja")
    update(catalog, [Text("tile", "{n} tiles")], known, gone=())
    (moved,) = messages(catalog)
    assert (moved.id, forms(moved)) == (("tile", "{n} tiles"), ("{n} 枚",))
    assert moved.user_comments == [MACHINE]
    update(catalog, [Text("tile")], {}, gone=())
    assert entries(catalog) == {"tile": "*{n} 枚"}


def test_what_somebody_has_read_is_not_overwritten_by_a_machine():
    catalog = catalogue(A="あ", B="*び", C="")
    given = {"A": "x", "B": "y", "C": "z"}
    assert add_translations(catalog, given, JA, machine=True) == 2
    assert entries(catalog) == {"A": "あ", "B": "*y", "C": "*z"}
    assert add_translations(catalog, given, JA) == 1
    assert entries(catalog) == {"A": "x", "B": "*y", "C": "*z"}


def test_a_name_is_told_from_a_word():
    catalog = Catalog("ja")
    catalog.add("Pung", context="row")
    catalog.add("Pung")
    add_translations(catalog, {"row|Pung": "刻子の役", "Pung": "刻子"}, JA)
    assert entries(catalog) == {"row|Pung": "刻子の役", "Pung": "刻子"}
    assert add_translations(catalog, {"Pung": "ポン"}, JA) == 1
    assert entries(catalog) == {"row|Pung": "刻子の役", "Pung": "ポン"}


def test_the_service_reads_catalogues_as_babel_does():
    for tag in languages():
        for name in FILES:
            file = Path(FOLDER) / tag / f"{name}.po"
            if file.is_file():
                told = read_po(file.read_text(encoding="utf-8"))
                assert "Plural-Forms" in told.pop("")
                assert told == {
                    key(each): forms(each) if each.pluralizable else forms(each)[0]
                    for each in messages(read(file.parent, name))
                }


def test_a_text_of_the_page_has_its_english_beside_its_id():
    catalog = catalogue(gone="さる")
    catalog.add("record-hand", "記録", auto_comments=["Record the hand"])
    counting = Text("sets-called", "sets-called", english="One set called")
    update(catalog, [Text("record-hand", english="Record a hand"), counting], {}, gone={"gone"})
    record, sets = messages(catalog)
    assert (record.string, record.auto_comments) == ("記録", ["Record a hand"])
    assert (sets.id, sets.auto_comments) == (("sets-called", "sets-called"), ["One set called"])
    assert add_translations(catalog, {"sets-called": ["{n}副露"]}, JA) == 1
    assert forms(sets) == ("{n}副露",)


def test_what_could_be_an_id_in_a_script():
    script = (
        """t(one ? "record-hand" : "add") + t('no'); const TABLE = { a: "last-1" }; "Not so";"""
    )
    assert script_ids(script) == {"record-hand", "add", "last-1"}


def test_a_language_without_catalogues_gets_them_with_its_plurals(tmp_path):
    folder = tmp_path / "ru"
    folder.mkdir()
    catalog = read(folder, "page")
    update(catalog, [Text("n-tiles", "n-tiles", english="{n} tile")], {}, gone=())
    write(catalog, folder, "page")
    again = read(folder, "page")
    (message,) = messages(again)
    assert (again.num_plurals, message.string) == (3, ("", "", ""))


def test_the_command_puts_a_helpers_table_into_one_language(tmp_path, monkeypatch, capsys):
    for tag in languages():
        shutil.copytree(Path(FOLDER) / tag, tmp_path / tag)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    table = tmp_path / "more.json"
    table.write_text(json.dumps({"try-again": "もう一度"}), encoding="utf-8")
    assert main(["--add", str(table), "--language", "ja"]) == 0
    assert "1 translations added" in capsys.readouterr().out
    before, after = (entries(read(folder / "ja", "page")) for folder in (Path(FOLDER), tmp_path))
    assert {each for each in after.items() if each not in before.items()} == {
        ("try-again", "もう一度")
    }
    assert [*before] == [*after]
    assert main(["--check"]) == 0  # in all languages
