"""The turn the evidence tests argue about: two hand grinders, three shops, traps wherever there is no evidence."""

from __future__ import annotations

from validation.context_md.parser import parse
from validation.domain.context import ContextDocument
from validation.evidence.check_response import check_response

GRINDERS = """\
# Context Document

## 0. User Query
which of the two hand grinders is quieter, and where do I get it under 90 euros?

**Resolved Query:** which is quieter, the Orrin Mill S or the Tarn Click 3, and where is the quieter one under 90 euros?
**Data Requirements:** needs_current_prices=true, needs_product_urls=true

## 1. Query Analysis Validation
```json
{"status": "pass", "confidence": 0.9}
```

## 2. Gathered Context

### Session Preferences
```yaml
_meta:
  source_type: preference
  node_ids: ["memory:brew_style"]
```
- brew style: espresso (source_ref: memory:brew_style)

### Cached Research
- Tarn Click 3 was 84 EUR at Bohnenhaus on 11 March 2026 (source_ref: research:grinders#2)

## 3. Plan

**Goals:**
- GOAL_1: Compare the noise
- GOAL_2: Find a shop; a ceramic burr would be nice, about 66 EUR

## 4. Execution Progress

### Executor Iteration 1
**Goal Focus:** GOAL_1 - Compare the noise
**Command:** "Find the noise of both grinders, budget 77 EUR, see https://plans.example/grinders"
**Result:** SUCCESS

| claim | confidence | source_ref | url |
|---|---|---|---|
| Orrin Mill S measures 62 dB at one metre and weighs 540 g | 0.93 | t1.r1 | https://orrin.example/mill-s |
| Tarn Click 3 measures 71 dB at one metre and weighs 615 g | 0.92 | t1.r2 | https://tarn.example/click-3 |

### Executor Iteration 2
| claim | confidence | source_ref | url |
|---|---|---|---|
| Orrin Mill S, 79,50 EUR at Bohnenhaus, in stock | 0.90 | t2.r1 | https://bohnenhaus.example/p/orrin-mill-s |
| Orrin Mill S, 86,00 EUR at Kaffeekontor, in stock | 0.88 | t2.r2 | https://kaffeekontor.example/g/1182 |
| Orrin Mill S, 94,90 EUR at Roestwerk, sold out | 0.85 | t2.r3 | https://roestwerk.example/orrin |

**Findings:** Bohnenhaus opens at 9:30 and closes at 18:00. It takes returns for 14 days. The Mill S has steel burrs.
One owner wrote "the ratchet stays tight even after a full year of daily use" on 5 January 2026.

## 6. Synthesis

**Response Preview:** The Mill S costs 59 EUR ...
"""


def grinders() -> ContextDocument:
    return parse(GRINDERS)


def with_evidence(execution: str, *, query: str = "what do we know?", gathered: str = "") -> ContextDocument:
    """A context with the given bodies of sections 0, 2 and 4."""
    return parse(
        f"## 0. User Query\n{query}\n\n## 2. Gathered Context\n{gathered}\n\n## 4. Execution Progress\n{execution}\n"
    )


def grounded(evidence: str, claim: str) -> float:
    """The probability that the evidence supports the claim; the embedded judge approves it from `APPROVE_EDGE` on."""
    probability = check_response(with_evidence(evidence), claim).grounded
    assert probability is not None
    return probability
