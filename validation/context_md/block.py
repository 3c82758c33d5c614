"""One section 7 block as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validation.domain.check import CheckName
from validation.domain.verdict import Backtracking, Decision, ReasonTag


@dataclass(frozen=True, slots=True)
class ValidationBlock:
    """`decision` is the route after loop limits; a halt writes no block. `confidence` is 0.0-1.0, None when nothing
    was judged and a reviewer ruled. A check that is absent was not judged; `loop` is which REVISE or RETRY of
    the turn this is, from 1; `caveat` is set for a partial approval. `final_response` is the response as a reviewer
    edited it, `changes` are what it says instead of the draft: (removed, added) in reading order."""

    attempt: int
    decision: Decision
    confidence: float | None
    checks: Mapping[CheckName, bool]
    issues: tuple[str, ...] = ()
    notes: str = ""
    caveat: str | None = None
    revision_hints: str = ""
    suggested_fixes: str = ""
    reason_tags: tuple[ReasonTag, ...] = ()
    backtracking: Backtracking | None = None
    loop: int = 1
    final_response: str = ""
    changes: tuple[tuple[str, str], ...] = ()
