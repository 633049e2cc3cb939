"""Says what each rule of the reader is worth: ``python -m datasets.benchmarks.rules``.

A rule is a comparison or a test in the code of `vision.detect`, `decode`, `layout` or `quads`. All
photos are read once, and each rule's answers are noted. Then each is made to answer "yes" only, and
"no" only, and the photos are read again for which it has answered otherwise. Printed is what nobody
misses: each rule and answer by which no more hands are lost than gained.

Photos are those of `wild.jsonl`, those whose hand somebody wrote down, and rendered folders
(`--rendered`). What was tried stands in a file, with which the command goes on where it was ended;
all rules take some hours. A rule that no photo here shows may be needed all the same.
"""

import argparse
import ast
import csv
import gc
import importlib
import pkgutil
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, TypeAlias, cast

import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.measurement import Hands, compare
from datasets.evaluation.networks import add_networks, reader_of
from datasets.evaluation.tables import grid
from datasets.evaluation.wild import judge_wild
from datasets.labels.photos import DatasetError, Photo, load_photos
from datasets.labels.rendered_scenes import load_rendered
from datasets.labels.structure import load_structures, structures_by_name
from datasets.labels.wild_photos import WildPhoto, load_wild
from datasets.paths import PHOTOS
from vision.nets.session import ModelError
from vision.reading import Reading

PACKAGES = ("vision.detect", "vision.decode", "vision.layout", "vision.quads")
_ASKED = "_asked_rule"  # the name under which a module of these finds what notes and forces answers
_NO, _YES = 1, 2  # what a rule has answered of a photo; both for an array with either
_LONGEST_S = 10  # of a reading: a rule that ends a loop may never do so when it is forced
_MOST = 60  # photos that are read anew for one rule
_ENOUGH = 4  # hands lost more than gained: what the rule is worth need not be known better


@dataclass(frozen=True, slots=True)
class Rule:
    """A comparison or a test: the file below `vision`, its line, and its text."""

    file: str
    line: int
    text: str


@dataclass(slots=True)
class Answers:
    """What rules answer while they are watched: by number, and which of them are `forced`."""

    rules: list[Rule] = field(default_factory=list)
    forced: dict[int, bool] = field(default_factory=dict)
    given: dict[int, int] = field(default_factory=dict)

    def ask(self, rule: int, answer: Any) -> Any:  # noqa: ANN401  (whatever a test is made of)
        """Note what a rule answers, and answer what it is forced to."""
        many = isinstance(answer, np.ndarray) and answer.ndim > 0
        some = bool(answer.any()) if many else bool(answer)
        every = bool(answer.all()) if many else some
        self.given[rule] = self.given.get(rule, 0) | _YES * some | _NO * (not every)
        if rule not in self.forced:
            return answer
        return np.full(answer.shape, self.forced[rule]) if many else np.bool_(self.forced[rule])


class _Asking(ast.NodeTransformer):
    """Puts a call of `Answers.ask` around each comparison and each test of a module."""

    def __init__(self, file: str, source: str, rules: list[Rule]) -> None:
        self._file, self._source, self._rules = file, source, rules

    def _ask(self, tree: ast.expr) -> ast.expr:
        text = ast.get_source_segment(self._source, tree) or ""
        inside = cast("ast.expr", self.generic_visit(tree))
        self._rules.append(Rule(self._file, tree.lineno, " ".join(text.split())))
        name = ast.Name(_ASKED, ast.Load())
        call = ast.Call(name, [ast.Constant(len(self._rules) - 1), inside], [])
        return ast.copy_location(call, tree)

    def _test(self, tree: ast.expr) -> ast.expr:
        if isinstance(tree, ast.BoolOp):
            tree.values = [self._test(each) for each in tree.values]
            return tree
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
            tree.operand = self._test(tree.operand)
            return tree
        asks_who = isinstance(tree, ast.Compare) and _asks_who(tree)
        return self.visit(tree) if asks_who else self._ask(tree)

    def visit_Compare(self, tree: ast.Compare) -> ast.AST:
        return self.generic_visit(tree) if _asks_who(tree) else self._ask(tree)

    def visit_If(self, tree: ast.If) -> ast.AST:
        tree.test = self._test(tree.test)
        tree.body = [self.visit(each) for each in tree.body]
        tree.orelse = [self.visit(each) for each in tree.orelse]
        return tree

    def visit_IfExp(self, tree: ast.IfExp) -> ast.AST:
        tree.test = self._test(tree.test)
        tree.body, tree.orelse = self.visit(tree.body), self.visit(tree.orelse)
        return tree


def _asks_who(tree: ast.Compare) -> bool:
    """Whether it is asked if something is there at all, as types are told by."""
    return any(isinstance(each, ast.Is | ast.IsNot) for each in tree.ops)


@contextmanager
def watched(modules: Iterable[ModuleType]) -> Iterator[Answers]:
    """Have the functions of modules ask `Answers` to the end of the block, methods, too."""
    answers, before = Answers(), []
    modules = list(modules)
    for module in modules:
        path = Path(str(module.__file__))
        source = path.read_text(encoding="utf-8")
        file = path.as_posix().rpartition("/vision/")[2]
        tree = _Asking(file, source, answers.rules).visit(ast.parse(source))
        whole = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
        codes = {_place(code): code for code in _codes(whole)}
        setattr(module, _ASKED, answers.ask)
        for function in _functions(str(path)):
            code = codes.get(_place(function.__code__))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                before.append((function, function.__code__))
                function.__code__ = code
    try:
        yield answers
    finally:
        for function, code in before:
            function.__code__ = code
        for module in modules:
            delattr(module, _ASKED)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _functions(path: str) -> list[FunctionType]:
    found = (each for each in gc.get_objects() if isinstance(each, FunctionType))
    return [each for each in found if each.__code__.co_filename == path]


def modules_of_rules() -> list[ModuleType]:
    """Load the modules whose rules are measured."""
    packages = [importlib.import_module(name) for name in PACKAGES]
    return [
        importlib.import_module(f"{package.__name__}.{each.name}")
        for package in packages
        for each in pkgutil.iter_modules(package.__path__)
    ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a reading of a photo is worth: hands right (tiles; sets, too), wrong tiles, marks."""

    right: int
    wrong: int
    marked: int


@dataclass(frozen=True, slots=True)
class Case:
    """A photo, and how a reading of it is judged."""

    name: str
    path: Path
    judge: Callable[[Reading], Outcome]


def cases(photos: Path, rendered: Sequence[Path]) -> list[Case]:
    """Give the photos with known hands of the shared folder, and those of rendered folders.

    Raises DatasetError where there are none.
    """
    found = [
        Case(f"wild/{wild.photo.origin}", wild.photo.path, partial(_judge_wild, wild))
        for wild in load_wild(photos)
    ]
    written = structures_by_name(load_structures())
    labelled = load_photos(photos, split=None, source=None, corrected=True)
    sets: list[tuple[str, Sequence[Photo], Hands]] = [
        ("photo", [each for each in labelled if each.path.stem in written], written)
    ]
    for folder in rendered:
        scenes, texts = load_rendered(folder)
        sets.append((folder.name, scenes, {name: ("", text) for name, text in texts.items()}))
    for name, labels, hands in sets:
        found += [
            Case(f"{name}/{photo.path.stem}", photo.path, partial(_judge_labelled, photo, hands))
            for photo in labels
        ]
    return found


def _judge_wild(wild: WildPhoto, reading: Reading) -> Outcome:
    # Of these nobody wrote down how the sets lie: the hand's tiles count for both.
    return Outcome(2 * bool(judge_wild(wild, reading).hand), 0, _count_marks(reading))


def _judge_labelled(photo: Photo, hands: Hands, reading: Reading) -> Outcome:
    result = compare(photo, reading, hands).result
    right, hand = 0, result.hand
    if hand is not None:
        right = hand.right + (hand.right if hand.structure_right is None else hand.structure_right)
    return Outcome(right, result.mistakes, _count_marks(reading))


def _count_marks(reading: Reading) -> int:
    return sum(tile.unsure for tile in reading.tiles)


Read: TypeAlias = Callable[[bytes], Reading]


class _TooLongError(Exception):
    """A reading whose rule is forced does not end."""


def _read(read: Read, case: Case) -> Outcome | None:
    """Judge a reading; None where it fails, or does not end, because a rule is forced."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(_LONGEST_S)
    try:
        return case.judge(read(case.path.read_bytes()))
    except Exception:  # noqa: BLE001  (any: it guards against just that)
        return None
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of forcing a rule: on how many `photos` it tells, how many were `tried`.

    `gained` and `lost` are hands, counted once for their tiles and once for their sets; `wrong` and
    `marked` how many more tiles; `failed` photos could not be read at all.
    """

    rule: Rule
    forced: bool
    photos: int
    tried: int = 0
    gained: int = 0
    lost: int = 0
    wrong: int = 0
    marked: int = 0
    failed: int = 0

    @property
    def is_missed(self) -> bool:
        """Whether hands are lost without the rule, or photos cannot be read."""
        return self.failed > 0 or self.lost > self.gained


def try_rules(
    read: Read,
    answers: Answers,
    photos: Sequence[Case],
    most: int,
    done: Collection[tuple[Rule, bool]] = (),
) -> Iterator[Trial]:
    """Read all photos, and then for each rule and either answer those for which it tells.

    The rules that tell least often first; what is `done` already is passed over.
    """
    plain: dict[str, Outcome] = {}
    told: dict[tuple[int, bool], list[Case]] = {}
    for case in photos:
        answers.given.clear()
        outcome = _read(read, case)
        if outcome is None:
            continue
        plain[case.name] = outcome
        for rule, given in answers.given.items():
            for forced, other in ((True, _NO), (False, _YES)):
                if given & other:
                    told.setdefault((rule, forced), []).append(case)
    for (rule, forced), where in sorted(told.items(), key=lambda each: len(each[1])):
        trial = Trial(answers.rules[rule], forced, len(where))
        if (trial.rule, forced) not in done:
            answers.forced = {rule: forced}
            yield _try(trial, read, where[:: max(1, len(where) // most)][:most], plain)
            answers.forced = {}


def _try(trial: Trial, read: Read, where: Sequence[Case], plain: Mapping[str, Outcome]) -> Trial:
    """Read photos while a rule is forced, until it is plain that it is worth several hands."""
    counts: dict[str, Any] = dict.fromkeys(
        ("tried", "gained", "lost", "wrong", "marked", "failed"), 0
    )
    for case in where:
        before, now = plain[case.name], _read(read, case)
        counts["tried"] += 1
        if now is None:
            counts["failed"] += 1
        else:
            counts["gained"] += max(0, now.right - before.right)
            counts["lost"] += max(0, before.right - now.right)
            counts["wrong"] += now.wrong - before.wrong
            counts["marked"] += now.marked - before.marked
        if counts["failed"] + counts["lost"] - counts["gained"] >= _ENOUGH:
            break
    return replace(trial, **counts)


_FIELDS = ("file", "line", "text", "forced", "photos", "tried", "gained", "lost", "wrong", "marked",
           "failed")  # fmt: skip


def read_trials(file: Path) -> list[Trial]:
    """Read what was tried before."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Trial(
                Rule(row["file"], int(row["line"]), row["text"]),
                row["forced"] == "yes",
                *(int(row[name]) for name in _FIELDS[4:]),
            )
            for row in csv.DictReader(lines)
        ]


def write_trial(file: Path, trial: Trial) -> None:
    """Add what was tried to a file, which is begun with its first line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        if is_new:
            rows.writerow(_FIELDS)
        rule, numbers = trial.rule, [getattr(trial, name) for name in _FIELDS[4:]]
        forced = "yes" if trial.forced else "no"
        rows.writerow([rule.file, rule.line, rule.text, forced, *numbers])


def tabulate(trials: Iterable[Trial]) -> str:
    """Give the table of the rules that nobody misses, by file and line."""
    free = sorted(
        (each for each in trials if not each.is_missed),
        key=lambda each: (each.rule.file, each.rule.line, each.forced),
    )
    header = ("rule", "always", "photos", "tried", "hands", "wrong", "marked")
    rows = [
        (
            f"{each.rule.file}:{each.rule.line} {each.rule.text[:60]}",
            "yes" if each.forced else "no",
            str(each.photos),
            str(each.tried),
            f"{each.gained - each.lost:+d}",
            f"{each.wrong:+d}",
            f"{each.marked:+d}",
        )
        for each in free
    ]
    return grid(header, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where there are no photos, or a model is missing."""
    options = _parse(arguments)
    try:
        photos = cases(options.photos, options.rendered)[:: options.every]
        reader = reader_of(options, 1)
    except (DatasetError, ModelError, OSError) as error:
        print(f"rules: {error}", file=sys.stderr)
        return 2
    trials = read_trials(options.csv)
    done = {(each.rule, each.forced) for each in trials}
    wanted = [each for each in modules_of_rules() if each.__name__.startswith(options.within)]
    with watched(wanted) as answers:
        print(f"{len(answers.rules)} rules, {len(photos)} photos", flush=True)
        for trial in try_rules(reader.read, answers, photos, options.most, done):
            write_trial(options.csv, trial)
            trials.append(trial)
    files = {each.file for each in answers.rules}
    print(tabulate(each for each in trials if each.rule.file in files))
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = command_parser("datasets.benchmarks.rules", __doc__)
    add = parser.add_argument
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl and wild.jsonl")
    add("--rendered", type=Path, nargs="*", default=[], metavar="FOLDER", help="of scenes")
    add("--within", default="vision", help="only rules of this package or module")
    add("--every", type=int, default=1, metavar="N", help="only every Nth photo")
    add("--most", type=int, default=_MOST, help=f"photos tried of one rule (default {_MOST})")
    add("--csv", type=Path, default=Path("build/rules.csv"), help="what was tried")
    add_networks(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
