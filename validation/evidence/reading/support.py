"""What the reader says of each claim of a response beside the evidence: scores for the gate to weigh, no verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from validation.domain.context import ContextDocument
from validation.evidence.document.read import read_evidence
from validation.evidence.document.statement import Statement
from validation.evidence.reading.canonical import canonical
from validation.evidence.reading.lines import plain, read_lines
from validation.evidence.reading.windows import Window, WindowFinder
from validation.evidence.text.blocks import BlockKind
from validation.evidence.text.claims import ClaimSpan
from validation.reader import SupportPair, SupportScore, write_row

BARE_WORDS = 4
"""Up to so many words, and without a verb, a claim is an answer that is read under its question."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|may|must|will|does?|did|costs?|takes?|\w+ed)\b", re.IGNORECASE
)


class ScoresSupport(Protocol):
    """As much of `validation.reader.Reader` as is needed here."""

    def score_support(self, pairs: Sequence[SupportPair]) -> Sequence[SupportScore]: ...


class RememberingReader:
    """Scores each pair once: for a response that is read again whenever it has grown. Every pair is scored by itself,
    so the scores are those of `reader`."""

    def __init__(self, reader: ScoresSupport) -> None:
        self._reader = reader
        self._scores: dict[SupportPair, SupportScore] = {}

    def score_support(self, pairs: Sequence[SupportPair]) -> Sequence[SupportScore]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._scores]
        self._scores.update(zip(new, self._reader.score_support(new), strict=True))
        return [self._scores[pair] for pair in pairs]


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """One claim beside its window. `margin`: supported less contradicted, -1 to 1; `risk`: of its riskiest word."""

    claim_id: str
    window: Window
    score: SupportScore

    @property
    def margin(self) -> float:
        return self.score.supports - self.score.contradicts

    @property
    def risk(self) -> float:
        return self.score.highest_risk


def read_claims(
    document: ContextDocument,
    claims: Sequence[ClaimSpan],
    query: str,
    reader: ScoresSupport,
    statements: Sequence[Statement] | None = None,
) -> dict[str, ClaimReading]:
    """By the ids of the claims and labels; empty without evidence. `statements`: of the evidence, where they are read
    already. Every pair is scored by itself, so that a claim's score depends on nothing but itself and the evidence."""
    finder = WindowFinder(read_lines(document.text, read_evidence(document) if statements is None else statements))
    pairs: list[SupportPair] = []
    found: list[tuple[str, Window]] = []
    for claim in claims:
        text, heading = as_claim(claim)
        question = query if is_bare(text) else ""
        window = finder.find(text, f"{heading} {question}") if (claim.factual or claim.is_label) and text else None
        if window:
            found.append((claim.id, window))
            pairs.append(SupportPair(canonical(text), canonical(window.text), question, heading))
    scores = reader.score_support(pairs)
    return {
        claim_id: ClaimReading(claim_id, window, score) for (claim_id, window), score in zip(found, scores, strict=True)
    }


def is_bare(text: str) -> bool:
    """`Aisle, towards the front.`, `Yes.`"""
    return len(text.split()) <= BARE_WORDS and _VERB.search(text) is None


def as_claim(claim: ClaimSpan) -> tuple[str, str]:
    """The claim as plain text, and the heading that it is read under: a row with its header cells written out."""
    text = plain(claim.text.lstrip("-*+ \t").strip())
    if claim.kind is BlockKind.TABLE_ROW and claim.header:
        cells = [plain(cell) for cell in claim.text.strip().strip("|").split("|")]
        if len(cells) == len(claim.header):
            named = [(plain(name), cell) for name, cell in zip(claim.header[1:], cells[1:], strict=True) if cell]
            return write_row(cells[0], named), ""
    heading = plain(claim.heading) if claim.kind is BlockKind.LIST_ITEM else ""
    return text, heading
