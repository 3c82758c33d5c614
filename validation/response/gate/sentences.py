"""Checks each sentence of a response as soon as it is complete, while the response is still being written.

Each check covers the whole text so far, with the code that checks a finished response: a sentence may depend on the one
before it, and later text may change its result. Then the sentence is reported again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.context_md.query import read_query
from validation.domain.check import CheckName
from validation.domain.claim import ClaimState
from validation.domain.context import ContextDocument
from validation.domain.finding import Finding
from validation.evidence.check_response import check_response
from validation.evidence.text.claims import split_claims

_OF_SENTENCES = (CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS)
"""Checks that a single sentence can fail. Sources, form and whether the query is answered depend on the whole text."""
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """`text` is `response_md[start:end]`; `findings` are those that lie in it."""

    text: str
    start: int
    end: int
    state: ClaimState
    findings: tuple[Finding, ...]


class SentenceChecks:
    """Checks one response as it grows."""

    def __init__(self, document: ContextDocument) -> None:
        self._document = document
        self._query = read_query(document)
        self._until = 0
        self._sent: dict[int, CheckedSentence] = {}

    def check(self, text: str, *, finished: bool = False) -> list[CheckedSentence]:
        """The sentences of `text` that are new or whose result changed since the last call."""
        until = len(text) if finished else complete_until(text)
        if until == 0 or (until == self._until and not finished):
            return []
        self._until = until
        fresh = [one for one in self._checked(text[:until]) if self._sent.get(one.start) != one]
        self._sent.update((one.start, one) for one in fresh)
        return fresh

    def _checked(self, text: str) -> Iterator[CheckedSentence]:
        report = check_response(self._document, text, query=self._query)
        for claim in report.claims:
            found = tuple(one for one in report.findings if one.claim_id == claim.id and one.check in _OF_SENTENCES)
            yield CheckedSentence(claim.text, claim.start, claim.end, claim.state, found)


def complete_until(text: str) -> int:
    """The end of the last complete sentence; 0 without one. A sentence is complete once the next has begun, or after a
    blank line."""
    spans = split_claims(text)
    if not spans:
        return 0
    if _BLANK_LINE.search(text, spans[-1].end):
        return spans[-1].end
    return spans[-2].end if len(spans) > 1 else 0
