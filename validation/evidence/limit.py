"""How much of a response is examined: far more than anybody writes for a reader, and a bound on what one call may cost.

Every statement is held against the whole evidence, so ten thousand of them would keep a worker busy for half a minute.
What lies beyond is not judged, and said to be so: a certain finding keeps such a response from being approved.
"""

from __future__ import annotations

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.claims import ClaimSpan

MOST_CLAIMS = 1_000
MOST_CHARACTERS = 60_000
REST_UNCHECKED = "rest_unchecked"


def checked_until(response_md: str, spans: tuple[ClaimSpan, ...]) -> int:
    """Where checking ends: behind the last claim within both limits, or at the limit when a single claim exceeds it."""
    if len(spans) <= MOST_CLAIMS and len(response_md) <= MOST_CHARACTERS:
        return len(response_md)
    within = [span.end for span in spans[:MOST_CLAIMS] if span.end <= MOST_CHARACTERS]
    return within[-1] if within else MOST_CHARACTERS


def rest_unchecked(start: int, end: int, spans: tuple[ClaimSpan, ...]) -> Finding:
    """The finding about `response_md[start:end]`, which nobody looked at."""
    rest = sum(span.end > start for span in spans)
    message = (
        f"Only the first {start:,} of {end:,} characters were checked; nothing is known of the other {rest:,} "
        f"statements. Send it in parts of at most {MOST_CLAIMS:,} statements and {MOST_CHARACTERS:,} characters."
    )
    return Finding(REST_UNCHECKED, Severity.CERTAIN, CheckName.CLAIMS_SUPPORTED, start, end, message)
