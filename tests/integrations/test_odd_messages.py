"""Messages as no provider should write them refuse no call of a gateway."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api_client import MakeApi
from tests.integrations.gateway import MESSAGES
from validation.models import HeldPrompt

ASSISTANT = {"role": "assistant", "content": None}
ODD: dict[str, dict[str, Any]] = {
    "a role that a provider made up": {"role": "critic", "content": "Hm."},
    "a role that is no text": {"role": ["user"], "content": "Hm."},
    "no message": {"role": "user", "content": {"text": "Hm."}},
    "a call without a name": {**ASSISTANT, "tool_calls": [{"id": "c0", "function": {"name": None, "arguments": None}}]},
    "a call without a function": {**ASSISTANT, "tool_calls": [{"id": "c0", "function": None}]},
    "a call that is none": {**ASSISTANT, "tool_calls": [None]},
    "a number as the id of a call": {"role": "tool", "tool_call_id": 5, "content": "Hm."},
    "another product's memory": {"role": "user", "content": "Hm.", "memory": "kept"},
    "texts as parts": {"role": "user", "content": ["Hm."]},
    "a part without a type": {"role": "user", "content": [{"type": None, "text": "Hm."}]},
    "a part that is none": {"role": "user", "content": [None, 5]},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("path", ["litellm", "agentgateway/request"])
def test_an_odd_message_refuses_no_call(path: str, odd: dict[str, Any], make_api: MakeApi) -> None:
    told = [odd, *MESSAGES]
    litellm_body = {"input_type": "request", "litellm_call_id": "c", "structured_messages": told}
    body = litellm_body if path == "litellm" else {"body": {"messages": told}}
    answer = make_api("ingest").post(f"/guardrails/{path}", body, X_Request_Id="r1")
    assert answer.status_code == 200
    assert [one["role"] for one in HeldPrompt.objects.get().messages][-3:] == [one["role"] for one in MESSAGES]


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("Which torch?\x00", "Which torch?"),
        ([{"type": "text", "text": "Which torch?"}, {"type": "text", "text": {"value": "x"}}], "Which torch?"),
    ],
)
def test_what_cannot_be_read_in_a_message_takes_nothing_else_with_it(
    content: Any, kept: str, make_api: MakeApi
) -> None:
    told = [{"role": "user", "content": content}]
    body = {"input_type": "request", "litellm_call_id": "c", "structured_messages": told}
    assert make_api("ingest").post("/guardrails/litellm", body).status_code == 200
    assert kept in json.dumps(HeldPrompt.objects.get().messages)


def test_a_field_that_nests_deep_refuses_no_call(make_api: MakeApi) -> None:
    nested: list[Any] = []
    for _ in range(600):
        nested = [nested]
    told = [{"role": "user", "content": "Which torch?", "extra": nested}]
    body = {"input_type": "request", "litellm_call_id": "c", "structured_messages": told}
    assert make_api("ingest").post("/guardrails/litellm", body).status_code == 200
