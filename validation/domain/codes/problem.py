"""Creates the exception for a problem's code."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any, Self, TypeVar

from validation.domain.codes.code import NO_WORDINGS, Code, CodeList
from validation.domain.errors import (
    Conflict,
    DomainError,
    FieldError,
    InputRejected,
    KeyRefused,
    Malformed,
    NotAllowed,
    NotFound,
    TooMany,
    Unavailable,
)

Found = TypeVar("Found")
_ERRORS = {
    error.status: error
    for error in (Malformed, InputRejected, Conflict, NotFound, KeyRefused, NotAllowed, TooMany, Unavailable)
}

_MOST_NAMED = 5
"""Faults of a document listed in the message; the list of errors has all of them."""


class Problem(Code):
    """`status` is the default; `request_refused` is also used with other statuses by the framework."""

    status: int

    def __new__(cls, value: str, status: int, meaning: str, wordings: Mapping[str, str] = NO_WORDINGS) -> Self:
        code = str.__new__(cls, value)
        code._value_, code.meaning, code.next_step, code.wordings = value, meaning, "", wordings
        code.status = status
        return code

    def error(
        self,
        wording: str = "",
        /,
        *,
        detail: str = "",
        fields: tuple[FieldError, ...] = (),
        field: str = "",
        status: int = 0,
        retry_after: int = 0,
        moment: datetime | None = None,
        **places: Any,
    ) -> DomainError:
        """The exception for `status`. `detail` replaces the code's message; `field` is the only field concerned;
        `retry_after` is in seconds; `moment` is a time that the message states."""
        sentence = detail or self.sentence(wording, **places)
        about = (FieldError(field, sentence),) if field else fields
        return _ERRORS[status or self.status](self.value, sentence, about, retry_after=retry_after, moment=moment)

    def of_fields(self, fields: tuple[FieldError, ...], count: int) -> DomainError:
        """The exception for a document with `count` faults, the first of which are `fields`: the first sentence of the
        meaning, followed by the first faults."""
        said = "; ".join(f"{field.field}: {field.message}" for field in fields[:_MOST_NAMED])
        more = f" (and {count - _MOST_NAMED} more)" if count > _MOST_NAMED else ""
        return self.error(detail=f"{self.meaning.partition('.')[0]}: {said}{more}.", fields=fields)

    def unless(self, found: Found | None, wording: str = "", /, **said: Any) -> Found:
        """Returns `found`; raises the exception if it is None."""
        if found is None:
            raise self.error(wording, **said)
        return found

    @classmethod
    def listed_by_status(cls) -> tuple[CodeList, ...]:
        return tuple(
            cls.listed(
                str(status),
                f"Problems: {status} {HTTPStatus(status).phrase}",
                [one for one in cls if one.status == status],
            )
            for status in dict.fromkeys(one.status for one in cls)
        )
