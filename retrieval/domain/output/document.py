"""A result as the API, the shell and the store show it: plain JSON values, in the shape of API.md."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from retrieval.domain.result import RetrievalResult


def as_document(result: RetrievalResult) -> dict[str, Any]:
    """All but the id, which whoever stores the result gives."""
    return {
        "relevant_chunks": [asdict(chunk) for chunk in result.relevant_chunks],
        "answer_present": result.answer_present.value if result.answer_present else None,
        "explanation": result.explanation,
        "pieces": [asdict(piece) for piece in result.pieces],
        "evidence": [asdict(each) for each in result.evidence],
        "retrieval_quality": result.retrieval_quality.value if result.retrieval_quality else None,
        "message": result.message,
        "findings": [asdict(each) for each in result.findings],
        "report": result.report,
        "halt": {"cause": result.halt.cause.value, "message": result.halt.message} if result.halt else None,
    }
