"""What is said, in English: the texts of the page, the scorer and the service, by catalogue.

A text of the page is what `t` and `plural` are called with, or stands in a table whose comment
says `@texts`; of such a table it is each text with a space or a capital letter, keys excepted.
Babel's own extractor finds 661 of the 1,101 texts of the page: it knows no tables, and only one of
`t(one ? "this" : "that")`.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import scorer
import service
import vision
from scorer.api import requests
from scorer.api.patterns import patterns_list
from scorer.api.setup import guide_texts
from scorer.api.training import course_texts
from scorer.core.tiles import TILES
from scorer.rules.payment import RESPONSIBILITIES
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.rulesets.ready_rows import READY_ROWS
from service import page
from service.errors import TITLES
from service.locale.catalogues import FILES, PARTS, key
from service.locale.names import bare_question, english_pattern
from service.locale.sentences import FILES as SENTENCES
from service.locale.sentences import is_words
from service.page.assets import HTML_TEXTS

SHIPPED = (scorer, vision, service)
SCRIPTS = Path(page.__file__).with_name("static") / "js"
# Which catalogue has the texts of a script, where it is not that of the page.
SCRIPT_CATALOGUES = (
    ("camera", re.compile(r"^(?:(?:camera|scorer)/.*|entry/viewfinder)\.js$")),
    ("trust", re.compile(r"^trust/")),
    ("reference", re.compile(r"^rules/(?:terms|row-examples)\.js$")),
    # What goes into rare.js (bundle.mjs), with what that alone needs.
    (
        "rare",
        re.compile(
            r"^(?:rules|club)/|^start/(?:house-(?:form|card|rows|mistakes)|example)\.js$"
            r"|^table/(?:rules-change|tile-set|setup|album|standings|end-card|score-sheet"
            r"|standings-picture|turn-card|notes)\.js$|^entry/corrections\.js$"
        ),
    ),
)
_STRING = r'"((?:[^"\\]|\\.)*)"'
_CALL = re.compile(r"(?<![\w.$])(t|plural)\(\s*")
_TABLE = re.compile(r"@texts\b.*?(?:\*/|\n)(.*?;)\n(?! )", re.DOTALL)
_COMPARED = re.compile(rf"(?:[!=]==\s*{_STRING}|\?\?\s*\"\")")

TILE_CODES = frozenset(tile.code for tile in TILES)  # said as the tiles are called
SUITS = ("characters", "dots", "bamboo")
HONOURS = (
    *(f"{wind} wind" for wind in ("East", "South", "West", "North")),
    *(f"{colour} dragon" for colour in ("White", "Green", "Red")),
)
FLOWERS = ("plum", "orchid", "chrysanthemum", "bamboo")
SEASONS = ("spring", "summer", "autumn", "winter")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in English, with its plural where it counts.

    `is_named`: the scorer has it in languages of its own. `context` tells the name of a row from
    that of a pattern, and both from the words of the page.
    """

    english: str
    many: str | None = None
    is_named: bool = False
    context: str | None = None

    @property
    def key(self) -> str:
        """What it is looked up by."""
        return key(self.english, self.context)


def english_texts() -> Mapping[str, tuple[Text, ...]]:
    """All that is said, by catalogue; what several would have is in the first alone."""
    told: dict[str, list[Text]] = {name: [] for name in FILES}
    for path in sorted(SCRIPTS.rglob("*.js")):
        name = path.relative_to(SCRIPTS).as_posix()
        if not name.startswith("vendor/"):
            found = script_texts(path.read_text(encoding="utf-8"))
            told[_catalogue_of(name)].extend(found)
    _share(told)
    told["rules"].extend(scorer_texts())
    told["rare"].extend(pattern_texts())
    told["setup"] = [Text(text, is_named=True) for text in (*guide_texts(), *course_texts())]
    told["messages"] = [Text(text) for text in _messages()]
    told["sentences"] = [
        each for file in _modules() for each in module_texts(file.read_text("utf-8"))
    ]
    known, looked_up = set[str](), set[str]()
    fresh = dict[str, tuple[Text, ...]]()
    for name, all_ in told.items():
        # A sentence is looked up in some catalogues, so what others say it has for itself.
        fresh[name] = tuple(_fresh(all_, {*looked_up} if name == "sentences" else known))
        if name in SENTENCES:
            looked_up |= {each.key for each in fresh[name]}
    return fresh


def _share(told: dict[str, list[Text]]) -> None:
    """Give the first part what several later ones say, as none of these waits for another."""
    parts = {part: [each for name in names for each in told[name]] for part, names in PARTS.items()}
    first, *later = parts
    by = Counter(key for part in later for key in {each.key for each in parts[part]})
    told[first].extend(each for part in later for each in parts[part] if by[each.key] > 1)


def _fresh(told: Iterable[Text], known: set[str]) -> Iterator[Text]:
    """Those that are not known yet, with the plural if any of them has it."""
    plurals = {each.english: each.many for each in told if each.many is not None}
    for each in told:
        if each.key in known:
            continue
        known.add(each.key)
        known.update([each.many] if each.many else ())
        yield replace(each, many=plurals.get(each.english))


def _catalogue_of(script: str) -> str:
    return next((name for name, pattern in SCRIPT_CATALOGUES if pattern.match(script)), "page")


def script_texts(text: str) -> Iterator[Text]:
    """The texts of a script."""
    for call in _CALL.finditer(text):
        given = list(_split(_arguments(text, call.end())))
        if call[1] == "plural":
            forms = [
                found[1] for each in given[1:3] if (found := re.fullmatch(_STRING, each.strip()))
            ]
            if len(forms) == 2:
                yield Text(_plain(forms[0]), _plain(forms[1]))
            continue
        first = _COMPARED.sub("", given[0])
        yield from (Text(_plain(each)) for each in re.findall(_STRING, first) if _is_text(each))
    for table in _TABLE.finditer(text):
        bare = re.sub(rf"{_STRING}:", "", table[1])  # what stands before a colon is a key
        texts = (_plain(each) for each in re.findall(_STRING, bare))
        yield from (Text(each) for each in texts if _is_phrase(each))


def _modules() -> Iterator[Path]:
    """The modules that are shipped, in their order."""
    for package in SHIPPED:
        yield from sorted(Path(package.__file__ or "").parent.rglob("*.py"))


def module_texts(text: str) -> Iterator[Text]:
    """The sentences of a module of Python; those that are only places are the same everywhere.

    A sentence is the text of a `Sentence`, or that with which an entry of a house file is `wrong`.
    """
    if "Sentence" not in text and ".wrong(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
        patterns = [each for each in texts if isinstance(each, str) and is_words(each)]
        if called in ("Sentence", "wrong"):
            yield from map(Text, patterns[:1])
        elif called == "PluralSentence" and len(patterns) == 2:
            yield Text(patterns[0], patterns[1])


def _is_phrase(literal: str) -> bool:
    """Whether a text of a table is said: no id, path or reading (`hei2 wu2`) of it is."""
    has_words = re.search(r"[A-Z]|[a-z,] [a-z]|\d a ", literal) and re.search(r"[a-z]{2}", literal)
    return bool(has_words) and not re.fullmatch(r"[a-z]+\d( [a-z]+\d)*", literal)


def _is_text(literal: str) -> bool:
    return re.search(r"[A-Za-z]{2}", literal) is not None


def _plain(literal: str) -> str:
    return literal.replace('\\"', '"').replace("\\\\", "\\")


def _arguments(text: str, begin: int) -> str:
    """The arguments of a call, from behind its parenthesis to the one that closes it."""
    depth, quoted = 1, ""
    for place in range(begin, len(text)):
        letter = text[place]
        if quoted:
            if letter == quoted and text[place - 1] != "\\":
                quoted = ""
        elif letter in "\"'`":
            quoted = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if not depth:
                return text[begin:place]
    return text[begin:]


def _split(arguments: str) -> Iterator[str]:
    """The arguments of a call, one by one."""
    depth, quoted, begin = 0, "", 0
    for place, letter in enumerate(arguments):
        if quoted:
            if letter == quoted and arguments[place - 1] != "\\":
                quoted = ""
        elif letter in "\"'`":
            quoted = letter
        elif letter == "," and not depth:
            yield arguments[begin:place]
            begin = place + 1
        else:
            depth += (letter in "([{") - (letter in ")]}")
    yield arguments[begin:]


def scorer_texts() -> Iterator[Text]:
    """Names of rows, tiles and ways to pay, questions and agreements."""
    for detail in requests.rules_list():
        yield from (Text(name) for name in detail["presets"])
        yield from (
            Text(bare_question(each["question"])) for each in detail["options"] if _is_asked(each)
        )
    for rules in RULE_SETS.values():
        for house in _houses(rules):
            yield from (_row(row.name) for row in house.rows)
    yield from (_row(row.name) for row in READY_ROWS.values())
    yield from map(Text, tile_names())
    for way in RESPONSIBILITIES.values():
        yield _row(way.name)
        yield Text(way.needs)


def pattern_texts() -> Iterator[Text]:
    """Names of the patterns that a house makes rows of, and what they ask."""
    for pattern in patterns_list():
        yield Text(english_pattern(pattern["id"]), is_named=True, context="pattern")
        for argument in pattern["arguments"]:
            yield Text(argument["what"])
            answers = (each for each in argument["values"] if isinstance(each, str))
            words = [each.replace("_", " ") for each in answers if each not in TILE_CODES]
            yield from (Text(each) for each in words)


def _row(name: str) -> Text:
    return Text(name, is_named=True, context="row")


def _houses(rules: RuleSet) -> Iterator[RuleSet]:
    """A rule set, and with each answer to each of its questions: a row may be called otherwise."""
    yield rules
    for option in rules.options:
        for value in () if isinstance(option.values, str) else option.values:
            yield rules.house({option.name: value})


def tile_names() -> Iterator[str]:
    """The names of all tiles, as the page makes them (ui/tiles.js)."""
    yield from (f"{rank} of {suit}" for suit in SUITS for rank in range(1, 10))
    yield from HONOURS
    yield from (f"flower {number}, {name}" for number, name in enumerate(FLOWERS, start=1))
    yield from (f"season {number}, {name}" for number, name in enumerate(SEASONS, start=1))


def _is_asked(option: Mapping[str, object]) -> bool:
    return option["name"] != "blocks"  # of the training course


def _messages() -> Iterator[str]:
    yield from TITLES.values()
    yield from (rules.name for rules in RULE_SETS.values())
    yield from HTML_TEXTS
