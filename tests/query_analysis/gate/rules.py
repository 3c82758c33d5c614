"""Analyses as phase 1 hands them over, and what the rules say of them."""

from __future__ import annotations

from validation.query_analysis.gate.gate import validate_analysis

LAPTOP = "find a quiet laptop"


def analysis(query=LAPTOP, *, status="not_needed", references=(), resolved_to=None, **fields):
    return {
        "resolved_query": query,
        "user_purpose": "product_search",
        "data_requirements": {"needs_reviews": True},
        "mode": "chat",
        "reference_resolution": {
            "status": status,
            "original_references": list(references),
            "resolved_to": resolved_to,
        },
        **fields,
    }


def run(raw=LAPTOP, document=None):
    return validate_analysis(raw, analysis(raw) if document is None else document)


def codes(result):
    return [rule.code for rule in result.rules]
