"""A response that is decided just when the time of its gateway's call is up."""

from __future__ import annotations

from time import monotonic

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from tests.texts import GOOD
from tests.verdicts import a_pipeline, an_attempt, decided_as
from validation.domain.gateway.guardrail import GuardrailOnError
from validation.integrations import judging
from validation.integrations.judging import GatewayCall
from validation.models import ApiKey
from validation.platform.keys import create_api_key


def gateway_key() -> ApiKey:
    pipeline = a_pipeline()
    pipeline.guardrail_on_error = GuardrailOnError.PASS
    pipeline.save()
    return create_api_key(name="gateway", pipeline=pipeline.name, scopes=["ingest"], by="test", now=timezone.now())[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("decision", "passes"), [("APPROVE", True), ("REVISE", False), ("FAIL", False)])
def test_it_is_answered_as_decided(decision: str, passes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt, setting = an_attempt("t1"), judging._Draft.on_error
    call = GatewayCall(key=gateway_key(), gateway="litellm", call_id="c", turn_id="t1", session_id="", site="")

    def decided_meanwhile(draft: judging._Draft) -> GuardrailOnError:
        decided_as(decision, attempt)
        return setting(draft)

    monkeypatch.setattr(judging._Draft, "on_error", decided_meanwhile)
    verdict = async_to_sync(judging._decided)(judging._Draft(call, "t1", GOOD), attempt.pk, monotonic())
    assert (verdict.passes, "Not judged" in verdict.reason) == (passes, False)
