"""Rule sets as people look them up, and the files of houses."""

from typing import Annotated, Any, TypeAlias

from pydantic import Field

from scorer.rulesets.house_file import LONGEST_FILE
from scorer.rulesets.house_rows import MOST_ROWS
from service.schemas.fields import Answer, Body, Options, RulesHash, Sum, Win, Worth
from service.schemas.scores import Scored


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
    """A circumstance that earns something: when it can occur, and which others it excludes."""

    event: str
    needs: list[str] = Field(
        description="self-draw, discard, seat-east, seat-not-east, from-east, nothing-called, "
        "nothing-exposed, kong-held, two-kongs-held, kong-replacement, bonus-held, no-other-copy"
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
    """The options that a table agreed on."""

    option: list[str] = Field(default_factory=list, description="a house option, name=value")


# Entries per table of a house file: twice the rows of the longest set.
TABLE = Field(max_length=200, fail_fast=True)
# Values per row or entry of a table: several times what any needs.
FEW = Field(max_length=40, fail_fast=True)
RowIds: TypeAlias = Annotated[list[str], TABLE]
OwnRowValue: TypeAlias = Sum | str | bool | RowIds | Annotated[dict[str, str], FEW]
OwnRow: TypeAlias = Annotated[dict[str, OwnRowValue], FEW]
Payment: TypeAlias = Sum | str | Annotated[dict[str, Sum | str], FEW]
RowWorth: TypeAlias = Worth | bool | Annotated[dict[str, Worth | bool | RowIds], FEW]


class HouseTerms(Body):
    """How a house's rules differ from their base, in the tables of a house file."""

    base: str | None = Field(default=None, examples=["hk-500"])
    name: Annotated[str, Field(max_length=80)] | None = None
    id: Annotated[str, Field(max_length=40)] | None = Field(
        default=None, description="spelled from the name if absent"
    )
    version: int | None = Field(default=None, ge=1)
    options: Options | None = None
    points: Annotated[dict[str, Sum | str], TABLE] | None = Field(
        default=None,
        description="points per faan: `ladder`, `unit` and `cap`, or an entry per number of faan",
        examples=[{"ladder": "half_spicy", "unit": 0.25, "cap": 10}],
    )
    payment: Annotated[dict[str, Payment], TABLE] | None = Field(
        default=None,
        description="who pays: `discard`, `self_draw`, `dealer`, `most`, `responsibility`",
        examples=[{"discard": "full_gun"}],
    )
    rows: Annotated[dict[str, RowWorth], TABLE] | None = Field(
        default=None, description="values of rows, and optional rows that are switched on"
    )
    row: Annotated[list[OwnRow], Field(max_length=MOST_ROWS, fail_fast=True)] | None = Field(
        default=None, description="the house's own rows, made of patterns"
    )


class HouseFile(HouseTerms):
    """A house's rule set as its TOML file, or the terms to write such a file from."""

    toml: Annotated[str, Field(max_length=LONGEST_FILE)] | None = None


class PatternDetail(Answer):
    """A pattern for a house's own row: what it requires, and its arguments.

    `arguments` have a `name`, what it says (`what`) and the `values` it takes, the default first.
    `example` is a scoring request without rules, `told` the pattern's arguments for it.
    """

    id: str
    what: str
    zh: str
    arguments: list[dict[str, Any]]
    example: dict[str, Any]
    told: dict[str, Any]


class HousesQuery(Body):
    """The house rules that a phone knows of, because its tables play by them."""

    hash: list[RulesHash] = Field(default_factory=list, max_length=20)


class HouseChoice(Answer):
    """Known house rules; other calls take their `hash` as `rules`."""

    hash: str
    id: str
    name: str
    base: str
    version: int
    at: str


class ReadyRow(Answer):
    """A row that houses often add, with its usual value."""

    id: str
    name: str
    zh: str
    closed: Worth | None
    open: Worth | None


class WayToPay(Answer):
    """A reason for which one player pays for all, and who decides it."""

    id: str
    name: str
    zh: str
    needs: str = Field(description="ends the sentence: one player pays for all if …")
    decides: str = Field(description="rules or table")


class HousePreview(Rules):
    """A house's rule set with its file, its version and the hash of what decides a score."""

    base: str
    version: int
    hash: str
    toml: str
    says: HouseTerms = Field(description="the file's terms, to change and send again")
    ready: list[ReadyRow] = Field(description="optional rows that its base lacks")
    ways: list[WayToPay] = Field(description="ways of paying for all that a house may choose")


class HouseRules(HousePreview):
    """A house's rule set that is stored here."""

    at: str


class ExampleHand(Answer):
    """A hand as the base scores it, and as the house does."""

    hand: str
    win: Win
    base: Scored
    house: Scored


class HousePreviewed(HousePreview):
    """A house's rule set shown before anybody agrees to it; nothing is stored."""

    examples: list[ExampleHand]
