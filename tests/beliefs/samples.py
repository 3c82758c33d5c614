"""A belief and the sources it rests on, written for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from beliefs.domain.belief import Belief
from beliefs.domain.corpus import Corpus, Kind
from beliefs.domain.graph import BeliefGraph, edges_of
from beliefs.domain.nearest import Nearest
from beliefs.domain.parse import parse
from beliefs.gate import Assessment, AssessmentContext, assess
from validation.domain.policy import BeliefPolicy

TODAY = date(2026, 1, 21)
COMMIT = "3f2a9c1d" + "0" * 32

SESSION = """# Session: harbour
We agreed that tide tables are read once a day, never more often.
The **pilot boat** leaves on time, even in fog.
"""

BELIEF = """---
type: belief
id: tide-tables-daily
facets: [harbour, planning]
confidence:
  score: 0.90  # by hand
  # agreed on the quay
entrenchment: high
extracted: 2025-11-02
revised: 2026-01-10
---

# tide-tables-daily

Prefer one reading of the tide tables a day.

## Statement

Prefer one reading of the tide tables a day; always write it down.

## Evidence

- [[session-20251101-080000]] - "tide tables are read once a day" (weight: 0.95)
- [[session-20251101-080000]]: [[commit-3f2a9c1d]] - "The pilot boat leaves on time" (weight: 0.8)
- session-20251102-090000: nobody complained, see `[[never-a-link]]`

## Supports

- [[quiet-harbour]] - fewer calls by radio

## Attacks

- [[hourly-readings]] (status: defeated, reason: too many calls, and too much paper)

## Attacked-By

- [[storm-watch]] (status: defeated, confidence: 0.3, scope: "in storms, only")

## Applied-In

<!-- Add concrete applications -->

```verify type="count" expect=">= 1"
[[not-a-link-either]]
```
"""

OTHER = """---
id: quiet-harbour
extracted: 2025-12-01
---

# quiet-harbour

A harbour works best when the radio is quiet.

## Evidence

- [[session-20251102-090000]]: the radio was silent all day
- [[tide-tables-daily]]: one reading a day
"""

SESSIONS = {"20251101-080000": SESSION, "20251102-090000": "# Session: radio\nThe radio was silent all day.\n"}


class KnownTexts:
    """Sessions held in memory."""

    def __init__(self, sessions: Mapping[str, str]) -> None:
        self._sessions = sessions

    def text_of(self, kind: str, name: str) -> str | None:
        return self._sessions.get(name) if kind == Kind.SESSION else None

    def holder_of(self, normalised_quote: str) -> str | None:
        found = (name for name, text in self._sessions.items() if normalised_quote in text.casefold())
        return next((f"session-{name}" for name in found), None)


def judged(text: str, *others: str, nearest: Nearest | None = None, today: date = TODAY) -> Assessment:
    """`text` among `others`, against the sessions and the commit of this module."""
    beliefs: list[Belief] = [parse(one) for one in (text, *others)]
    ids = [(Kind.BELIEF, belief.id) for belief in beliefs]
    names = {belief.id for belief in beliefs}
    known = AssessmentContext(
        Corpus([*ids, (Kind.COMMIT, COMMIT), *((Kind.SESSION, name) for name in SESSIONS)]),
        BeliefGraph(edge for belief in beliefs for edge in edges_of(belief, names)),
    )
    return assess(
        beliefs[0],
        known=known,
        texts=KnownTexts(SESSIONS),
        nearest=nearest or Nearest(),
        today=today,
        policy=BeliefPolicy(),
    )


BROKEN = BELIEF.replace("tide-tables-daily", "gone").replace("session-20251101", "session-19991101")
