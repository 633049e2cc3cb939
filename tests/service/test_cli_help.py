"""What the command says of itself: examples that work, defaults, completion, what was meant."""

import argparse
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from service.cli.arguments import COMMANDS, SHELLS
from service.cli.main import main, parser


def commands():
    (action,) = (one for one in arguments(parser()) if isinstance(one.choices, dict))
    return action.choices


def arguments(command):
    return command._actions


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_an_example_that_can_be_copied(command):
    assert command.examples
    for example in command.examples:
        words = shlex.split(example.partition(" >")[0])
        assert words[:2] == ["tableside", command.name]
        parser().parse_args(words[1:])
        assert example in commands()[command.name].format_help()


@pytest.mark.parametrize("command", commands())
def test_every_argument_is_explained_with_its_default(command):
    shown = re.sub(r"-\s+", "-", " ".join(commands()[command].format_help().split()))
    for action in arguments(commands()[command]):
        assert action.help or isinstance(action.choices, dict), action.dest
        if action.option_strings and action.default not in (None, False, "", [], argparse.SUPPRESS):
            assert f"(default: {action.default})" in shown, action.dest


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["raed", "x"], "did you mean read?"),
        (["scores"], "did you mean score?"),
        (["read", "x", "--overlya", "y"], "did you mean --overlay?"),
        (["score", "1m", "--rulse=hk-500"], "did you mean --rules?"),
        (["zebra"], None),
        (["read", "x", "--xyzzy"], None),
    ],
)
def test_what_was_meant_is_said_where_it_is_near(capsys, words, meant):
    assert main(words) == 2
    said = capsys.readouterr().err
    assert meant in said if meant else "did you mean" not in said


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script_with_all_commands(capsys, shell):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert [command for command in commands() if command not in script] == []


def test_a_script_takes_the_extra_that_writes_it(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    monkeypatch.delitem(sys.modules, "service.cli.commands.completion", raising=False)
    assert main(["completion", "bash"]) == 2
    assert "tableside[completion]" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing: install bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["rea"], "read"),
        (["read", "--j"], "--jobs"),
        (["serve", "--po"], "--port"),
        (["read", "scr"], "script"),
        (["tiles", "lea"], "learn"),
    ],
)
def test_bash_completes(capsys, tmp_path, typed, offered):
    assert main(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    words = " ".join(["tableside", *typed])
    asked = (
        f"source ./script; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; "
        '$(complete -p tableside | sed "s/.*-F \\([^ ]*\\) .*/\\1/"); echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert offered in done.stdout.split(), done.stderr


@pytest.mark.parametrize(
    ("environment", "given", "page"),
    [
        ({}, [], "http://127.0.0.1:8000/"),
        ({}, ["--public-url", "https://games.example.org/club"], "https://games.example.org/club/"),
        ({"TABLESIDE_HTTPS": "1"}, [], "https://127.0.0.1:8000/"),
        ({"TABLESIDE_PUBLIC_URL": "https://pi.local:8000"}, [], "https://pi.local:8000/"),
        ({"TABLESIDE_PUBLIC_URL": "http://a/"}, ["--public-url", "http://b/"], "http://b/"),
    ],
)
def test_a_game_from_the_command_line_has_a_whole_address(
    capsys, monkeypatch, tmp_path, environment, given, page
):
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    database = ["--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"]
    assert main(["start", *"ABCD", "--rules", "hk-500", *database, *given]) == 0
    found = re.search(r"(\S+)#game=([0-9a-f]{32})&token=\S+", capsys.readouterr().out)
    assert found[1] == page
    file = tmp_path / "game.json"
    assert main(["export", found[2], str(file), *database]) == 0
    assert main(["import", str(file), "--anew", *database, *given]) == 0
    assert f"{page}#game=" in capsys.readouterr().out


@pytest.mark.parametrize(
    "address",
    [
        *(
            "games.example.org",
            "ftp://x/",
            "http://x/#a",
            "http://",
            "http://[::1/",
            "http://[zz]/",
        ),
        *("http://x:99999/", "http://x:65536", "http://x:0/", "http://x:-1/", "http://x:https/"),
    ],
)
def test_an_address_is_one(capsys, address):
    assert main(["start", *"ABCD", "--rules", "hk-500", "--public-url", address]) == 2
    error = capsys.readouterr().err
    assert f"{address!r}: give an address such as http://" in error
    assert "ports go from 1 to 65535" in error
