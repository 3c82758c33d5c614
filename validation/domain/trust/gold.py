"""Parses files of gold items: one JSON object per line, with the true decision on a response."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from validation.domain.check import CheckName
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.text.storable import check_storable
from validation.domain.verdict import Decision

MOST_LINES = 1_000
_MOST_ERRORS = 20
Text = Annotated[str, AfterValidator(check_storable)]


class GoldLine(BaseModel):
    """`checks` may be incomplete; `unsupported` are spans of `response_md`. Other fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    query: Text = ""
    context_md: Annotated[Text, Field(min_length=1)]
    response_md: Annotated[Text, Field(min_length=1)]
    decision: Decision
    checks: dict[CheckName, Literal["right", "wrong"]] = {}
    unsupported: list[tuple[int, int]] = []

    @model_validator(mode="after")
    def spans_within(self) -> GoldLine:
        if any(not 0 <= start < end <= len(self.response_md) for start, end in self.unsupported):
            raise ValueError("a span of unsupported must lie within response_md")
        return self


def read_gold(text: str) -> tuple[GoldLine, ...]:
    """Skips empty lines. Raises InputRejected `gold_invalid` with all invalid lines, so that a file is imported
    completely or not at all."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        raise ProblemCode.GOLD_INVALID.error("count", most=MOST_LINES)
    items: list[GoldLine] = []
    errors: list[FieldError] = []
    for number, line in lines:
        try:
            items.append(GoldLine.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            problems = first["msg"].removeprefix("Value error, ")
            errors.append(FieldError(f"line {number}", f"{place}: {problems}" if place else problems))
    if errors:
        problems = "; ".join(f"{one.field}: {one.message}" for one in errors[:3])
        raise ProblemCode.GOLD_INVALID.error("lines", errors=problems, fields=tuple(errors[:_MOST_ERRORS]))
    return tuple(items)
