"""Errors in the fields of a request as sentences: pydantic's own words, with their values."""

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any

from pydantic_core import PydanticKnownError

from scorer.core.sentences import PluralSentence, Sentence

Context = Mapping[str, Any]
NO_VALUES: Context = MappingProxyType({})
MOST_ERRORS = 10  # errors in an answer: nobody fixes more at once
LONGEST = 40  # characters of a field's name as an answer repeats it
PLURAL = "{expected_plural}"  # in pydantic's words, after what is counted

# Those of pydantic's errors that our shapes raise, with values as they have them.
KNOWN: Mapping[Any, Context] = MappingProxyType(
    {
        **dict.fromkeys(("missing", "string_type", "string_unicode", "int_type"), NO_VALUES),
        **dict.fromkeys(("int_parsing", "int_parsing_size", "int_from_float"), NO_VALUES),
        **dict.fromkeys(("float_type", "float_parsing", "finite_number"), NO_VALUES),
        **dict.fromkeys(("bool_type", "bool_parsing", "list_type", "dict_type"), NO_VALUES),
        "model_attributes_type": NO_VALUES,
        "literal_error": {"expected": "'a' or 'b'"},
        "greater_than_equal": {"ge": 1.0},
        "less_than_equal": {"le": 1.0},
        "string_pattern_mismatch": {"pattern": "a"},
        "string_too_short": {"min_length": 2},
        "string_too_long": {"max_length": 2},
        "too_short": {"field_type": "List", "min_length": 2, "actual_length": 1},
        "too_long": {"field_type": "List", "max_length": 2, "actual_length": 3},
    }
)


def known_sentence(kind: Any, context: Context) -> Sentence:  # noqa: ANN401  (one of pydantic's names)
    """Return what pydantic says of an error, with its values, as a sentence to be translated."""
    pattern = PydanticKnownError(kind, dict(context) or None).message_template
    values = {name: _bound_text(value) for name, value in context.items()}
    if PLURAL not in pattern:
        return Sentence(pattern, **values)
    number = context["max_length"] if "max_length" in context else context["min_length"]
    return PluralSentence(
        number, pattern.replace(PLURAL, ""), pattern.replace(PLURAL, "s"), **values
    )


def _bound_text(value: object) -> object:
    """Return a bound as pydantic writes it: whole numbers without a decimal point."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def errors_json(errors: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the first errors of a request, each with its `field` and a `detail`."""
    return [
        {"field": _field_path(error["loc"]), "detail": sentence_of(error)}
        for error in errors[:MOST_ERRORS]
    ]


def summary(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return one sentence on the first errors of a request and the number of further ones."""
    sentences = [
        Sentence("{where}: {what}", where=each["field"], what=each["detail"])
        for each in errors_json(errors)
    ]
    if more := len(errors) - len(sentences):
        sentences.append(PluralSentence(more, "and {n} more error", "and {n} more errors"))
    return reduce(
        lambda left, right: Sentence("{left}; {right}", left=left, right=right), sentences
    )


def _field_path(location: Sequence[object]) -> str:
    return ".".join(str(part)[:LONGEST] for part in location[1:]) or str(location[0])


def sentence_of(error: Mapping[str, Any]) -> str:
    """Return the message on a field, as a sentence where it is our own or its type is known."""
    message: str = error["msg"]
    context = error.get("ctx", {})
    known = error["type"] in KNOWN
    sentence = known_sentence(error["type"], context) if known else context.get("message")
    return sentence if sentence == message else message
