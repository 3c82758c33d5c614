"""Retrievals of a pipeline that only observes open no work."""

from __future__ import annotations

import pytest
from django.utils import timezone

from retrieval.models import Retrieval
from tests.api_client import ApiClient
from tests.retrieval.site.conftest import Judged
from validation.models import Intervention
from validation.platform.interventions.recovery import awaits_recovery, requeue_recovered
from validation.platform.work.leased_work import KINDS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def watching(api: ApiClient) -> None:
    api.patch("/pipelines/shop", {"enforcement": "observe"})


@pytest.mark.usefixtures("nobody_answers")
def test_a_halt_opens_no_work_and_is_judged_when_the_judge_is_back(judged: Judged) -> None:
    told = judged(turn_id="t")
    assert (told["halt"]["cause"], Intervention.objects.exists()) == ("judge_unavailable", False)
    assert awaits_recovery(KINDS[Retrieval])
    assert requeue_recovered(KINDS[Retrieval], now=timezone.now()) == [told["id"]]


def test_a_poor_one_opens_no_work(api: ApiClient, of_quality: Judged) -> None:
    document = {"retrieval": {"open_intervention_when_poor": True}}
    api.post("/policies", {"document": document, "reason": "look at what the retriever misses"})
    assert of_quality("Poor", turn_id="turn_1")["intervention_id"] is None
