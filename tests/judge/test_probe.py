"""A probe says what an endpoint can do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judge.conftest import JudgeAt
from tests.llm_server.process import LlmServer
from validation.judge.probe import ProbeReport, probe
from validation.judge.structured import Structured


def outcome(report: ProbeReport) -> dict[str, bool | None]:
    return {step.name: step.ok for step in report.steps}


def test_an_able_server_passes_every_step(judge_at: JudgeAt) -> None:
    report = probe(judge_at())
    assert set(outcome(report)) == {"models", "round_trip", "structured_output", "tokenize", "seed"}
    assert all(outcome(report).values())


@pytest.mark.parametrize(
    ("lacking", "step"),
    [({"models": ["other"]}, "models"), ({"tokenize": False}, "tokenize"), ({"seed": False}, "seed")],
)
def test_what_a_server_lacks_fails_its_step_alone(
    lacking: dict[str, Any], step: str, llm: LlmServer, judge_at: JudgeAt
) -> None:
    llm.script(**lacking)
    assert [name for name, ok in outcome(probe(judge_at())).items() if not ok] == [step]


def test_a_server_that_ignores_response_format_is_asked_by_structured_outputs(
    llm: LlmServer, judge_at: JudgeAt
) -> None:
    llm.script(response_format=False)
    assert probe(judge_at()).structured is Structured.STRUCTURED_OUTPUTS


def test_a_server_that_knows_neither_is_asked_for_a_json_object(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(response_format=False, structured_outputs=False, json_object=True)
    assert probe(judge_at()).structured is Structured.JSON_OBJECT


def test_another_way_than_the_configured_one_is_advised(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(response_format=False)
    report = probe(judge_at())
    assert not report.usable
    assert "COUNTERSIGN_VLLM_STRUCTURED=structured_outputs" in report.advice


def test_the_configured_way_is_tried_first(judge_at: JudgeAt) -> None:
    report = probe(judge_at(structured=Structured.STRUCTURED_OUTPUTS))
    assert (report.usable, report.advice) == (True, "")


def test_a_server_that_enforces_no_schema_is_not_usable(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(response_format=False, structured_outputs=False)
    assert not probe(judge_at()).usable


def test_a_server_that_is_down_fails_every_step_without_raising(judge_at: JudgeAt) -> None:
    report = probe(judge_at(base_url="http://127.0.0.1:1"))
    assert not any(outcome(report).values())
    assert not report.usable


def test_a_probe_without_a_model_says_which_to_name(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(models=["mill-1", "mill-2"])
    (models,) = [step for step in probe(judge_at(model="")).steps if step.name == "models"]
    assert models.ok is False
    assert models.detail == "No model is named. Set COUNTERSIGN_VLLM_MODEL to one of: mill-1, mill-2."
