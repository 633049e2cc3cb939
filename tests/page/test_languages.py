"""Whatever the page, the scorer and the service say in English each language says as well."""

import re
from pathlib import Path

import pytest

from service.locale.catalogues import FILES, PAGE_FILES, PARTS, plural_of, texts
from service.locale.languages import ENGLISH, FOLDER, languages
from tests.page.conftest import STATIC
from tools.catalogues import MACHINE, forms, key, messages, read
from tools.text_extraction import SCRIPTS, english_texts, script_ids, used_ids

# The scripts of rare.js (bundle.mjs), with what that alone needs.
RARE = re.compile(
    r"^(?:rules|club|trust)/"
    r"|^start/(?:house-(?:card|rows)|own-rules|payments-table|join|example)\.js$"
    r"|^table/(?:rules-change|tile-set|setup|album|standings|end-card|links"
    r"|score-sheet|standings-picture|notes)\.js$"
    r"|^entry/(?:corrections|misread)\.js$"
)
OTHERS = [tag for tag in languages() if tag != ENGLISH]
PLACE = re.compile(r"\{\w+\}")
TABLES = """
async () => {
  const { QUESTIONS, START } = await import("/static/js/start/rule-sets.js");
  const { TERMS } = await import("/static/js/rules/cards.js");
  return [
    ...Object.values(QUESTIONS).flat().map(({ text }) => text),
    START.text,
    ...TERMS.flatMap(([, , , name, meaning]) => [name, meaning]),
  ];
}
"""


@pytest.fixture(scope="module")
def english():
    """What is said, by catalogue."""
    return english_texts()


@pytest.fixture(scope="module")
def tables(modules):
    return modules.evaluate(TABLES)


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_every_text_is_there_in_every_language(english, tag, name):
    own = languages()[tag].field
    wanted = {each.key for each in english[name] if not (own and each.is_named)}
    assert sorted(wanted - texts(tag, name).keys()) == []


def entries(tag):
    """All entries of a language."""
    return [entry for name in FILES for entry in messages(read(Path(FOLDER) / tag, name))]


def in_english(entry):
    """The English of an entry, in each of its forms."""
    known = (texts(ENGLISH, name).get(key(entry)) for name in PAGE_FILES)
    return str(next((told for told in known if told is not None), entry.id))


def test_the_page_has_an_id_for_each_of_its_texts():
    ids = [id_ for name in PAGE_FILES for id_ in texts(ENGLISH, name)]
    assert len(ids) > 1000
    assert len(ids) == len({*ids})
    assert [id_ for id_ in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*(\|.+)?", id_)] == []
    assert {id_.partition("|")[0] for id_ in ids} - used_ids() == set()


def test_no_id_is_a_text_of_the_scorer(english):
    ids = {id_ for name in PAGE_FILES for id_ in texts(ENGLISH, name)}
    told = {each.key for name in FILES if name not in PAGE_FILES for each in english[name]}
    assert ids & told == set()


def test_scripts_ask_for_texts_that_english_has():
    """As do the types of the page, which need Node."""
    ids = {id_ for name in PAGE_FILES for id_ in texts(ENGLISH, name)}
    asked = [
        id_
        for path in SCRIPTS.rglob("*.js")
        for id_ in re.findall(
            r"(?<![\w.$])(?:t|plural)\((?:[^\"()]+,)?\s*\"([^\"]*)\"", path.read_text("utf-8")
        )
    ]
    assert len(asked) > 700
    assert {*asked} - ids == set()


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_every_translation_is_of_something_that_is_said(english, tag, name):
    there = {key(entry) for entry in messages(read(Path(FOLDER) / tag, name))}
    assert sorted(there - {each.key for each in english[name]}) == []


def test_what_stands_in_tables_is_found_as_said(english, tables):
    found = {each.key for name in PAGE_FILES for each in english[name]}
    assert len(tables) > 60
    assert [text for text in tables if text not in found] == []
    assert sum(len(all_) for all_ in english.values()) > 1400


@pytest.mark.parametrize("tag", OTHERS)
def test_places_for_names_and_numbers_survive_translation(tag):
    """A place that a text does not fill would be shown as it is, or stop a command."""
    differing = {
        told: entry.id
        for entry in entries(tag)
        for told in forms(entry)
        if set(PLACE.findall(told)) - set(PLACE.findall(in_english(entry)))
    }
    assert differing == {}


@pytest.mark.parametrize("tag", OTHERS)
def test_texts_that_count_have_each_plural_form(tag):
    number = len(languages()[tag].plurals)
    counting = [entry for entry in entries(tag) if entry.pluralizable]
    assert len(counting) > 8
    assert [entry.id for entry in counting if len(forms(entry)) != number] == []
    assert all(0 <= plural_of(tag)(count) < number for count in range(200))


def test_no_number_is_a_word(english):
    """A number stands for itself wherever it is said; one of a house's units once was every 1."""
    keys = [each.english or each.id for all_ in english.values() for each in all_]
    assert [key for key in keys if re.fullmatch(r"[\d.]+", key)] == []


@pytest.mark.parametrize("tag", OTHERS)
def test_wording_that_nobody_has_read_says_so(tag):
    """A catalogue waits for a reader while any of its entries does."""
    waiting = {
        name
        for name in FILES
        for entry in messages(read(Path(FOLDER) / tag, name))
        if MACHINE in entry.user_comments
    }
    assert waiting == {*languages()[tag].unread}


def codes_of_the_service():
    """The codes of the table of refusals, which the service's own tests keep complete."""
    text = (STATIC.parents[1] / "README.md").read_text(encoding="utf-8")
    table = text.partition("\n## Refusals\n")[2].partition("\n## ")[0]
    rows = [row for row in table.splitlines() if re.match(r"\| \d", row)]
    return {
        code for row in rows for code in re.findall(r"`([a-z_]+)`", re.sub(r"\(.*?\)", "", row))
    }


REFUSED = """
async ({ code, detail }) => (await import("/static/js/i18n/refusals.js")).refusal({ code, detail })
"""


def test_whatever_is_refused_is_said_in_the_page_s_words_or_the_service_s(modules):
    """The service answers in the reader's language, so that the page repeats none of its words."""
    codes = codes_of_the_service()
    keys = (key.partition("|") for key in texts(ENGLISH, "page"))
    refused = {code for kind, _, code in keys if kind == "refusal"}
    assert len(codes) > 60
    assert sorted(refused - codes) == []
    said = {code: modules.evaluate(REFUSED, {"code": code, "detail": "糊"}) for code in codes}
    assert [code for code in refused if said[code] == "糊"] == []
    assert len({*codes} - refused - {code for code in codes if said[code] == "糊"}) == 9


IMPORTED = re.compile(r'^import [^"(]*"(\.[^"]+\.js)"', re.MULTILINE)


def first_scripts():
    """The scripts of the first screen: what app.js imports at once."""
    found, left = set(), [SCRIPTS / "app.js"]
    while left:
        path = left.pop().resolve()
        if path not in found:
            found.add(path)
            left += [path.parent / name for name in IMPORTED.findall(path.read_text("utf-8"))]
    return {path.relative_to(SCRIPTS).as_posix() for path in found}


FIRST = first_scripts()
PART_OF_ID = {
    id_.partition("|")[0]: part
    for part, names in PARTS.items()
    for name in names
    for id_ in texts(ENGLISH, name)
}


def part_of(script):
    """The part whose words a script needs."""
    return "rare" if RARE.match(script) else "page" if script in FIRST else "screens"


def words_of(script):
    """The parts whose words a script says."""
    ids = script_ids((SCRIPTS / script).read_text("utf-8"))
    return {PART_OF_ID[id_] for id_ in ids & PART_OF_ID.keys()}


def parts_there(script):
    """The parts whose words are there when a script runs."""
    part = part_of(script)
    return {"page"} if part == "page" else {"page", "screens", part}


def test_each_script_has_its_words_from_its_own_part():
    scripts = [path.relative_to(SCRIPTS).as_posix() for path in sorted(SCRIPTS.rglob("*.js"))]
    assert len(FIRST) > 30
    assert [script for script in scripts if words_of(script) - parts_there(script)] == []


def test_no_screen_is_shown_before_its_words_are_there():
    """What says words of a part is imported by that part, or together with its words."""
    wrong, fetched = [], 0
    for path in sorted(SCRIPTS.rglob("*.js")):
        text = re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        here = parts_there(path.relative_to(SCRIPTS).as_posix())
        for found in re.finditer(r'(?:from |import\()"(\.[^"]+\.js)"', text):
            script = (path.parent / found[1]).resolve().relative_to(SCRIPTS).as_posix()
            missing = words_of(script) - here
            if not missing:
                continue
            fetched += 1
            if not re.search(r"with(?:Words|Part)\($", text[: found.start()]):
                wrong.append(f"{path.name}: {found[0]}")
    assert fetched > 20
    assert wrong == []
