"""Texts of the turn about a desk lamp: what was gathered, a draft with two faults, and one without."""

from __future__ import annotations

LAMP_CONTEXT = """# Context Document

## 0. User Query
which desk lamp under 60 euros has at least 800 lumens?

**Resolved Query:** which desk lamp that costs less than 60 euros gives at least 800 lumens?
**User Purpose:** The user furnishes a home office and wants enough light for little money.

## 2. Gathered Context
- prefers warm white light (source_ref: memory:light)

## 3. Plan
**Goals:**
- GOAL_1: Find a lamp under 60 EUR with 800 lumens or more

## 4. Execution Progress

| claim | confidence | source_ref | url |
|---|---|---|---|
| Halm desk lamp, 54,90 EUR, 820 lumens, 2700 K | 0.93 | t1.r1 | https://leuchten.example/halm |
| Orla desk lamp, 72,00 EUR, 1100 lumens | 0.91 | t1.r2 | https://leuchten.example/orla |

**Findings:** Leuchten ships within 2 days.

## 6. Synthesis
**Response Preview:** The Halm ...
"""

LAMP_WRONG = """The **Halm** desk lamp fits: it costs 45.90 EUR and gives 820 lumens \
([Leuchten](https://leuchten.example/halm)).

Its battery lasts 12 hours. Leuchten ships within 2 days. I hope it lights your desk well!
"""

LAMP_RIGHT = """The **Halm** desk lamp fits: it costs 54.90 EUR and gives 820 lumens \
([Leuchten](https://leuchten.example/halm)).

Leuchten ships within 2 days. I hope it lights your desk well!
"""
