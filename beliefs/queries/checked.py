"""A belief that was validated without being stored, in the shape of a stored one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from beliefs.gate import Assessment


def checked_resource(found: Assessment, *, now: datetime) -> dict[str, Any]:
    return {
        "id": found.belief.id,
        "statement": found.belief.statement,
        "confidence": found.confidence_schema(now),
        "validation": found.validation.as_schema(now),
        "links": [
            {
                "target": one.link.target,
                "kind": one.resolution.kind.value,
                "section": one.link.section,
                "line": one.link.line,
                "resolved": one.resolution.resolved,
                "why": one.resolution.why or None,
            }
            for one in found.links
        ],
    }
