"""`/audits` for scripts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api_client import ApiClient
from tests.factories import writes_no_evidence
from tests.trust.audits import an_audit, publish, reply
from tests.verdicts import decided_as
from validation.domain.check import CheckName
from validation.models import AuditItem, Intervention, Opinion

pytestmark = pytest.mark.django_db
ANSWER = {"checks": {name.value: "right" for name in CheckName}, "decision": "APPROVE"}


@pytest.fixture
def reviewer(make_api: Any) -> ApiClient:
    return make_api("review", "read", pipeline="shop")  # type: ignore[no-any-return]


def test_an_audit_is_blind_until_answered_and_shows_the_verdict_then(reviewer: ApiClient) -> None:
    item = an_audit("REVISE")
    (listed,) = reviewer.get("/audits").json()["items"]
    assert (listed["id"], listed["state"]) == (str(item.pk), "open")
    blind = reviewer.get(f"/audits/{item.pk}").json()
    assert (blind["answer"], blind["attempt_id"], blind["verdict"]) == (None, None, None)
    assert blind["response_md"]
    assert [one["section"] for one in blind["evidence"]]
    answered = reviewer.post(f"/audits/{item.pk}/answers", {**ANSWER, "unsupported": [{"start": 0, "end": 4}]}).json()
    assert (answered["state"], answered["answer"]["unsupported"]) == ("answered", [{"start": 0, "end": 4}])
    assert (answered["verdict"]["decision"], answered["attempt_id"]) == ("REVISE", str(item.attempt_id))


def test_an_audit_shows_as_evidence_what_the_judge_took_for_it(reviewer: ApiClient) -> None:
    writes_no_evidence("shop")
    attempt = decided_as("APPROVE")
    item = reviewer.post("/audits", {"attempt_id": str(attempt.pk)}).json()
    assert reviewer.get(f"/audits/{item['id']}").json()["evidence"] == []


def test_an_audit_is_asked_for_by_hand_once(reviewer: ApiClient) -> None:
    attempt = decided_as("APPROVE")
    assert reviewer.post("/audits", {"attempt_id": str(attempt.pk)}).status_code == 201
    again = reviewer.post("/audits", {"attempt_id": str(attempt.pk)})
    assert (again.status_code, again.json()["code"]) == (409, "already_audited")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({**ANSWER, "checks": {}}, 422),
        ({**ANSWER, "decision": "HALT"}, 422),
        ({**ANSWER, "unsupported": [{"start": 0, "end": 10**6}]}, 422),
        ({**ANSWER, "unsupported": [{"start": False, "end": 3}]}, 422),
        ({**ANSWER, "unsupported": [{"start": 0, "end": "3"}]}, 422),
    ],
)
def test_an_answer_that_lacks_something_is_refused(reviewer: ApiClient, body: dict[str, Any], status: int) -> None:
    item = an_audit("REVISE")
    assert reviewer.post(f"/audits/{item.pk}/answers", body).status_code == status
    assert Opinion.objects.get().state == "open"


def test_what_a_person_answered_is_closed_to_others(reviewer: ApiClient) -> None:
    item = reply(an_audit("REVISE"), "mara")
    refused = reviewer.post(f"/audits/{item.pk}/answers", ANSWER)
    assert (refused.status_code, refused.json()["code"]) == (409, "intervention_closed")
    assert reviewer.get(f"/audits/{item.pk}").json()["verdict"] is None


def test_interventions_know_no_audits(reviewer: ApiClient) -> None:
    an_audit("REVISE")
    work = Intervention.objects.get()
    assert reviewer.get("/interventions").json()["items"] == []
    assert reviewer.get(f"/interventions/{work.pk}").status_code == 404
    assert reviewer.post(f"/interventions/{work.pk}/claim").status_code == 404


def test_the_attempt_tells_its_audit_when_that_has_ended_and_not_before(reviewer: ApiClient) -> None:
    item = an_audit("REVISE")
    assert reviewer.get(f"/attempts/{item.attempt_id}").json()["audit"] is None
    reply(item, "mara", "FAIL")
    told = reviewer.get(f"/attempts/{item.attempt_id}").json()["audit"]
    assert (told["state"], told["truth"], told["source"]) == ("settled", "FAIL", "single")
    assert told["checks"] == ANSWER["checks"]


def test_the_first_of_two_answers_is_not_told_on_the_attempt(reviewer: ApiClient) -> None:
    publish(revise=1.0, second_opinion=1.0)
    decided_as("REVISE")
    item = reply(AuditItem.objects.get(), "mara", "FAIL")
    assert item.truth_route == "FAIL"
    assert reviewer.get(f"/attempts/{item.attempt_id}").json()["audit"] is None
