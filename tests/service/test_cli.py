"""The commands as a script would call them: what they print and how they exit."""

import io
import json
import re
import subprocess
import sys

import pytest

import models
from service.cli.main import module

HAND = "123m 4569p 789s (222s) +9p"
REQUEST = {"rules": "hk-500", "hand": HAND, "from": "S"}


@pytest.fixture
def stdin(monkeypatch):
    def give(data: bytes):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def test_every_command_has_a_module_that_runs_it(tableside):
    _, out, _ = tableside("--help")
    names = re.findall(r"^ {4}([a-z]+)  ", out, re.MULTILINE)
    assert {"read", "score", "import"} < set(names)
    assert all(callable(module(name).run) for name in names)


def test_scoring_waits_for_no_library_of_vision_or_server():
    asked = ["score", HAND, "--rules", "hk-500"]
    told = "; print({'fastapi', 'numpy', 'sqlalchemy'} & sys.modules.keys())"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from service.cli.main import main; main({asked}){told}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "set()"


def test_score_for_people(tableside):
    status, out, _ = tableside("score", HAND, "--rules", "hk-500", "--from", "S")
    assert status == 0
    assert "No bonus tiles" in out


def test_score_as_json(tableside):
    status, out, _ = tableside("score", HAND, "--rules", "hk-500", "--from", "S", "--json")
    answer = json.loads(out)
    assert (status, len(out.splitlines())) == (0, 1)
    assert (answer["faan"], answer["valid"]) == (1, True)
    assert answer["payments"] == {"E": 8, "S": -4, "W": -2, "N": -2}


def test_a_hand_that_does_not_win_exits_with_2(tableside):
    status, out, _ = tableside("score", "123m", "--rules", "hk-500", "--json")
    assert status == 2
    assert not json.loads(out)["valid"]


@pytest.mark.parametrize(
    ("option", "faan"),
    [("minimum=0", 0), ("minimum=1", None)],
)
def test_options_are_json_where_they_can_be(tableside, option, faan):
    hand = f"{HAND} | 2f"
    _, out, _ = tableside("score", hand, "--rules", "hk-500", "--option", option, "--json")
    answer = json.loads(out)
    assert answer["valid"] is (faan is not None)


def test_options_are_text_where_they_are_no_json(tableside):
    options = ("--option", "closed_scope=pattern_melds", "--option", "double_limit=true")
    status, _, _ = tableside("score", HAND, "--rules", "hk-500", *options)
    assert status == 0


def test_events_and_winds(tableside):
    arguments = ("--seat", "S", "--round", "W", "--win", "self-draw", "--event", "last-wall-tile")
    _, out, _ = tableside("score", HAND, "--rules", "hk-500", *arguments, "--json")
    answer = json.loads(out)
    assert "last_wall_draw" in [row["id"] for row in answer["rows"]]
    assert answer["winner"] == "S"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rules", "hk-50"), "hk-500"),
        (("--rules", "hk-500", "--event", "robing-kong"), "robbing-kong"),
        (("--rules", "hk-500", "--option", "minimun=3"), "minimum"),
        (("--rules", "hk-500", "--option", "minimum"), "KEY=VALUE"),
        (("--rules", "hk-500", "--option", "minimum=" + "[" * 100_000), "whole number"),
        (("--rules", "hk-500", "--loser", "123m"), "seat wind"),
        (("--rules", "hk-500", "--seat", "Q"), "invalid choice"),
        ((), "--rules"),
    ],
)
def test_requests_that_cannot_be_followed_exit_with_2(tableside, arguments, words):
    status, out, err = tableside("score", HAND, *arguments)
    assert (status, out) == (2, "")
    assert words in err


def test_a_refused_request_says_so_in_json_too(tableside):
    status, out, _ = tableside("score", HAND, "--rules", "hk-50", "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == "unknown_rules"


def lines(*requests) -> bytes:
    return "\n".join(json.dumps(one) for one in requests).encode() + b"\n"


def test_a_batch_answers_line_by_line_in_order(tableside, tmp_path):
    file = tmp_path / "hands.jsonl"
    drawn = {"rules": "hk-500", "hand": HAND, "win": "self-draw"}
    file.write_bytes(lines(REQUEST, {**REQUEST, "hand": "123m"}, drawn))
    status, out, _ = tableside("score", "--batch", file)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [answer["valid"] for answer in answers] == [True, False, True]
    assert [answer["payments"] and answer["payments"]["E"] for answer in answers] == [8, None, 12]


def test_a_batch_from_stdin_goes_on_after_a_bad_line(tableside, stdin):
    bad = b'{"rules": \n[1]\n"x"\n\xff\n' + lines({**REQUEST, "hnad": 1}, {**REQUEST, "rules": 5})
    stdin(lines(REQUEST) + bad + b"\n" + lines(REQUEST))
    status, out, _ = tableside("score", "--batch", "-")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        *["malformed_json"] * 4,
        "unknown_field",
        answers[6]["error"]["code"],
        None,
    ]


def test_a_batch_that_is_not_there(tableside, tmp_path):
    status, out, err = tableside("score", "--batch", tmp_path / "none.jsonl")
    assert (status, out) == (1, "")
    assert "No such file" in err


def test_rules(tableside):
    status, out, _ = tableside("rules")
    assert status == 0
    assert out.startswith("hk-500")
    status, out, _ = tableside("rules", "hk-500")
    assert status == 0
    assert "thirteen_orphans" in out
    assert "short_payment" in out
    assert "Three faan                     --option minimum=3 --option cap=10\n" in out
    for answers in ("1, …", "any_time, with_complete_hand, off", "true, false", "8, 4, 0"):
        assert f" {answers} " in out
    assert json.loads(tableside("rules", "hk-500", "--json")[1])["id"] == "hk-500"
    status, _, err = tableside("rules", "hk-50")
    assert status == 2
    assert "hk-500" in err


def test_a_hand_and_a_batch_are_not_given_together(tableside, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(lines(REQUEST))
    status, out, err = tableside("score", HAND, "--batch", file)
    assert (status, out) == (2, "")
    assert "--batch" in err


def test_a_reader_that_has_seen_enough_of_a_batch_ends_it(tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(lines(*[REQUEST] * 2000))
    command = [sys.executable, "-m", "tableside", "score", "--batch", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["valid"]
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("port", ["0", "-1", "65536", "9" * 5000, "8000.0", "web", "٨"])
def test_ports_that_are_none(tableside, port):
    status, _, err = tableside("serve", f"--port={port}")
    assert status == 2
    assert "65535" in err


@pytest.mark.parametrize("command", [[], ["score", "--help"], ["dance"]])
def test_help_and_unknown_commands(tableside, command):
    status, out, err = tableside(*command)
    assert status == (0 if "--help" in command else 2)
    assert "usage" in out + err


def test_serve_says_what_is_wrong_with_a_database(tableside):
    status, _, err = tableside("serve", "--database", "nosuch:///games")
    assert status == 1
    assert "sqlite:///" in err


def test_read_names_rules_that_are_not_there(tableside):
    status, out, err = tableside("read", "photo.jpg", "--rules", "hk-50")
    assert (status, out) == (2, "")
    assert "hk-500" in err


@pytest.mark.parametrize("file", ["", ".", "..", "seen", "seen.words", "nowhere/seen.png"])
def test_an_overlay_that_cannot_be_written_is_said_first(tableside, file):
    status, out, err = tableside("read", "photo.jpg", "photo.jpg", "--overlay", file)
    assert (status, out) == (1, "")
    assert ".png" in err


@pytest.mark.parametrize("command", [("read", "photo.jpg", "--json"), ("demo",)])
def test_commands_that_need_the_models_say_so_without_them(tableside, command):
    if all(models.path(name).is_file() for name in models.NAMES):
        pytest.skip("the models are here: nothing to install")
    status, out, err = tableside(*command)
    assert (status, out) == (1, "")
    assert "install tableside again" in err
