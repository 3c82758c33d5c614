"""Shapes of requests and answers (API.md). Unknown fields are refused, so that a misspelt one is not lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from math import isfinite
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from validation.domain.text.storable import check_storable
from validation.domain.violations import SizeLimitedModel

_BEGINS_WITH_A_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def one_line(text: str) -> str:
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        raise ValueError("must not hold control characters or line breaks")
    return text


def _not_blank(text: str) -> str:
    """A name of blanks would put everything that carries it together."""
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def _in_utc(moment: datetime) -> datetime:
    """A database knows offsets up to sixteen hours only; a time without one is UTC."""
    try:
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError:
        raise ValueError("lies outside the calendar") from None


Text = Annotated[str, AfterValidator(check_storable)]


def _date_as_text(given: Any) -> Any:
    """A number, also one in an address, would otherwise be taken as seconds since 1970."""
    if isinstance(given, datetime) or (isinstance(given, str) and _BEGINS_WITH_A_DATE.match(given)):
        return given
    raise ValueError("must be a time such as 2026-01-31T09:30:00Z")


def _true_or_false(given: Any) -> Any:
    if given in ("true", "false"):
        return given == "true"
    raise ValueError("must be true or false")


Moment = Annotated[datetime, BeforeValidator(_date_as_text), AfterValidator(_in_utc)]
Flag = Annotated[bool, Field(strict=True)]
"""In a body: true or false, and nothing that could be read as one."""
QueryFlag = Annotated[bool, BeforeValidator(_true_or_false)]
"""In an address, where everything is text."""
LONGEST_NAME = 200
"""Characters of the id of a turn or a session."""
Name = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME),
    AfterValidator(check_storable),
    AfterValidator(one_line),
    AfterValidator(_not_blank),
]


def check_name(given: str, names: Iterable[str]) -> str:
    """Empty is none. Raises ValueError with the names where `given` is another: it would find nothing, ever."""
    if given and given not in names:
        raise ValueError(f"must be one of {', '.join(names)}")
    return given


def one_of(*names: str) -> AfterValidator:
    """In an address: `state: Annotated[Text, one_of(*AttemptState)] = ""`."""
    return AfterValidator(lambda given: check_name(given, names))


PageLimit = Annotated[int, Field(ge=1)]


class Span(BaseModel):
    """In an address: from one time up to another."""

    since: Moment | None = None
    until: Moment | None = None


class Paging(BaseModel):
    """In the address of a list."""

    cursor: Text | None = None
    limit: PageLimit = 50


class In(SizeLimitedModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Out(BaseModel):
    """An answer, read from a row or from what a query gives: each field from the attribute of its name or of its
    `validation_alias`. Fields may be added, so clients have to allow more than the ones described."""

    model_config = ConfigDict(
        from_attributes=True, populate_by_name=True, json_schema_extra={"additionalProperties": True}
    )

    @classmethod
    def of(cls, row: object) -> dict[str, Any]:
        return cls.model_validate(row, from_attributes=True).model_dump(by_alias=True)


Item = TypeVar("Item")


class PageOut(Out, Generic[Item]):
    """`next` is the cursor of the next page, null on the last page."""

    items: list[Item]
    next: str | None


Id = Annotated[str, BeforeValidator(str), Field(validation_alias="pk")]
PipelineName = Annotated[str, Field(validation_alias=AliasPath("pipeline", "name"))]
NULL_IF_EMPTY = BeforeValidator(lambda value: value or None)
Filled = Annotated[str | None, BeforeValidator(lambda value: str(value) if value else None)]
"""Null where a row holds an empty text."""
Milliseconds = Annotated[float, AfterValidator(lambda value: round(value, 3))]


def links_at(api: str, page: str) -> Any:
    """The links of a row by its key, which stands in both addresses as `{}`; links stay as they are."""
    return BeforeValidator(
        lambda key: key if isinstance(key, dict) else {"self": api.format(key), "page": page.format(key)}
    )


def attribute(first: str, *further: str | int) -> Any:
    """A field that is read from the attribute at the end of this path; a number is a place in a list."""
    return Field(validation_alias=AliasPath(first, *further))


Number = int | float
"""As it is stored: a whole number stays one."""


class MeasuredOut(Out):
    """A figure over `n` observations. `value` is null if it is undefined, such as a kappa where one side always gives
    the same answer. `low` and `high` (95 %) are null if the sample is too small for an interval."""

    value: Number | None
    low: Number | None
    high: Number | None
    n: int


class LinksOut(Out):
    """Where to read the resource in the API and on the site, as paths from the root of the host."""

    self: str
    page: str


class CostOut(Out):
    """`amount` is a decimal number in a string, so that no precision is lost."""

    amount: Annotated[str, BeforeValidator(lambda amount: f"{amount:f}" if isinstance(amount, Decimal) else amount)]
    currency: str


class UsageOut(Out):
    """The judge, its prompt, and what the judgement cost."""

    name: str = attribute("judge")
    model: str
    prompt: str
    tokens_in: int
    tokens_out: int
    cost: CostOut | None = attribute("paid")


class HaltOut(Out):
    """Why there is no decision, and what to do about it."""

    cause: str
    message: str


class ProblemOut(BaseModel):
    """An RFC 9457 problem with a stable `code` and the fields it is about."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[dict[str, str]] = []


DEEPEST = 100
"""Levels of nesting; real documents have a handful, and encoders give up at a few hundred."""


def storable_json(value: Any) -> Any:
    """Walks without recursion, so that depth is refused and never a crash."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST:
            raise ValueError(f"is nested deeper than {DEEPEST} levels")
        match one:
            case str():
                check_storable(one)
            case float() if not isfinite(one):
                raise ValueError("holds a number that is not finite; JSON knows none")
            case dict():
                waiting += [(part, depth + 1) for pair in one.items() for part in pair]
            case list():
                waiting += [(part, depth + 1) for part in one]
    return value


Json = Annotated[Any, AfterValidator(storable_json)]
JsonObject = Annotated[dict[str, Any], AfterValidator(storable_json)]
