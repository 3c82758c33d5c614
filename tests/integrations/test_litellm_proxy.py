"""LiteLLM's own proxy with this instance as its guardrail and a scripted model behind it (`make gateways`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils import timezone

from tests.clients.rulings import rule_now
from tests.integrations.gateway import MESSAGES, RIGHT, WRONG
from tests.integrations.programs import ScriptedModel, asked, litellm_proxy, needs_programs, scripted_model
from tests.live import Site
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention
from validation.platform.keys import create_api_key

pytestmark = needs_programs


@dataclass(frozen=True, slots=True)
class Gateway:
    url: str
    model: ScriptedModel


@pytest.fixture
def gateway(asgi_server: Site, worker: None, tmp_path: Path) -> Iterator[Gateway]:
    key = create_api_key(name="gateway", pipeline="shop", scopes=["ingest"], by="test", now=timezone.now())[1]
    guardrail = {
        "guardrail": "generic_guardrail_api",
        "mode": ["pre_call", "post_call"],
        "api_base": f"{asgi_server.url}/api/v1/guardrails/litellm",
        "api_key": key,
        "default_on": True,
        "extra_headers": ["x-countersign-turn"],
        "streaming_end_of_stream_only": True,
        "streaming_buffer_until_moderated": True,
    }
    with scripted_model() as model:
        served = {"model": "openai/scripted", "api_base": model.url, "api_key": "none"}
        config = {
            "model_list": [{"model_name": "scripted", "litellm_params": served}],
            "guardrails": [{"guardrail_name": "countersign", "litellm_params": guardrail}],
            "general_settings": {"master_key": "sk-1"},
        }
        with litellm_proxy(tmp_path, config) as url:
            yield Gateway(url, model)


def test_the_proxy_sends_what_is_approved_and_nothing_else(gateway: Gateway, asgi_server: Site) -> None:
    gateway.model.texts.extend([RIGHT, WRONG, RIGHT, WRONG])
    approved = asked(gateway.url, MESSAGES)
    assert approved.json()["choices"][0]["message"]["content"] == RIGHT
    blocked = asked(gateway.url, MESSAGES)
    assert blocked.status_code >= 400
    assert "with 49.90 EUR" in blocked.text
    assert str(Attempt.objects.latest("submitted_at").pk) in blocked.text
    streamed = asked(gateway.url, MESSAGES, stream=True)
    assert "lumens" in streamed.text
    held_back = asked(gateway.url, MESSAGES, stream=True)
    assert "39.90 EUR and gives" not in held_back.text
    assert '"content": "39.90"' not in held_back.text
    assert "Not approved" in held_back.text
    assert Attempt.objects.count() == 4
    _check_edited(gateway)


def _check_edited(gateway: Gateway) -> None:
    """A turn that the pipeline names gets the reviewer's text once a person has written it."""
    drafts = [WRONG, f"{WRONG} ", f"{WRONG}  ", f"{WRONG}  "]
    gateway.model.texts.extend(drafts)
    named = {"x-countersign-turn": "turn_1"}
    refused = [asked(gateway.url, MESSAGES, named).text for _ in drafts[:3]]
    assert "waits for a person" in refused[-1]
    rule_now(str(Intervention.objects.get().pk), Ruling.APPROVE_EDITED, response_md=RIGHT)
    answer = asked(gateway.url, MESSAGES, named)
    assert answer.json()["choices"][0]["message"]["content"] == RIGHT
