"""A condition as the answer to `when`: `when must an agent escalate` - `if the customer threatens legal action`."""

from __future__ import annotations

import re
from collections.abc import Callable

from validation.evidence.language.names import keys_of
from validation.evidence.requirements.draft import Draft
from validation.evidence.words import any_of, pattern_of

_ASKS = re.compile(
    r"^(?:and |so )?(?:when (?:may|might|must)\b(?!.*\bby\W*$)"
    rf"|when (?:do|does)\b(?!.*\b(?:{pattern_of('conditions.scheduled')})\b)"
    rf"|when (?:is|are)\b.*\b(?:{pattern_of('conditions.permitted')})\b"
    r"|wann (?:darf|dürfen|muss|müssen)\b)",
    re.IGNORECASE,
)
"""What happens whenever something else does. A bridge opened and a train leaves at a time; so can I check in."""
_CONDITION = re.compile(rf"\b(?P<word>{pattern_of('conditions.words')})\b(?P<clause>[^,;:.!?\n]+)", re.IGNORECASE)
_STANDS_FOR_IT = re.compile(r"\W*(?:it|they|this|that|these|he|she|es|er|sie)\b", re.IGNORECASE)
_DENIED = any_of("conditions.denied")


def is_condition(part: str, draft: Draft, tells_time: Callable[[str], bool]) -> bool:
    """Whether a claim answers with a condition that says more than the part itself. Not where the evidence tells a time
    of what is asked about."""
    if not _ASKS.search(part):
        return False
    asked = keys_of(part)
    if not any(_states(claim.text, part, asked) for claim in draft.factual):
        return False
    shared = [(len(asked & keys_of(f"{item.heading} {item.text}")), item.text) for item in draft.items]
    most = max((count for count, _ in shared), default=0)
    return not any(count == most and tells_time(text) for count, text in shared)


def _states(claim: str, part: str, asked: frozenset[str]) -> bool:
    match = _CONDITION.search(claim)
    if match is None or not keys_of(match["clause"]) - asked:
        return False
    rest = f"{claim[: match.start()]} {claim[match.end() :]}"
    if _DENIED.search(rest) and match["word"].lower() != "unless" and not _DENIED.search(part):
        return False
    own = keys_of(rest)
    return not own or bool(own & asked) or _STANDS_FOR_IT.match(rest) is not None
