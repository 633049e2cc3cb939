"""Examples of the documents run, and their tables and commands are the program's."""

import doctest
import re
import shlex
import subprocess
import sys

import pytest


def documents(root):
    beside = [*root.glob("*.md"), *root.glob("[a-z]*/README.md")]
    return sorted({*beside, *root.glob("docs/**/*.md")} - {root / "CHANGELOG.md"})


def linking(root):
    """All that is written for people; the journal links to places in itself."""
    return [*documents(root), root / "CHANGELOG.md"]


def test_prompt_sessions_run(root):
    for path in documents(root):
        result = doctest.testfile(
            str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
        )
        assert result.failed == 0, path


def test_there_is_a_prompt_session(root):
    text = (root / "docs" / "python.md").read_text(encoding="utf-8")
    assert len(doctest.DocTestParser().get_examples(text)) > 5


@pytest.fixture(scope="module")
def rule_sets(root):
    return (root / "docs" / "rule_sets.md").read_text(encoding="utf-8")


def test_rules_table_names_every_rule_set(rule_sets):
    from scorer.rulesets import RULE_SETS

    rows = re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|(?:[^|]+\|){4}$", rule_sets, re.MULTILINE)
    assert rows == list(RULE_SETS)


def test_rules_table_states_minimum_and_limit(rule_sets):
    from scorer.rulesets import RULE_SETS

    stated = dict(
        re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|[^|]*\| ([^|]*) \|", rule_sets, re.MULTILINE)
    )
    for id_, rules in RULE_SETS.items():
        faan = re.fullmatch(r"(\d+) fa+n, cap (\d+)", stated[id_])
        if faan:
            assert tuple(map(int, faan.groups())) == (rules.minimum, rules.cap)
        else:
            most = f"limit {rules.limit}" if rules.limit else "no limit"
            assert stated[id_] == f"none, {most}"


def test_points_in_dispute_are_asked_by_options(rule_sets):
    from scorer.api.requests import rules_detail

    named = re.findall(r"^\| `([a-z]+-[a-z0-9]+)` \|.*\| (.*) \|$", rule_sets, re.MULTILINE)
    for id_, disputes in named:
        asked = str([option["question"] for option in rules_detail(id_)["options"]])
        points = re.findall(r"([A-Z]\d+)", disputes)
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
    assert {command for path, command in named if path == "docs/commands.md"} >= {"score", "read"}


def test_every_command_has_an_example_or_a_sentence(root, subcommands):
    text = (root / "docs" / "commands.md").read_text(encoding="utf-8")
    assert {command for command in subcommands if f"tableside {command}" not in text} == set()


def command_lines(text):
    """The commands of a document, without what stands beside them and where output goes."""
    for line in re.findall(r"^(?: {4}|\$ )tableside (.+)$", text, re.MULTILINE):
        yield re.sub(r" {2,}.*| >\S+$", "", line)


def test_every_command_line_is_understood(root, capsys):
    from service.cli.main import parser

    refused = []
    for path in documents(root):
        for line in command_lines(path.read_text(encoding="utf-8")):
            try:
                parser().parse_args(shlex.split(line))
            except SystemExit:
                refused.append(f"{path.name}: {line}: {capsys.readouterr().err[-200:]}")
    assert refused == []


def test_examples_of_commands_print_what_they_say(root, capsys):
    from service.cli.main import main

    example = re.compile(r"^\$ tableside (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
    ran = 0
    for path in documents(root):
        for block in re.findall(
            r"^```console\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            for line, said in example.findall(block):
                assert main(shlex.split(line)) == 0, line
                assert capsys.readouterr().out == said, line
                ran += 1
    assert ran


# Commands that need nothing but a house file, which the document shows or has one of them write.
BY_THEMSELVES = {"score", "rules", "waits", "setup", "training"}
HEAD = 'format = 2\nbase = "hk-500"\nname = "Friday table"\n'  # of a house file


def house_files(text):
    """The house files of a document; an excerpt gets the head that it leaves out."""
    for block in re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield block if block.startswith("format") else f"{HEAD}{block}"


def test_house_files_are_accepted(root):
    from scorer.rulesets.house_file import read_house_file

    read = [
        read_house_file(file).name
        for path in documents(root)
        for file in house_files(path.read_text(encoding="utf-8"))
    ]
    assert read == ["Friday table"] * len(read)
    assert len(read) >= 4


def test_commands_that_need_no_photo_do_what_they_promise(root, tmp_path, monkeypatch, capsys):
    from service.cli.main import main

    ran = 0
    for path in documents(root):
        text = path.read_text(encoding="utf-8")
        folder = tmp_path / path.relative_to(root)
        folder.mkdir(parents=True)
        monkeypatch.chdir(folder)
        for file in house_files(text):
            (folder / "friday.toml").write_text(file, encoding="utf-8")
        for line in command_lines(text):
            words = shlex.split(line)
            if words[0] in BY_THEMSELVES and "hk-plain" not in words:
                assert main(words) == 0, f"{path.name}: {line}: {capsys.readouterr()}"
                ran += 1
    assert ran >= 10


def test_pictures_and_links_of_documents_exist(root):
    missing = {
        f"{path.relative_to(root)}: {target}"
        for path in linking(root)
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    }
    assert missing == set()
