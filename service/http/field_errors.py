"""Errors in the fields of a request as sentences: pydantic's own messages by their types."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any

from scorer.core.sentences import PluralSentence, Sentence

Context = Mapping[str, Any]
MOST_ERRORS = 10  # errors in an answer: nobody fixes more at once
LONGEST = 40  # characters of a field's name as an answer repeats it


def _bound_text(bound: float) -> float:
    """Return a bound as pydantic writes it: whole numbers without a decimal point."""
    return int(bound) if bound == int(bound) else bound


# Those with values of the error are made of its context.
SENTENCES: Mapping[str, str | Callable[[Context], str]] = MappingProxyType(
    {
        "unknown_field": lambda context: context["message"],
        "unprintable": Sentence("Leave out line breaks and control characters."),
        "unseen": Sentence("Enter at least one visible character."),
        "missing": Sentence("Field required"),
        "string_type": Sentence("Input should be a valid string"),
        "string_unicode": Sentence(
            "Input should be a valid string, unable to parse raw data as a unicode string"
        ),
        "int_type": Sentence("Input should be a valid integer"),
        "int_parsing": Sentence(
            "Input should be a valid integer, unable to parse string as an integer"
        ),
        "int_parsing_size": Sentence(
            "Unable to parse input string as an integer, exceeded maximum size"
        ),
        "int_from_float": Sentence(
            "Input should be a valid integer, got a number with a fractional part"
        ),
        "float_type": Sentence("Input should be a valid number"),
        "float_parsing": Sentence(
            "Input should be a valid number, unable to parse string as a number"
        ),
        "finite_number": Sentence("Input should be a finite number"),
        "bool_type": Sentence("Input should be a valid boolean"),
        "bool_parsing": Sentence("Input should be a valid boolean, unable to interpret input"),
        "list_type": Sentence("Input should be a valid list"),
        "dict_type": Sentence("Input should be a valid dictionary"),
        "model_attributes_type": Sentence(
            "Input should be a valid dictionary or object to extract fields from"
        ),
        "literal_error": lambda context: Sentence(
            "Input should be {expected}", expected=context["expected"]
        ),
        "greater_than_equal": lambda context: Sentence(
            "Input should be greater than or equal to {least}", least=_bound_text(context["ge"])
        ),
        "less_than_equal": lambda context: Sentence(
            "Input should be less than or equal to {most}", most=_bound_text(context["le"])
        ),
        "string_pattern_mismatch": lambda context: Sentence(
            "String should match pattern '{pattern}'", pattern=context["pattern"]
        ),
        "string_too_short": lambda context: PluralSentence(
            context["min_length"],
            "String should have at least {n} character",
            "String should have at least {n} characters",
        ),
        "string_too_long": lambda context: PluralSentence(
            context["max_length"],
            "String should have at most {n} character",
            "String should have at most {n} characters",
        ),
        "too_short": lambda context: PluralSentence(
            context["min_length"],
            "{what} should have at least {n} item after validation, not {here}",
            "{what} should have at least {n} items after validation, not {here}",
            what=context["field_type"],
            here=context["actual_length"],
        ),
        "too_long": lambda context: PluralSentence(
            context["max_length"],
            "{what} should have at most {n} item after validation, not {here}",
            "{what} should have at most {n} items after validation, not {here}",
            what=context["field_type"],
            here=context["actual_length"],
        ),
    }
)


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
    """Return pydantic's message on a field, as a sentence where its type is known here."""
    message: str = error["msg"]
    sentence = SENTENCES.get(error["type"])
    translatable = sentence(error.get("ctx", {})) if callable(sentence) else sentence
    # Another release of pydantic may have other messages, or other values in them.
    return translatable if translatable is not None and translatable == message else message
