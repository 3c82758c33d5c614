"""Makers of truth rows, for what is computed from them without a database."""

from __future__ import annotations

import uuid
from typing import Any

from tests.factories import NOON
from validation.domain.trust.truth import RaterAnswer, TruthRow


def answer(decision: str = "APPROVE", rater: str = "mara", role: str = "first", *, blind: bool = True) -> RaterAnswer:
    return RaterAnswer(rater, role, blind, decision, {}, ())


def row(route: str = "APPROVE", truth: str = "APPROVE", **fields: Any) -> TruthRow:
    """A drawn decision with one answer, unless `fields` say otherwise."""
    told: dict[str, Any] = {
        "item_id": uuid.uuid4(), "attempt_id": uuid.uuid4(), "turn_id": "t", "judgement": 1, "pipeline": "shop",
        "judge": "embedded", "model": "reader-1", "prompt": "", "policy": 1, "language": "English",
        "decided_at": NOON, "drawn_at": NOON, "route": route, "confidence": 0.9, "checks": {},
        "finding_codes": (), "source": "draw", "probability": 0.02, "state": "settled", "truth_route": truth,
        "truth_checks": {}, "truth_source": "single", "answers": (answer(truth),) if truth else (),
    }  # fmt: skip
    return TruthRow(**{**told, **fields})
