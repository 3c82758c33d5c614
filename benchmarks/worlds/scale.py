"""What the parts of a filled database have in common: who, what, how many, and since when."""

from __future__ import annotations

DAYS = 90
PIPELINES = ("answers", "catalogue", "help-desk", "shop-assistant", "travel")
THINGS = ("kettle", "head torch", "desk lamp", "sleeping bag", "bicycle bell", "tea tray", "rain coat", "wall clock")
ASKED = ("is quiet", "costs least", "weighs under 500 g", "comes in green", "ships within two days", "lasts ten years")
CONTEXT = """## 0. User Query
which of them fits best?

## 2. Gathered Context
- prefers what can be repaired (source_ref: memory:repair)

## 4. Tool Results
""" + "\n".join(
    f"- Model {at}: {20 + at}.90 EUR, {300 + at * 7} g. https://laden.example/p/model-{at}" for at in range(12)
)
RESPONSE = (
    "The [Model 3](https://laden.example/p/model-3) costs 23.90 EUR. It weighs 321 g. The "
    "[Model 4](https://laden.example/p/model-4) costs 24.90 EUR.\n"
)
CHECKS = (
    "claims_supported", "no_hallucinations", "query_addressed", "coherent_format", "source_metadata_present",
)  # fmt: skip
CAUSES = ("judge_unavailable", "judge_timeout", "verdict_malformed")
QUEUED = 20
"""The newest attempts, which nobody has judged yet."""
OPEN = 300
"""Interventions that nobody has ruled on yet: half of the newest ones."""
COMPARISONS = 60
GOLD = 1_000
BELIEFS = 10_000
"""What people make and no attempt adds to, as many of however many attempts."""
RARE = "zither"
"""A word in the queries of about sixty turns, and a topic of about as many analyses, of any number of attempts."""
RARE_ROWS = 60
MODEL = "CASE WHEN llm THEN 'reader-8b' ELSE '' END"
PROMPT = "CASE WHEN llm THEN 'sha256:' || md5(policy::text) ELSE '' END"


def turn_id(number: str) -> str:
    """All of one length, so that none is part of another."""
    return f"'turn_' || lpad(({number})::text, 7, '0')"


def state_of_check(name: str) -> str:
    sourceless = f"{name} = 'source_metadata_present' AND i % 3 = 0"
    return f"CASE WHEN {name} = failed THEN 'fail' WHEN {sourceless} THEN 'not_applicable' ELSE 'pass' END"
