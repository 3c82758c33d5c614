"""Exceptions: problems reported by the server, failed connections, and waits that timed out."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from countersign_client.models import Attempt, Retrieval


class CountersignError(Exception):
    """Base class of all exceptions of this client."""


class ConnectionFailed(CountersignError):
    """The server could not be reached, after retries."""


class UnexpectedAnswer(CountersignError):
    """The response is not from Countersign, but from another server or a proxy."""


class WebhookInvalid(CountersignError):
    """A delivery with an invalid signature, time or body. Respond with 400."""


class StillUndecided(CountersignError):
    """There was no decision in time. `attempt` is its last state; continue with `client.attempt(attempt.id)`."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__(f"Attempt {attempt.id} is still {attempt.state}.")
        self.attempt = attempt


class StillUnruled(CountersignError):
    """No ruling took effect in time, or none is expected. `attempt` is its last state."""

    def __init__(self, attempt: Attempt, *, asked: bool = True) -> None:
        nobody = "nobody rules on it any more" if attempt.intervention_id else "nobody was asked to rule on it"
        waits = "still waits for a person" if asked else f"is {attempt.route}: {nobody}"
        super().__init__(f"Attempt {attempt.id} {waits}.")
        self.attempt = attempt


class RetrievalUndecided(CountersignError):
    """There was no verdict in time. `retrieval` is its last state."""

    def __init__(self, retrieval: Retrieval) -> None:
        super().__init__(f"Retrieval {retrieval.id} is still {retrieval.state}.")
        self.retrieval = retrieval


class Problem(CountersignError):
    """An RFC 9457 problem. `code` is stable, `detail` says what to do, `errors` names the fields."""

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.title = str(body.get("title", ""))
        self.detail = str(body.get("detail", ""))
        self.type = str(body.get("type", "about:blank"))
        errors = body.get("errors")
        self.errors: list[dict[str, str]] = errors if isinstance(errors, list) else []
        self.retry_after = retry_after
        super().__init__(f"{status} {self.code}: {self.detail}")


class InvalidRequest(Problem):
    """400, 413 or 422: change the request."""


class Refused(Problem):
    """401 or 403: the key is invalid, or lacks a scope."""


class NotFound(Problem):
    """404."""


class Conflict(Problem):
    """409: the turn is closed, or something changed in the meantime."""


class TooManyRequests(Problem):
    """429, after retries."""


class Unavailable(Problem):
    """5xx; 502, 503 and 504 after retries."""


_KINDS: dict[int, type[Problem]] = {
    400: InvalidRequest,
    413: InvalidRequest,
    422: InvalidRequest,
    401: Refused,
    403: Refused,
    404: NotFound,
    409: Conflict,
    429: TooManyRequests,
}


def problem_of(response: httpx.Response) -> Problem:
    """The problem in a response; without a problem document, such as from a proxy, its code is `unknown`."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"title": response.reason_phrase, "detail": _instead_of_a_problem(response)}
    kind = _KINDS.get(response.status_code, Unavailable if response.status_code >= 500 else Problem)
    return kind(response.status_code, body, retry_after(response))


def _instead_of_a_problem(response: httpx.Response) -> str:
    moved = response.headers.get("Location") if response.is_redirect else None
    return f"Moved to {moved}. Use that address." if moved else "The answer is no problem document. Check the address."


def retry_after(response: httpx.Response) -> float | None:
    """Seconds that the server asks to wait, given as a number or as a date by its own clock."""
    header = response.headers.get("Retry-After", "")
    if header.isdecimal():
        return float(header)
    at, now = _moment(header), _moment(response.headers.get("Date", "")) or datetime.now(UTC)
    return None if at is None else max(0.0, (at - now).total_seconds())


def _moment(header: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
