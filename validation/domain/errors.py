"""What can be wrong with a request, said once: `config.api` maps each class to an HTTP status.

Every error carries a stable `code`, a sentence that says what to do, and the fields it is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validation.domain.codes.problems import SENTENCES


@dataclass(frozen=True, slots=True)
class FieldError:
    field: str
    message: str


class DomainError(Exception):
    """A request that cannot be carried out, for a reason the caller can act on. `detail` is what the registry says of
    the code, with `values` in its places, where the caller has nothing better; `field` is the one that it is about."""

    def __init__(
        self, code: str, detail: str = "", fields: tuple[FieldError, ...] = (), *, field: str = "", **values: Any
    ) -> None:
        self.code = code
        self.detail = detail or SENTENCES[code].format(**values)
        self.fields = (FieldError(field, self.detail),) if field else fields
        super().__init__(self.detail)


class InputRejected(DomainError):
    """Well-formed, but its content cannot be judged (422)."""


class Conflict(DomainError):
    """Clashes with what is already recorded (409)."""


class NotFound(DomainError):
    """Names something that does not exist, or not for this caller (404)."""


class KeyRefused(DomainError):
    """The caller's key is no longer good (401)."""


class NotAllowed(DomainError):
    """The caller may not do this (403)."""


class Unavailable(DomainError):
    """Cannot be served just now; trying again later can succeed (503)."""


class TooMany(DomainError):
    """More than the caller may send; `retry_after` seconds from now it may go on (429)."""

    def __init__(self, code: str, *, retry_after: int, **values: Any) -> None:
        super().__init__(code, **values)
        self.retry_after = retry_after
