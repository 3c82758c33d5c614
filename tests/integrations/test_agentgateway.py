"""agentgateway's contract against a live instance."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.clients.rulings import rule_now
from tests.integrations.gateway import MESSAGES, RIGHT, WRONG, Ask, agentgateway
from validation.domain.intervention import Ruling
from validation.integrations import judging
from validation.models import Intervention
from validation.platform.http.waiting import wait_until


def test_agentgateway_passes_what_is_approved(ask: Ask) -> None:
    assert agentgateway(ask, RIGHT) == {"reason": "approved"}


def test_agentgateway_rejects_what_is_not(ask: Ask) -> None:
    action = agentgateway(ask, WRONG, x_request_id="r1")
    assert action["status_code"] == 403
    assert "49.90 EUR" in action["body"]


def test_agentgateway_masks_with_what_a_reviewer_wrote(ask: Ask) -> None:
    for text in (WRONG, f"{WRONG} ", f"{WRONG}  "):
        agentgateway(ask, text, x_countersign_turn="t1")
    rule_now(str(Intervention.objects.get().pk), Ruling.APPROVE_EDITED, response_md=RIGHT)
    action = agentgateway(ask, f"{WRONG}  ", x_countersign_turn="t1")
    assert action["body"] == {"choices": [{"message": {"role": "assistant", "content": RIGHT}}]}


def test_agentgateway_hands_on_roles_and_blocks_as_a_provider_wrote_them(ask: Ask) -> None:
    prompt = [{"role": "critic", "content": "Hm."}, *({**one, "content": one["content"] or ""} for one in MESSAGES)]
    ask("agentgateway/request", {"body": {"messages": prompt}}, x_request_id="r1")
    blocks = [{"message": {"role": "", "content": text}} for text in ("", RIGHT, *[""] * 30)]
    answer = ask("agentgateway/response", {"body": {"choices": blocks}}, x_request_id="r1")
    assert answer == {"action": {"reason": "approved"}}


def test_agentgateway_is_answered_before_its_ten_seconds_end(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[int] = []

    async def wait(done: Any, *, group: str, seconds: float) -> None:
        waited.append(math.ceil(seconds))
        await wait_until(done, group=group, seconds=seconds)

    monkeypatch.setattr(judging, "wait_until", wait)
    agentgateway(ask, RIGHT, x_request_id="r1")
    agentgateway(ask, RIGHT, x_request_id="r2", prefer="wait=30")
    assert waited == [9, 30]
