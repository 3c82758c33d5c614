"""What can be wrong with a request. `validation.domain.codes.problems` declares each code and makes its error.

Every error carries a stable `code`, a sentence that says what to do, and the fields it is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    field: str
    message: str


def clock_of(moment: datetime) -> str:
    """`05:44 UTC`."""
    return f"{moment:%H:%M} UTC"


class DomainError(Exception):
    """A request that cannot be carried out, for a reason the caller can act on. `status` is of HTTP; `retry_after`
    is in seconds, 0 where waiting does not help; `moment` is one whose `clock_of` may stand in `detail`."""

    status: ClassVar[int]

    def __init__(
        self,
        code: str,
        detail: str,
        fields: tuple[FieldError, ...] = (),
        *,
        retry_after: int = 0,
        moment: datetime | None = None,
    ) -> None:
        self.code, self.detail, self.fields, self.retry_after = code, detail, fields, retry_after
        self.moment = moment
        super().__init__(detail)


class Malformed(DomainError):
    """Cannot be read."""

    status = 400


class InputRejected(DomainError):
    """Well-formed, but its content cannot be judged."""

    status = 422


class Conflict(DomainError):
    """Clashes with what is already recorded."""

    status = 409


class NotFound(DomainError):
    """Names something that does not exist, or not for this caller."""

    status = 404


class KeyRefused(DomainError):
    """The caller's key is no longer good."""

    status = 401


class NotAllowed(DomainError):
    """The caller may not do this."""

    status = 403


class Unavailable(DomainError):
    """Cannot be served just now; trying again later can succeed."""

    status = 503


class TooMany(DomainError):
    """More than the caller may send; `retry_after` seconds from now it may go on."""

    status = 429
