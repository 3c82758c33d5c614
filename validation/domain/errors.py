"""Exceptions for requests that fail. `validation.domain.codes.problems` declares the codes and creates the exceptions.

Each has a stable `code`, a message that says what to do, and the fields concerned.
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
    """Formats a time as `05:44 UTC`."""
    return f"{moment:%H:%M} UTC"


class DomainError(Exception):
    """A request that failed for a reason the caller can act on. `status` is the HTTP status; `retry_after` is in
    seconds, 0 if waiting does not help; `moment` is a time that `detail` states as `clock_of`."""

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
    """The request cannot be parsed."""

    status = 400


class InputRejected(DomainError):
    """The request is well-formed but invalid."""

    status = 422


class Conflict(DomainError):
    """The request conflicts with the stored state."""

    status = 409


class NotFound(DomainError):
    """The resource does not exist, or not for this caller."""

    status = 404


class KeyRefused(DomainError):
    """The caller's key is not valid."""

    status = 401


class NotAllowed(DomainError):
    """The caller lacks the permission."""

    status = 403


class Unavailable(DomainError):
    """The service is unavailable; a retry can succeed."""

    status = 503


class TooMany(DomainError):
    """The caller exceeded a limit; it may continue after `retry_after` seconds."""

    status = 429
