"""What pydantic says of a field has words here, in each release that is installed."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import get_args

import pytest
from pydantic import BaseModel
from pydantic_core import PydanticKnownError
from pydantic_core._pydantic_core import list_all_errors
from pydantic_core.core_schema import ErrorType

from service import schemas
from service.http import field_errors
from service.http.field_errors import KNOWN, sentence_of

# What each kind of schema raises, and each bound of one, by pydantic's list of validation errors
# (docs.pydantic.dev/latest/errors/validation_errors), for values of JSON or of an address.
RAISED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "str": ("string_type", "string_unicode"),
        "str.min_length": ("string_too_short",),
        "str.max_length": ("string_too_long",),
        "str.pattern": ("string_pattern_mismatch",),
        "int": ("int_type", "int_parsing", "int_parsing_size", "int_from_float", "finite_number"),
        "float": ("float_type", "float_parsing"),
        **{f"{kind}.ge": ("greater_than_equal",) for kind in ("int", "float", "function-after")},
        **{f"{kind}.le": ("less_than_equal",) for kind in ("int", "float", "function-after")},
        "bool": ("bool_type", "bool_parsing"),
        "list": ("list_type",),
        "list.min_length": ("too_short",),
        "list.max_length": ("too_long",),
        "dict": ("dict_type",),
        "dict.max_length": ("too_long",),
        "literal": ("literal_error",),
        "model-fields": ("missing", "model_attributes_type"),
        # These raise what they hold, or errors of our own.
        **dict.fromkeys(("any", "default", "definitions", "definition-ref", "function-after"), ()),
        **dict.fromkeys(("function-before", "model", "model-field", "nullable", "union"), ()),
        "no-info": (),
    }
)
BOUNDS = {
    *("gt", "ge", "lt", "le", "multiple_of", "allow_inf_nan", "max_digits", "decimal_places"),
    *("min_length", "max_length", "pattern", "ascii_only", "extra_behavior_forbid"),
}
LISTED = {each["type"]: each for each in list_all_errors()}


def shapes() -> Iterator[type[BaseModel]]:
    """All shapes of requests and answers."""
    for each in pkgutil.iter_modules(schemas.__path__):
        module = importlib.import_module(f"{schemas.__name__}.{each.name}")
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel:
                yield kind


def kinds(schema: object) -> Iterator[str]:
    """The kinds of schemas in one, and their bounds."""
    if isinstance(schema, Mapping):
        kind = schema.get("type")
        if isinstance(kind, str):
            yield kind
            yield from (f"{kind}.{bound}" for bound in BOUNDS & schema.keys())
            if schema.get("extra_behavior") == "forbid":
                yield f"{kind}.extra_behavior_forbid"
        for each in schema.values():
            yield from kinds(each)
    elif isinstance(schema, list | tuple):
        for each in schema:
            yield from kinds(each)


USED = {kind for shape in shapes() for kind in kinds(shape.__pydantic_core_schema__)}
CAN_BE = {error for kind in USED for error in RAISED.get(kind, ())}


def test_it_is_known_what_our_shapes_raise():
    assert USED - RAISED.keys() == set()
    assert CAN_BE <= LISTED.keys() == {*get_args(ErrorType)}
    assert len(CAN_BE) > 15


def contexts(error: str) -> Iterator[dict[str, object]]:
    """What an error may be told with: one, several, and bounds of floats, whole or not."""
    example = LISTED[error].get("example_context") or {}
    for number in (1, 2, -100_000.0, 0.5) if error.startswith(("less", "greater")) else (1, 2):
        yield {name: "'a' or 'b'" if value == "" else number for name, value in example.items()}


@pytest.mark.parametrize("error", sorted(LISTED))
def test_each_error_that_can_be_has_words(error):
    if error not in CAN_BE:
        assert error not in KNOWN
        return
    for context in contexts(error):
        told = PydanticKnownError(error, context or None).message()
        sentence = sentence_of({"type": error, "msg": told, "ctx": context})
        assert (type(sentence) is not str, sentence) == (True, told)


def test_words_that_are_missing_are_noticed(monkeypatch):
    monkeypatch.setattr(field_errors, "KNOWN", {k: v for k, v in KNOWN.items() if k != "missing"})
    with pytest.raises(AssertionError):
        test_each_error_that_can_be_has_words("missing")
