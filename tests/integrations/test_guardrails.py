"""The gateways' contracts against a live instance."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.api_client import ApiClient, MakeApi
from tests.clients.rulings import rule_now
from tests.integrations.gateway import MESSAGES, RIGHT, WRONG, Ask, agentgateway
from tests.verdicts import an_attempt
from validation.domain.gateway.guardrail import GuardrailOnError
from validation.domain.intervention import Ruling
from validation.integrations import api
from validation.models import Attempt, HeldPrompt, Intervention, Pipeline, Turn
from validation.platform.keys import forget_keys
from validation.platform.work import backlog


def litellm(ask: Ask, text: str, call: str = "call-1", **params: Any) -> dict[str, Any]:
    """As LiteLLM asks: before the model with the messages, afterwards with the text, at the path that it appends."""
    path = "litellm/beta/litellm_basic_guardrail_api"
    told = {"litellm_call_id": call, "request_data": {}, "additional_provider_specific_params": params}
    assert ask(path, told | {"input_type": "request", "structured_messages": MESSAGES})["action"] == "NONE"
    return ask(path, told | {"input_type": "response", "texts": [text], "structured_messages": None})


def test_litellm_may_send_what_is_approved(ask: Ask) -> None:
    assert litellm(ask, RIGHT)["action"] == "NONE"
    assert litellm(ask, RIGHT)["action"] == "NONE"  # the same call again


def test_litellm_is_told_why_and_where(ask: Ask) -> None:
    answer = litellm(ask, WRONG)
    assert answer["action"] == "BLOCKED"
    assert "49.90 EUR" in answer["blocked_reason"]
    assert f"/attempts/{Attempt.objects.get().pk}" in answer["blocked_reason"]


def test_litellm_sends_what_a_reviewer_wrote(ask: Ask) -> None:
    texts = [WRONG, f"{WRONG} ", f"{WRONG}  "]
    reasons = [litellm(ask, text, turn_id="t1")["blocked_reason"] for text in texts]
    assert "waits for a person" in reasons[-1]
    rule_now(str(Intervention.objects.get().pk), Ruling.APPROVE_EDITED, response_md=RIGHT)
    answer = litellm(ask, texts[-1], turn_id="t1")
    assert (answer["action"], answer["texts"]) == ("GUARDRAIL_INTERVENED", [RIGHT])


def test_documents_of_a_request_are_evidence(ask: Ask) -> None:
    document = {"id": "stock", "text": "The Lumo H4 weighs 88 g."}
    said = f"{RIGHT}It weighs 88 g (source_ref: stock).\n"
    assert litellm(ask, said, documents=[document])["action"] == "NONE"
    assert litellm(ask, said, "call-2")["action"] == "BLOCKED"


@pytest.mark.parametrize(("on_error", "action"), [("block", "BLOCKED"), ("pass", "NONE")])
def test_a_response_of_an_unknown_request_follows_the_setting(ask: Ask, on_error: str, action: str) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError(on_error))
    body = {"input_type": "response", "litellm_call_id": "never told", "texts": [RIGHT]}
    assert ask("litellm", body)["action"] == action


def test_a_pipeline_that_observes_holds_nothing_back(ask: Ask) -> None:
    ask("litellm", {"input_type": "request", "litellm_call_id": "first", "structured_messages": MESSAGES})
    Pipeline.objects.update(enforcement="observe")
    forget_keys()
    unknown = {"input_type": "response", "litellm_call_id": "never told", "texts": [RIGHT]}
    assert ask("litellm", unknown)["action"] == "NONE"
    assert litellm(ask, WRONG)["action"] == "NONE"


def test_responses_of_a_turn_with_a_long_name_have_names_of_their_own(ask: Ask) -> None:
    ask("litellm", {"input_type": "request", "litellm_call_id": "c1", "structured_messages": MESSAGES})
    Pipeline.objects.update(enforcement="observe")
    forget_keys()
    named = {"request_headers": {"x-countersign-turn": "t" * 250}}
    ask("litellm", {"input_type": "response", "litellm_call_id": "c1", "texts": [RIGHT, WRONG], **named})
    assert set(Turn.objects.values_list("turn_id", flat=True)) == {"t" * 200, "t" * 198 + "#1"}


def test_a_pipeline_with_too_many_waiting_hands_nothing_over(
    ask: Ask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_attempt()
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    monkeypatch.setattr(backlog, "_backlog", backlog._Backlog())
    answer = litellm(ask, RIGHT)
    assert (answer["action"], Attempt.objects.count()) == ("BLOCKED", 1)
    assert "of this pipeline wait; the limit is 1" in answer["blocked_reason"]


@pytest.mark.parametrize("texts", [(WRONG, RIGHT, WRONG), (WRONG, f"{WRONG} ", f"{WRONG}  ", f"{WRONG}   ")])
def test_no_draft_of_a_closed_turn_passes_as_unjudged(ask: Ask, texts: tuple[str, ...]) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError.PASS)
    answers = [litellm(ask, text, turn_id="t1") for text in texts]
    assert answers[-1]["action"] == "BLOCKED"
    assert "Turn t1" in answers[-1]["blocked_reason"]


def asked_again(ask: Ask, text: str) -> dict[str, Any]:
    """The response alone: its request was told before."""
    body = {"input_type": "response", "litellm_call_id": "call-1", "texts": [text]}
    return ask("litellm", body | {"request_headers": {"x-countersign-turn": "t1"}})


FURTHER = [([WRONG], WRONG), ([WRONG, f"{WRONG} ", f"{WRONG}  "], RIGHT), ([RIGHT], WRONG)]
"""Drafts of a turn that are judged, and one that must not pass afterwards: the same one, one after a FAIL, one after an
APPROVE."""


@pytest.mark.parametrize(("judged", "text"), FURTHER)
def test_what_was_refused_does_not_pass_while_too_many_wait(
    ask: Ask, settings: Settings, monkeypatch: pytest.MonkeyPatch, judged: list[str], text: str
) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError.PASS)
    for one in judged:
        litellm(ask, one, turn_id="t1")
    an_attempt("another")
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    monkeypatch.setattr(backlog, "_backlog", backlog._Backlog())
    assert asked_again(ask, text)["action"] == "BLOCKED"


@pytest.mark.parametrize(("judged", "text"), FURTHER)
def test_what_was_refused_does_not_pass_once_its_request_is_forgotten(ask: Ask, judged: list[str], text: str) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError.PASS)
    for one in judged:
        litellm(ask, one, turn_id="t1")
    HeldPrompt.objects.all().delete()
    assert asked_again(ask, text)["action"] == "BLOCKED"


def test_what_was_refused_does_not_pass_when_it_is_not_judged_in_time(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError.PASS)
    agentgateway(ask, WRONG, x_request_id="r1")
    monkeypatch.setattr(api, "AGENTGATEWAY_SECONDS", 0.001)
    assert "status_code" in agentgateway(ask, WRONG, x_request_id="r1")


def test_what_one_response_is_refused_for_lets_no_other_pass(ask: Ask) -> None:
    Pipeline.objects.update(guardrail_on_error=GuardrailOnError.PASS)
    litellm(ask, "")
    answer = ask("litellm", {"litellm_call_id": "call-1", "input_type": "response", "texts": ["\u200b", WRONG]})
    assert answer["action"] == "BLOCKED"


def test_the_setting_is_changed_by_an_admin(api: ApiClient) -> None:
    assert api.get("/pipelines/shop").json()["guardrail_on_error"] == "block"
    changed = api.patch("/pipelines/shop", {"guardrail_on_error": "pass"})
    assert changed.json() == api.get("/pipelines/shop").json()
    assert Pipeline.objects.get().guardrail_on_error == "pass"


def test_what_a_turn_approved_passes_for_no_other_question(ask: Ask) -> None:
    assert litellm(ask, RIGHT, turn_id="t1")["action"] == "NONE"
    other = [{"role": "user", "content": "Which torch is waterproof?"}]
    ask("litellm", {"input_type": "request", "litellm_call_id": "call-2", "structured_messages": other})
    body = {"input_type": "response", "litellm_call_id": "call-2", "texts": [RIGHT]}
    named = {"request_headers": {"X-Countersign-Turn": "t1"}}
    assert ask("litellm", body | named)["action"] == "BLOCKED"


def test_a_name_of_a_turn_that_no_database_holds_is_stored_without_it(ask: Ask) -> None:
    ask("litellm", {"input_type": "request", "litellm_call_id": "c", "structured_messages": MESSAGES})
    named = {"request_headers": {"x-countersign-turn": "t\0\n1"}}
    body = {"input_type": "response", "litellm_call_id": "c", "texts": [RIGHT]}
    assert ask("litellm", body | named)["action"] == "NONE"
    assert Attempt.objects.get().turn.turn_id == "t1"


@pytest.mark.parametrize("name", [" ", "\u00a0\u2003"])
def test_a_blank_name_of_a_turn_is_none(ask: Ask, name: str) -> None:
    litellm(ask, RIGHT, turn_id=name)
    assert Attempt.objects.get().turn.turn_id == "litellm:call-1"


def test_a_blank_name_in_a_header_is_none(make_api: MakeApi) -> None:
    named = {"X_Countersign_Turn": "\u00a0", "X_Request_Id": "r1"}
    make_api("ingest").post("/guardrails/agentgateway/request", {"body": {"messages": MESSAGES}}, **named)
    assert HeldPrompt.objects.get().call_id == "agentgateway:r1"


def test_parts_that_are_texts_are_read(make_api: MakeApi) -> None:
    told = [{"role": "user", "content": ["A head torch", {"type": None, "text": "under 60 EUR?"}]}]
    body = {"input_type": "request", "litellm_call_id": "c", "structured_messages": told}
    make_api("ingest").post("/guardrails/litellm", body)
    (kept,) = HeldPrompt.objects.get().messages
    assert [part["text"] for part in kept["content"]] == ["A head torch", "under 60 EUR?"]


def test_a_response_without_a_text_is_passed_over(ask: Ask) -> None:
    answer = ask("litellm", {"input_type": "response", "litellm_call_id": "c", "texts": [None]})
    assert answer["action"] == "NONE"


def test_a_choice_without_content_is_passed_over(ask: Ask) -> None:
    choice = {"message": {"role": "assistant", "content": None}}
    answer = ask("agentgateway/response", {"body": {"choices": [choice]}}, x_request_id="r1")
    assert answer == {"action": {"reason": "approved"}}


def test_a_call_of_a_tool_needs_no_judging(ask: Ask) -> None:
    assert litellm(ask, "")["action"] == "NONE"
    assert not Attempt.objects.exists()


def test_prompts_are_not_kept_for_long(ask: Ask) -> None:
    litellm(ask, "", "old")
    HeldPrompt.objects.update(created_at=timezone.now() - timedelta(hours=2))
    litellm(ask, "", "new")
    assert [one.call_id for one in HeldPrompt.objects.all()] == ["litellm:new"]


def test_a_response_is_not_judged_against_a_conversation_that_is_too_old(ask: Ask) -> None:
    litellm(ask, "")
    HeldPrompt.objects.update(created_at=timezone.now() - timedelta(hours=2))
    answer = ask("litellm", {"input_type": "response", "litellm_call_id": "call-1", "texts": [RIGHT]})
    assert "Its request is unknown" in answer["blocked_reason"]
