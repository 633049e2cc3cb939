"""The README's prompt sessions run, and its tables and commands are the program's."""

import doctest
import re
import subprocess
import sys

import pytest


def documents(root):
    return [root / "README.md", *sorted(root.glob("[a-z]*/README.md"))]


def test_prompt_sessions_run(root):
    for path in documents(root):
        result = doctest.testfile(
            str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
        )
        assert result.failed == 0, path


def test_the_readme_has_a_prompt_session(readme):
    assert doctest.DocTestParser().get_examples(readme)


def test_rules_table_says_what_plays(readme):
    from scorer.rulesets import RULE_SETS

    rows = re.findall(
        r"^\| `([a-z]+-[a-z0-9]+)` \|.*\| (plays now|coming) \|$", readme, re.MULTILINE
    )
    assert len(rows) == 5
    assert {rule_set for rule_set, state in rows if state == "plays now"} == set(RULE_SETS)


def test_rules_table_states_minimum_and_cap(readme):
    from scorer.wire import rules_detail

    (stated,) = re.findall(r"^\| `hk-500` \|[^|]*\| (\d+) faan, cap (\d+) \|", readme, re.MULTILINE)
    options = {option["name"]: option["default"] for option in rules_detail("hk-500")["options"]}
    assert tuple(map(int, stated)) == (options["minimum"], options["cap"])


@pytest.fixture(scope="module")
def subcommands() -> set[str]:
    """The commands by the program's own help."""
    text = subprocess.run(
        [sys.executable, "-c", "from service.cli import main; main(['--help'])"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return set(re.findall(r"^ {4}([a-z]+)  ", text, re.MULTILINE))


def test_commands_named_in_documents_exist(root, subcommands):
    named = {
        (path.relative_to(root).as_posix(), command)
        for path in documents(root)
        for command in re.findall(
            r"(?:^ {4}|`|\$ )tableside ([a-z]+)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert {(path, command) for path, command in named if command not in subcommands} == set()
    assert {command for path, command in named if path == "README.md"} >= {"score", "read"}


def test_every_command_is_named_in_the_readme(readme, subcommands):
    assert {
        c for c in subcommands if f"tableside {c}" not in readme and f"make {c}" not in readme
    } == set()


def test_pictures_and_links_of_documents_exist(root):
    missing = {
        f"{path.relative_to(root)}: {target}"
        for path in documents(root)
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    }
    assert missing == set()
