"""Turns an LLM's claims into an opinion that rests on located quotes alone.

Answers to several questions about one set are merged by union: a part counts as answered when one question alone
showed a line for it. Nothing is concluded from two of them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retrieval.domain.chunk import Chunk, finding
from retrieval.domain.opinion import Opinion, SubQuestionOpinion
from retrieval.domain.query.question import Question
from retrieval.domain.reading.quotes import locate
from retrieval.domain.reading.read import QUOTED_AT_MOST
from retrieval.domain.result import Evidence, Finding, FindingCode
from retrieval.rubric import ClaimedConflict, ClaimedQuote, Reply, questions, read_reply
from validation.judge.protocol import Asker, AskFailed, AskRecord


class _CrossCheck:
    """Collects what holds of the replies, and findings about what does not."""

    def __init__(self, parts: Sequence[Question]) -> None:
        self._parts = parts
        self._relevant: dict[str, Evidence] = {}
        self._answers: dict[int, list[Evidence]] = {number: [] for number in range(1, len(parts) + 1)}
        self._findings: dict[Finding, None] = {}

    def take(self, reply: Reply, labels: Mapping[str, Chunk]) -> None:
        for claim in reply.relevant:
            if found := self._located(claim, labels):
                self._relevant.setdefault(found.chunk_id, found)
            else:
                self._report(FindingCode.CLAIM_WITHOUT_QUOTE, claim, labels)
        for answer in reply.answers:
            found_lines = [line for claim in answer.quotes if (line := self._located(claim, labels))]
            if not found_lines or answer.part not in self._answers:
                self._findings[finding(FindingCode.CLAIM_WITHOUT_QUOTE)] = None
                continue
            self._answers[answer.part] += found_lines
        for conflict in reply.conflicts:
            self._take_conflict(conflict, labels)

    def opinion(self) -> Opinion:
        """A chunk that answers is relevant, whether or not the judge listed it."""
        pieces = tuple(
            SubQuestionOpinion(part.text, tuple(dict.fromkeys(self._answers[number]))[:QUOTED_AT_MOST])
            for number, part in enumerate(self._parts, 1)
        )
        for line in (line for piece in pieces for line in piece.evidence):
            self._relevant.setdefault(line.chunk_id, line)
        return Opinion(tuple(self._relevant.values()), pieces, tuple(self._findings))

    def _located(self, claim: ClaimedQuote, labels: Mapping[str, Chunk]) -> Evidence | None:
        chunk = labels.get(claim.chunk)
        found = locate(claim.quote, chunk) if chunk else None
        if found is None:
            self._report(FindingCode.QUOTE_DROPPED, claim, labels)
            return None
        if not found.exact:
            self._report(FindingCode.QUOTE_RELOCATED, claim, labels)
        return found.evidence

    def _take_conflict(self, conflict: ClaimedConflict, labels: Mapping[str, Chunk]) -> None:
        first, second = self._located(conflict.first, labels), self._located(conflict.second, labels)
        if first and second and first.chunk_id != second.chunk_id:
            message = FindingCode.CONFLICT.meaning
            ids = (first.chunk_id, second.chunk_id)
            self._findings[Finding(FindingCode.CONFLICT, message, ids, (first, second))] = None

    def _report(self, code: FindingCode, claim: ClaimedQuote, labels: Mapping[str, Chunk]) -> None:
        ids = (labels[claim.chunk].id,) if claim.chunk in labels else ()
        self._findings[finding(code, *ids)] = None


def ask_judge(
    query: str, parts: Sequence[Question], chunks: Sequence[Chunk], judge: Asker, *, records: list[AskRecord]
) -> Opinion:
    """Adds to `records` what each question took. Raises Halted when one stays without a usable answer; half a set
    judged is not a set judged."""
    checked = _CrossCheck(parts)
    asked = questions(query, parts, chunks)
    for ask, labels in asked:
        try:
            answer = judge.ask(ask)
        except AskFailed as failed:
            records.append(failed.record)
            raise
        records.append(answer.record)
        checked.take(read_reply(answer.text), labels)
    opinion = checked.opinion()
    if len(asked) > 1:
        opinion = Opinion(opinion.relevant, opinion.pieces, (finding(FindingCode.SET_SPLIT), *opinion.findings))
    return opinion
