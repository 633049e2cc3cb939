"""No option of the command line is ever ignored: it is used, or refused by its name."""

import argparse
import io
import json
import os
import resource
import signal
import subprocess
import sys

import pytest

from service.cli.main import main, parser

pytestmark = pytest.mark.slow

HAND = "123m 4569p 789s (222s) +9p"
OURS = 'format = 1\nbase = "hk-500"\nname = "Ours"\n'

# What each option is for. A new one has to be put here, and a row below where it means nothing.
USED = {
    "read": {"json", "overlay", "rules", "merge", "jobs", "tiles"},
    "tiles": set(),  # each of its actions has its own
    "score": {"rules", "batch", "role", "seat", "round", "win", "from", "events"}
    | {"option", "losers", "responsible", "responsibility", "json", "jobs", "language"},
    "waits": {"rules", "seat", "round", "seen", "option", "json"},
    "setup": {"dice", "option", "language", "json"},
    "training": {"phase", "seen", "language", "json"},
    "rules": {"file", "json", "language", "save", "name", "option", "patterns"},
    "serve": {"host", "port", "database", "https", "public_url"},
    "start": {"rules", "option", "database", "public_url"},
    "backup": {"database"},
    "restore": {"database"},
    "export": {"database"},
    "import": {"anew", "database", "public_url"},
    "doctor": {"json", "database"},
    "completion": set(),
    "demo": set(),
}

REFUSED = [
    (["rules", "--save", "new.toml"], "--save"),
    (["rules", "--name", "Ours"], "--name"),
    (["read", "a.jpg", "b.jpg", "--merge", "--jobs", "2"], "--jobs"),
    (["rules", "--option", "minimum=3"], "--option"),
    (["rules", "hk-500", "--name", "Ours"], "--save"),
    (["rules", "hk-500", "--option", "minimum=3"], "--save"),
    (["rules", "hk-500", "--save", "new.toml"], "--name"),
    (["rules", "hk-500", "--save", "new.toml", "--name", "Ours", "--json"], "--json"),
    (["rules", "hk-500", "--file", "ours.toml"], "not both"),
    (["rules", "--file", "ours.toml", "--option", "minimum=3"], "--option"),
    (["rules", "--file", "ours.toml", "--save", "new.toml", "--name", "x"], "--save"),
    (["training", "--phase", "9"], "--phase"),
    (["training", "--phase", "1"], "--phase"),
    (["training", "12m", "--phase", "9"], "1 to 5"),
    (["training", "--seen", "1m"], "--seen"),
    (["training", "--json", "--language", "zh"], "--language"),
    (["setup", "hk-500", "--json", "--language", "zh"], "--language"),
    (["rules", "hk-500", "--json", "--language", "ja"], "--language"),
    (["score", "--batch", "-", "--language", "ja"], "--language"),
    (["score", HAND, "--rules", "hk-500", "--jobs", "2"], "--jobs"),
    (["score", HAND, "--rules", "hk-500", "--rules", "hk-majlife"], "given twice"),
    (["score", HAND, "--rules", "hk-500", "--seat", "S", "--seat", "S"], "given twice"),
    (["score", HAND, "--rul", "hk-500"], "--rul"),
    (["score", HAND, "--rules", "hk-500", "--option", "minimums=3"], "minimum"),
    (["score", HAND, "--rules", "all", "--option", "minimums=3"], "minimum"),
    (["score", HAND, "--rules", "hk-500", "--batch", "-"], "--batch"),
    (["score", HAND, "--rules", "hk-500", *("--option", "cap=10") * 2], "set twice"),
    (["waits", HAND, "--rules", "hk-500", *("--option", "cap=10") * 2], "set twice"),
    (["serve", "--port", "1", "--port", "2"], "given twice"),
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "ours.toml").write_text(OURS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    try:
        return main(arguments)
    except SystemExit as left:  # argparse leaves so
        return left.code


def test_every_option_is_accounted_for():
    commands = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    found = {
        name: {a.dest for a in command._actions if a.option_strings} - {"help"}
        for name, command in commands.choices.items()
    }
    assert found == USED


def parsers(found, words=()):
    """Each command and each action of one, with the words that call it."""
    inner = [a for a in found._actions if isinstance(a, argparse._SubParsersAction)]
    if not inner:
        yield words, found
    for name, command in (pair for each in inner for pair in each.choices.items()):
        yield from parsers(command, (*words, name))


TAKES_A_VALUE = [
    (*words, f"{option}=--")
    for words, command in parsers(parser())
    for action in command._actions
    if action.option_strings and action.nargs != 0
    for option in action.option_strings[-1:]
]


@pytest.mark.parametrize("command", TAKES_A_VALUE, ids=" ".join)
def test_two_hyphens_are_no_value(capsys, command):
    """Python 3.11 and 3.12 make an empty list of them, which no command expects."""
    assert run(*command) == 2
    assert "expected a value, not --" in capsys.readouterr().err


@pytest.mark.parametrize(("command", "words"), REFUSED, ids=lambda one: " ".join(one)[:60])
def test_what_a_call_cannot_use_is_refused_by_name(here, capsys, command, words):
    assert run(*command) == 2
    assert words in capsys.readouterr().err
    assert sorted(each.name for each in here.iterdir()) == ["ours.toml"]


LINES = [
    ({"hand": HAND, "from": "S"}, False),
    ({"hand": HAND, "from": "S", "options": {"minimum": 1}}, True),
    ({"hand": HAND, "from": "S", "options": {"cap": 13}}, False),
]


def test_options_beside_a_batch_are_those_of_lines_that_say_nothing_else(capsys, monkeypatch):
    text = "".join(f"{json.dumps(line)}\n" for line, _ in LINES)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    asked = ["--rules", "hk-500", "--option", "minimum=8", "--seat", "N", "--round", "S"]
    assert run("score", "--batch", "-", *asked) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["valid"] for answer in answers] == [valid for _, valid in LINES]
    alone = ["score", HAND, *asked, "--from", "S", "--json"]
    assert run(*alone) == 2
    assert json.loads(capsys.readouterr().out) == answers[0]
    assert answers[1]["winner"] == "N"


@pytest.mark.parametrize("defaults", [["--win", "self-draw"], ["--role", "loser"]])
def test_a_line_of_a_batch_overrides_what_stands_beside_it(capsys, monkeypatch, defaults):
    line = {"hand": HAND, "from": "S", "win": "discard", "role": "winner"}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(line).encode())))
    assert run("score", "--batch", "-", "--rules", "hk-500", *defaults) == 0
    assert json.loads(capsys.readouterr().out)["valid"]


@pytest.mark.skipif(os.name != "posix", reason="an interrupt is a signal here: nothing to install")
@pytest.mark.parametrize(
    "command",
    [["score", "--batch", "-", "--rules", "hk-500"], ["import", "-"], ["read", "/dev/stdin"]],
    ids=" ".join,
)
def test_an_interrupt_ends_a_command_quietly(tmp_path, command):
    process = subprocess.Popen(
        [sys.executable, "-m", "tableside", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TABLESIDE_DATABASE": f"sqlite:///{tmp_path / 'x.sqlite3'}"},
        # A shell's job in the background ignores interrupts, and so would what it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (one thread)
    )
    # It is at work as soon as it has taken more than fits into a pipe.
    process.stdin.write(b" " * 200_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"Traceback" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="its limit on memory: nothing to install")
def test_too_little_memory_is_said(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(f"[{'[],' * 20_000_000}[]]")  # a hundred bytes of memory for each three
    ran = subprocess.run(
        [sys.executable, "-m", "tableside", "import", str(file)],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)),
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr.count(b"\n")) == (1, b"", 1)
    assert b"not enough memory" in ran.stderr


def test_an_interrupt_while_a_library_is_loaded_ends_a_command_quietly(tmp_path):
    """onnxruntime, like others of its kind, says only that it could not be loaded."""
    library = tmp_path / "onnxruntime.py"
    library.write_text("raise ImportError('initialization failed') from KeyboardInterrupt()")
    ran = subprocess.run(
        [sys.executable, "-m", "tableside", "read", "hand.jpg"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])},
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_several_processes_answer_a_batch_in_its_order(tmp_path, capsys):
    asked = [{"hand": HAND, "rules": "hk-500", "win": "self-draw", "seat": s} for s in "ESWN" * 80]
    lines = [*map(json.dumps, asked[:150]), "nonsense", *map(json.dumps, asked[150:])]
    file = tmp_path / "asked.jsonl"
    file.write_text("\n".join(lines))
    told = []
    for jobs in ("1", "3"):
        assert run("score", "--batch", str(file), "--jobs", jobs) == 1
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert [each for each, line in enumerate(told[0].splitlines()) if "error" in line] == [150]


@pytest.mark.parametrize(
    ("command", "never"),
    [
        (["--version"], ("scorer.rules.rule_set", "service.settings", "numpy")),
        (
            ["score", HAND, "--rules", "hk-500", "--win", "self-draw"],
            (
                "scorer.rulesets.classical_british",
                "scorer.rulesets.house_file",
                "importlib.metadata",
                "numpy",
                "sqlalchemy",
            ),
        ),
    ],
)
def test_a_command_loads_no_more_than_it_needs(command, never):
    loaded = (
        "import sys; from tableside.__main__ import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", loaded, *command], capture_output=True, text=True, check=True
    )
    assert set(never).isdisjoint(ran.stderr.split())
