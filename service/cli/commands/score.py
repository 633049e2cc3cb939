"""`tableside score`: one hand from the command line, or a batch of requests."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import islice
from typing import Any, BinaryIO

from scorer.api import requests
from scorer.api.requests import RequestError
from scorer.rulesets import RULE_SETS
from scorer.scoring.explanation import explain
from service.cli import house_files
from service.cli.arguments import is_given
from service.cli.commands import WRONG, print_answer
from service.errors import RefusedError
from service.files import MEBIBYTE, unreadable
from service.locale.languages import reader_language
from service.locale.sentences import translator
from service.schemas.text import option_values

LONGEST = MEBIBYTE  # bytes of a line, as for a request to the service
CHUNK = 100  # lines per process at a time: scoring them takes longer than passing them on


def run(given: argparse.Namespace) -> int:
    """Score and print; 2 for a hand that does not win, RequestError for a wrong request."""
    alone = given.batch is not None and given.hand is None
    if not alone and (given.batch is not None or given.hand is None or given.rules is None):
        detail = "give HAND and --rules ID (tableside rules lists them), or --batch FILE."
        raise RequestError("missing_field", detail)
    if alone and given.rules == requests.ALL:
        detail = "--rules all compares one HAND; with --batch name one rule set, or one a line."
        raise RequestError("bad_value", detail)
    if alone:
        return _batch(given.batch, given.rules, _defaults(given), given.jobs)
    try:
        if given.rules == requests.ALL:
            return _compare(given)
        ask = requests.answer if given.json else requests.answer_with_reasons
        rules, known = house_files.find_rules(given.rules)
        answer = ask({**_request(given), "rules": rules}, known)
    except RequestError as error:
        if given.json:
            print(_line(_error(error.code, error.detail)))
        raise
    if given.json:
        print(_line(answer))
    else:
        print(explain(answer, translator(reader_language(given.language))))
    return 0 if answer["valid"] else WRONG


def _compare(given: argparse.Namespace) -> int:
    """Score the hand under every rule set; 2 if it wins under none."""
    from scorer.api.comparison import compare, comparison_lines  # noqa: PLC0415  (as seldom)

    comparison = compare(_request(given))
    say = translator(reader_language(given.language))
    print_answer(given, comparison, comparison_lines(comparison, say))
    return 0 if any(one["valid"] for one in comparison["answers"].values()) else WRONG


def _request(given: argparse.Namespace) -> dict[str, object]:
    """Return the request that the options make; None stands for absent."""
    losers = dict(given.losers)
    if len(losers) < len(given.losers):
        detail = "--loser names a wind twice; give each loser's hand only once, such as S:123m."
        raise RequestError("bad_value", detail)
    fields = vars(given) | {"options": option_values(given.option), "losers": losers or None}
    return {name: fields[name] for name in requests.FIELDS}


def _defaults(given: argparse.Namespace) -> dict[str, object]:
    """Return what the options set for the lines that do not set it themselves."""
    return {
        name: value
        for name, value in _request(given).items()
        if is_given(given, "option" if name == "options" else name) and name != "rules"
    }


def _batch(name: str, rules: str | None, defaults: Mapping[str, object], jobs: int) -> int:
    """Answer each line in order, by `rules` if it names none; 1 if any could not be read."""
    from service.cli.processes import in_parallel  # noqa: PLC0415  (a single hand needs none)

    _rules_of_lines(rules)  # refused before the first line
    work = partial(_answer_lines, rules, defaults)
    unreadable = False
    # With one job line by line, so that another program can wait for each answer.
    chunks = _chunks(_lines(name), 1 if jobs == 1 else CHUNK)
    for texts, failed in in_parallel(work, chunks, jobs):
        print("\n".join(texts), flush=True)
        unreadable = unreadable or failed
    return int(unreadable)


def _chunks(lines: Iterator[bytes], size: int) -> Iterator[list[bytes]]:
    while chunk := list(islice(lines, size)):
        yield chunk


def _answer_lines(
    rules: str | None, defaults: Mapping[str, object], lines: Sequence[bytes]
) -> tuple[list[str], bool]:
    """Return the answers of some lines as texts, and whether any could not be read."""
    named, known = _rules_of_lines(rules)
    answers = [_answer(line, {**named, **defaults}, known) for line in lines]
    return [_line(answer) for answer in answers], any("error" in answer for answer in answers)


def _lines(name: str) -> Iterator[bytes]:
    """Yield the lines of a file that are not empty, cut if they are too long."""
    with ExitStack() as stack:
        with _named_errors(name):
            file = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))  # noqa: PTH123  (most hands are no batch)
        while line := _read_line(file, name):
            if line.strip():
                yield line


def _read_line(file: BinaryIO, name: str) -> bytes:
    with _named_errors(name):
        line = rest = file.readline(LONGEST + 1)
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST + 1)
        return line


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Raise RefusedError for a file that cannot be read, but not if the output fails."""
    try:
        yield
    except OSError as error:
        raise RefusedError("no_file", unreadable(name, error)) from error


@cache
def _rules_of_lines(rules: str | None) -> tuple[dict[str, object], requests.Catalogue]:
    if rules is None:
        return {}, RULE_SETS
    named, known = house_files.find_rules(rules)
    requests.rules_detail(named, known)  # refused once, not in every line
    return {"rules": named}, known


def _answer(
    line: bytes, defaults: Mapping[str, object], known: requests.Catalogue
) -> dict[str, Any]:
    if len(line) > LONGEST:
        return _error("body_too_large", f"This line has more than {LONGEST} bytes.")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return _error("malformed_json", "This line is not JSON; write one request a line.")
    if not isinstance(request, dict):
        return _error("malformed_json", 'This line is not a JSON object, such as {"hand": …}.')
    try:
        return requests.answer(_fill_in_defaults(defaults, request), known)
    except RequestError as error:
        return _error(error.code, error.detail)


def _fill_in_defaults(
    defaults: Mapping[str, object], request: Mapping[str, Any]
) -> dict[str, object]:
    """Return a request with its missing fields and options filled in."""
    whole = {**defaults, **{name: value for name, value in request.items() if value is not None}}
    default, own = defaults.get("options"), request.get("options")
    if isinstance(default, dict) and isinstance(own, dict):
        whole["options"] = {**default, **own}
    return whole


def _error(code: str, detail: str) -> dict[str, Any]:
    return {"error": {"code": code, "detail": detail}}


def _line(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False)
