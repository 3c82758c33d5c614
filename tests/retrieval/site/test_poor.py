"""A poor retrieval with a turn behind it becomes work when the policy says so, and only then."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.api_client import ApiClient
from tests.retrieval.site.conftest import ASKED, Judged, submission
from validation.desk.actions.rulings import rule
from validation.domain.intervention import Ruling
from validation.models import Intervention

pytestmark = pytest.mark.django_db


@pytest.fixture
def asks_for_work(api: ApiClient) -> None:
    document = {"retrieval": {"open_intervention_when_poor": True}}
    api.post("/policies", {"document": document, "reason": "look at what the retriever misses"})


@pytest.mark.usefixtures("asks_for_work")
def test_a_poor_retrieval_of_a_turn_opens_a_warning(of_quality: Judged) -> None:
    told = of_quality("Poor", turn_id="turn_1")
    (opened,) = Intervention.objects.all()
    assert (opened.kind, opened.gate, opened.subject_id) == ("warning", "retrieval", told["id"])
    assert told["intervention_id"] == str(opened.pk)


@pytest.mark.usefixtures("asks_for_work")
@pytest.mark.parametrize(
    ("quality", "fields"), [("Good", {"turn_id": "t"}), ("Partial", {"turn_id": "t"}), ("Poor", {})]
)
def test_nothing_else_opens_one(of_quality: Judged, quality: str, fields: dict[str, str]) -> None:
    of_quality(quality, **fields)
    assert not Intervention.objects.exists()


def test_without_the_policy_nothing_is_opened(of_quality: Judged) -> None:
    of_quality("Poor", turn_id="turn_1")
    assert not Intervention.objects.exists()


@pytest.mark.usefixtures("asks_for_work")
def test_a_result_from_the_store_opens_one_as_well(api: ApiClient, of_quality: Judged) -> None:
    of_quality("Poor")
    query, texts = ASKED["Poor"]
    told = api.post("/retrievals", submission(texts, query, turn_id="turn_2")).json()
    assert told["reused"]
    assert told["intervention_id"] == str(Intervention.objects.get().pk)


@pytest.mark.usefixtures("asks_for_work")
def test_a_turn_has_one_warning_about_its_last_poor_retrieval(judged: Judged) -> None:
    _, texts = ASKED["Poor"]
    told = [judged(submission(texts, f"How do I repot orchid {n}?", turn_id="turn_1"))["id"] for n in range(2)]
    (opened,) = Intervention.objects.all()
    waiting = opened.occurrences.filter(settled_at=None).values_list("subject_id", flat=True)
    assert list(waiting) == told[1:]
    rule(intervention_id=opened.pk, ruling=Ruling.DISMISS, by="rita", now=timezone.now())
