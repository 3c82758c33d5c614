"""Texts that the tests judge: a small turn about electric kettles, written for them."""

from __future__ import annotations

CONTEXT = """# Context Document

## 0. User Query
which electric kettle under 60 euros is the quietest?

## 2. Gathered Context

### Session Preferences
- colour: steel (source_ref: memory:colour)

## 3. Plan

**Goals:**
- GOAL_1: Find the quietest kettle under 60 EUR

## 4. Execution Progress

| claim | confidence | source_ref | url |
|---|---|---|---|
| Tarn K2 kettle, 54,90 EUR at Hausmarkt, 61 dB | 0.92 | t1.r1 | https://hausmarkt.example/tarn-k2 |
| Murmel One kettle, 59,00 EUR at Hausmarkt, 68 dB | 0.90 | t1.r2 | https://hausmarkt.example/murmel-one |

## 6. Synthesis

**Response Preview:**
The Tarn K2 ...
"""

GOOD = """## The quietest kettle under 60 EUR
The **Tarn K2** kettle is the quieter one at 61 dB and costs 54.90 EUR ([Hausmarkt](https://hausmarkt.example/tarn-k2)).

The Murmel One kettle reaches 68 dB and costs 59.00 EUR ([Hausmarkt](https://hausmarkt.example/murmel-one)).
"""

WRONG_PRICE = GOOD.replace("54.90", "44.90")
"""One price that does not appear in the evidence: REVISE."""

NO_EVIDENCE = """# Context Document

## 0. User Query
which electric kettle under 60 euros is the quietest?

## 6. Synthesis
"""
"""Nothing to go by: RETRY."""


def submission(turn_id: str = "turn_kettle", **fields: object) -> dict[str, object]:
    """A body for POST /attempts."""
    return {"turn_id": turn_id, "context_md": CONTEXT, "response_md": GOOD, **fields}
