"""The README's prompt sessions run, and its tables and commands are the program's."""

import doctest
import re
import subprocess
import sys

import pytest


def documents(root):
    return [root / "README.md", *sorted(root.glob("[a-z]*/README.md"))]


def linking(root):
    """All that is written for people; the journal links to places in itself."""
    return [*documents(root), root / "CHANGELOG.md", *sorted(root.glob("docs/**/*.md"))]


def test_prompt_sessions_run(root):
    for path in documents(root):
        result = doctest.testfile(
            str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
        )
        assert result.failed == 0, path


def test_the_readme_has_a_prompt_session(readme):
    assert doctest.DocTestParser().get_examples(readme)


def test_rules_table_names_every_rule_set(readme):
    from scorer.rulesets import RULE_SETS

    rows = re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|(?:[^|]+\|){4}$", readme, re.MULTILINE)
    assert rows == list(RULE_SETS)


def test_rules_table_states_minimum_and_limit(readme):
    from scorer.rulesets import RULE_SETS

    stated = dict(
        re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|[^|]*\| ([^|]*) \|", readme, re.MULTILINE)
    )
    for id_, rules in RULE_SETS.items():
        faan = re.fullmatch(r"(\d+) fa+n, cap (\d+)", stated[id_])
        if faan:
            assert tuple(map(int, faan.groups())) == (rules.minimum, rules.cap)
        else:
            most = f"limit {rules.limit}" if rules.limit else "no limit"
            assert stated[id_] == f"none, {most}"


def test_points_in_dispute_are_asked_by_options(readme):
    from scorer.api.requests import rules_detail

    named = re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|.*\| (.*) \|$", readme, re.MULTILINE)
    for id_, disputes in named:
        asked = str([option["question"] for option in rules_detail(id_)["options"]])
        points = re.findall(r"([A-E]\d+)", disputes)
        assert [point for point in points if f"({point}" not in asked] == []


@pytest.fixture(scope="module")
def subcommands() -> set[str]:
    """The commands by the program's own help."""
    text = subprocess.run(
        [sys.executable, "-c", "from service.cli.main import main; main(['--help'])"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return set(re.findall(r"^ {4}([a-z]+)(?:  |$)", text, re.MULTILINE))


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
        for path in linking(root)
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    }
    assert missing == set()
