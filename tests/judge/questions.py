"""Questions for the tests of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.domain.attempt import Goal
from validation.judge.protocol import LlmRequest
from validation.response.gate.rubric import PROMPT, schema_for

GOALS = (Goal("GOAL_1", "Compare the two lamps"), Goal("GOAL_2", "Name the cheaper one"))


def question(user: str = "Is it so?", *, goals: Sequence[Goal] = GOALS, **changed: Any) -> LlmRequest:
    settings: dict[str, Any] = {"temperature": 0.6, "max_tokens": 500, "prompt": PROMPT.hash, "deadline": 5.0}
    return LlmRequest(name="verdict", system=PROMPT.text, user=user, schema=schema_for(goals), **settings | changed)
