"""Small makers of records for tests: each fills what a test does not care about. Texts are this project's own."""

from tests.factories.attempts import attempt, decide, final_ruling, halt, intervention, judge_call, lamp_turn, turn
from tests.factories.instance import NOON, a_hook, person, pipeline, policy, writes_no_evidence
from tests.factories.parts import claim, finding, goal, link, remember, requirement
from tests.lamp import LAMP_CONTEXT, LAMP_RIGHT, LAMP_WRONG

__all__ = [
    "LAMP_CONTEXT",
    "LAMP_RIGHT",
    "LAMP_WRONG",
    "NOON",
    "a_hook",
    "attempt",
    "claim",
    "decide",
    "final_ruling",
    "finding",
    "goal",
    "halt",
    "intervention",
    "judge_call",
    "lamp_turn",
    "link",
    "person",
    "pipeline",
    "policy",
    "remember",
    "requirement",
    "turn",
    "writes_no_evidence",
]
