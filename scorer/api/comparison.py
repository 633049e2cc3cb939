"""One hand scored by every rule set, side by side."""

from collections.abc import Iterator, Mapping

from scorer.api.requests import ALL, Catalogue, RequestError, answer
from scorer.api.scores import Json
from scorer.core.sentences import Say, Sentence, columns, hint, points_text
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.explanation import faan_text, row_title


def compare(body: Mapping[str, object], known: Catalogue = RULE_SETS) -> Json:
    """Answer a request by every rule set; the answers are by rule set id under `answers`.

    A house option applies to the rule sets that have it. Raises RequestError as
    `scorer.api.requests.answer` does, and `unknown_option` for an option that no rule set has.
    """
    options = body.get("options")
    given = options if isinstance(options, Mapping) else {}
    _check_options(given, known)
    answers = {}
    for id_, rules in known.items():
        names = _option_names(rules)
        own = {name: value for name, value in given.items() if name in names}
        asked = own if options is None or isinstance(options, Mapping) else options
        answers[id_] = answer({**body, "rules": id_, "options": asked}, known)
    return {"rules": ALL, "answers": answers}


def _option_names(rules: RuleSet) -> set[str]:
    return {*rules.asked, *(option.alias for option in rules.options if option.alias)}


def _check_options(given: Mapping[str, object], known: Catalogue) -> None:
    names = {name for rules in known.values() for name in _option_names(rules)}
    for name in given:
        if name not in names:
            detail = Sentence(
                "No rule set has an option {name}{near}.",
                name=repr(name),
                near=hint(str(name), sorted(names)),
            )
            raise RequestError("unknown_option", detail)


def comparison_lines(comparison: Mapping[str, Json], say: Say = str) -> Iterator[str]:
    """Yield a comparison as text: one line per rule set, then the rows of each."""
    answers = comparison["answers"]
    for id_, said in answers.items():
        yield f"{id_:<20}{say(_worth(said))}"
    for id_, said in answers.items():
        yield ""
        yield f"{id_}: {' '.join(said['sets'])}".rstrip(": ")
        for row in said["rows"]:
            if row["excluded_by"] is None:
                name = row_title(row, say)
                yield f"  {name}{' ' * (34 - columns(name))}{say(_value(row))}"
        yield from (f"  {say(detail)}" for detail in said.get("details", {}).values())
        yield from (f"  {say(note)}" for note in said.get("notes", ()))


def _worth(said: Json) -> str:
    if not said["valid"]:
        return Sentence("no win: {problems}", problems=", ".join(said["problems"]))
    if "score" not in said:
        return faan_text(said)
    points = points_text(said["score"])
    return Sentence("{worth}, the limit", worth=points) if said["limit"] else points


def _value(row: Json) -> str:
    if "faan" in row:
        return Sentence("{n} faan", n=row["faan"])
    return f"×{row['times']}" if "times" in row else points_text(row["points"])
