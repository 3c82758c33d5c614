"""The plain-text report of spec 5, Output format.

A chunk cannot forge a line of it: ids are put on one line, and further lines of a quote are indented.
"""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.domain.output.vocabulary import NONE, NOT_JUDGED, NOTHING_RELEVANT
from retrieval.domain.result import AnswerPresent, Evidence, Quality, RelevantChunk

_INDENT = "\n    "


def write_report(
    *,
    relevant: Sequence[RelevantChunk],
    answer_present: AnswerPresent | None,
    evidence: Sequence[Evidence],
    quality: Quality | None,
) -> str:
    ids = ", ".join(_on_one_line(chunk.id) for chunk in relevant)
    lines = [
        f"Relevant Chunks: {ids or (NONE if quality else NOT_JUDGED)}",
        f"Answer Present: {answer_present or NOT_JUDGED}",
        *_evidence(evidence),
        f"Retrieval Quality: {quality or NOT_JUDGED}",
    ]
    nothing = [NOTHING_RELEVANT] if quality and not relevant else []
    return "\n".join([*nothing, *lines])


def _evidence(evidence: Sequence[Evidence]) -> list[str]:
    if not evidence:
        return [f"Evidence: {NONE}"]
    return ["Evidence:", *(f'- {_on_one_line(each.chunk_id)}: "{_indented(each.quote)}"' for each in evidence)]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _indented(text: str) -> str:
    return _INDENT.join(text.splitlines())
