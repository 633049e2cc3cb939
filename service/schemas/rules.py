"""Rule sets as people look them up, and the files of houses."""

from typing import Annotated, Any

from pydantic import Field

from scorer.rulesets.house_file import LONGEST_FILE
from service.schemas.fields import Answer, Body, RulesHash, Worth


class RuleRow(Answer):
    """One row of a rule set's table."""

    id: str
    name: str
    value: Any
    wording: str


class RuleOption(Answer):
    """A house option."""

    name: str
    values: Any
    default: Any
    question: str


class RuleCircumstance(Answer):
    """A circumstance that earns something: when it can, and which others it shuts out."""

    event: str
    needs: list[str] = Field(
        description="self-draw, discard, seat-east, seat-not-east, from-east, nothing-called, "
        "nothing-exposed, kong-held, bonus-held, no-other-copy"
    )
    contradicts: list[str]


class Rules(Answer):
    """A rule set with its table and house options."""

    id: str
    name: str
    document: str
    rows: list[RuleRow]
    options: list[RuleOption]
    events: list[Any]
    circumstances: list[RuleCircumstance]


class RulesQuery(Body):
    """What a table agreed on."""

    option: list[str] = Field(default_factory=list, description="a house option, name=value")


class HouseFile(Body):
    """A house's rule set as its TOML file, or what such a file is to say."""

    toml: Annotated[str, Field(max_length=LONGEST_FILE)] | None = None
    base: str | None = Field(default=None, examples=["hk-500"])
    name: Annotated[str, Field(max_length=80)] | None = None
    version: int | None = Field(default=None, ge=1)
    options: dict[str, Any] | None = None
    rows: dict[str, Worth | dict[str, Worth]] | None = Field(
        default=None, description="values of rows, as the file has them"
    )


class HousesQuery(Body):
    """Which house rules a phone knows of, because its tables play by them."""

    hash: list[RulesHash] = Field(default_factory=list, max_length=20)


class HouseChoice(Answer):
    """House rules that are known: their `hash` is what `rules` takes in other calls."""

    hash: str
    id: str
    name: str
    base: str
    version: int
    at: str


class HouseRules(Rules):
    """A house's rule set with its file, its version and the hash of what decides a score."""

    base: str
    version: int
    hash: str
    toml: str
    at: str
