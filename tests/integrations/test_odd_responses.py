"""What a model writes fails no call of a gateway, and only what was judged passes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integrations.gateway import MESSAGES, RIGHT, WRONG, Ask
from validation.domain.gateway.guardrail import GuardrailOnError
from validation.integrations import judging
from validation.models import Attempt, Pipeline
from validation.platform.keys import forget_keys

ODD = [RIGHT.replace(" gives", "\x00 gives"), f"{RIGHT}\x00", f"\x00{RIGHT}"]


def set_up(**changed: object) -> None:
    Pipeline.objects.update(**changed)
    forget_keys()


def litellm(ask: Ask, *texts: str, **more: object) -> dict[str, Any]:
    ask("litellm", {"input_type": "request", "litellm_call_id": "c", "structured_messages": MESSAGES, **more})
    return ask("litellm", {"input_type": "response", "litellm_call_id": "c", "texts": list(texts), **more})


def agentgateway(ask: Ask, *texts: str) -> Any:
    ask("agentgateway/request", {"body": {"messages": MESSAGES}}, x_request_id="r")
    choices = [{"message": {"role": "assistant\ud800", "content": text}} for text in texts]
    return ask("agentgateway/response", {"body": {"choices": choices}}, x_request_id="r")["action"]


@pytest.mark.parametrize("text", ODD)
def test_what_passes_is_the_text_that_was_judged(ask: Ask, text: str) -> None:
    assert litellm(ask, text) == {"action": "GUARDRAIL_INTERVENED", "texts": [RIGHT], "blocked_reason": None}


def test_agentgateway_masks_with_the_text_that_was_judged(ask: Ask) -> None:
    (choice,) = agentgateway(ask, ODD[0])["body"]["choices"]
    assert choice["message"] == {"role": "assistant?", "content": RIGHT}


def test_half_a_surrogate_is_judged_as_it_is_replaced(ask: Ask) -> None:
    answer = litellm(ask, f"{RIGHT}\nHave fun \ud83d")
    assert answer["action"] != "NONE"
    assert Attempt.objects.get().text.response_md.endswith("Have fun ?")


def test_characters_that_cannot_be_stored_hide_nothing(ask: Ask) -> None:
    assert litellm(ask, WRONG.replace("39.90", "39\x00.90"))["action"] == "BLOCKED"


def test_a_response_of_nothing_else_passes_as_nothing(ask: Ask) -> None:
    assert litellm(ask, "\x00")["texts"] == [""]


@pytest.mark.parametrize("text", [*ODD, f"{WRONG}\ud83d"])
def test_a_pipeline_that_observes_passes_it_as_written(ask: Ask, text: str) -> None:
    set_up(enforcement="observe")
    assert litellm(ask, text)["action"] == "NONE"
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"model": "m\ud800"},
        {"litellm_trace_id": "t\x00"},
        {"additional_provider_specific_params": {"turn_id": "t\x00", "documents": [{"id": "d", "text": "x\x00"}]}},
    ],
)
def test_nor_does_what_comes_with_it_fail_a_call(ask: Ask, odd: dict[str, Any]) -> None:
    assert litellm(ask, RIGHT, **odd)["action"] == "NONE"


@pytest.mark.parametrize(
    ("changed", "action"),
    [
        ({"guardrail_on_error": GuardrailOnError.BLOCK}, "BLOCKED"),
        ({"guardrail_on_error": GuardrailOnError.PASS}, "NONE"),
        ({"enforcement": "observe"}, "NONE"),
    ],
)
def test_of_too_many_responses_the_further_ones_follow_the_setting(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, changed: dict[str, object], action: str
) -> None:
    monkeypatch.setattr(judging, "MOST_RESPONSES", 1)
    set_up(**changed)
    assert litellm(ask, RIGHT, WRONG)["action"] == action
    assert Attempt.objects.count() == 1


def test_too_many_let_no_wrong_one_among_the_first_pass(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_RESPONSES", 1)
    set_up(guardrail_on_error=GuardrailOnError.PASS)
    assert litellm(ask, WRONG, RIGHT)["action"] == "BLOCKED"


def test_a_call_of_more_than_a_hundred_responses_is_answered(ask: Ask) -> None:
    assert agentgateway(ask, *[""] * 100, RIGHT)["status_code"] == 403
