"""Interventions, policies, events and webhooks over HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.verdicts import decided_as, failed, halted_by
from validation.desk.actions.rulings import settle_due
from validation.desk.queries import interventions
from validation.models import Intervention, Policy

pytestmark = pytest.mark.django_db


def work_path() -> str:
    failed()
    return f"/interventions/{Intervention.objects.get().pk}"


def test_a_ruling_is_pending_and_changes_nothing_yet(api: ApiClient) -> None:
    path = work_path()
    ruled = api.post(f"{path}/rulings", {"ruling": "approve"}).json()
    attempt = api.get(path).json()["attempt"]
    assert (ruled["state"], attempt["route"], attempt["ruling"]["state"]) == ("pending", "FAIL", "pending")


def test_a_final_ruling_reaches_the_attempt(api: ApiClient) -> None:

    path = work_path()
    api.post(f"{path}/rulings", {"ruling": "revise", "hints": "Give the price."})
    settle_due(now=timezone.now() + timedelta(minutes=1))
    attempt = api.get(path).json()["attempt"]
    assert (attempt["route"], attempt["ruling"]["state"], attempt["ruling"]["hints"]) == (
        "REVISE",
        "final",
        "Give the price.",
    )


def test_a_large_group_shows_its_first_subjects_and_its_last_rulings(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interventions, "_SHOWN", 2)
    subjects = [str(halted_by("judge_refused", turn_id=f"turn_{number}").pk) for number in range(3)]
    path = f"/interventions/{Intervention.objects.get().pk}"
    for subject in subjects:
        api.post(f"{path}/rulings", {"ruling": "dismiss", "subject_id": subject})
    told = api.get(path).json()
    assert [one["subject_id"] for one in told["occurrences"]] == subjects[:2]
    assert [one["subject_id"] for one in told["rulings"]] == [subjects[2], subjects[1]]
    assert told["count"] == 3


def test_a_ruling_can_be_undone(api: ApiClient) -> None:
    path = work_path()
    api.post(f"{path}/rulings", {"ruling": "approve"})
    assert api.post(f"{path}/undo").json()["rulings"] == []


def test_a_colleagues_claim_is_a_conflict_that_names_them(api: ApiClient, make_api: MakeApi) -> None:
    path = work_path()
    api.post(f"{path}/claim")
    answer = make_api("review", "read").post(f"{path}/rulings", {"ruling": "approve"})
    assert (answer.status_code, answer.json()["code"]) == (409, "claimed_by_other")


def test_a_released_intervention_is_free(api: ApiClient, make_api: MakeApi) -> None:
    path = work_path()
    api.post(f"{path}/claim")
    api.post(f"{path}/release")
    assert make_api("review", "read").post(f"{path}/claim").status_code == 200


def test_reading_does_not_allow_ruling(make_api: MakeApi) -> None:
    assert make_api("read").post(f"{work_path()}/rulings", {"ruling": "approve"}).status_code == 403


def test_an_incomplete_ruling_names_its_field(api: ApiClient) -> None:
    answer = api.post(f"{work_path()}/rulings", {"ruling": "retry"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "hints")


def test_a_published_policy_decides_the_next_attempt(api: ApiClient) -> None:
    api.post("/policies", {"document": {"response": {"approve": 0.95}}, "reason": "stricter"})
    assert decided_as("APPROVE").policy_id == 2


def test_a_wrong_policy_names_its_field(api: ApiClient) -> None:
    answer = api.post("/policies", {"document": {"response": {"approve": 0.4}}, "reason": "looser"})
    assert (answer.status_code, answer.json()["code"]) == (422, "policy_invalid")


def test_rolling_back_publishes_the_old_document_under_a_new_number(api: ApiClient) -> None:
    api.post("/policies", {"document": {"response": {"approve": 0.95}}, "reason": "stricter"})
    answer = api.post("/policies/1/rollback").json()
    assert (answer["number"], answer["rolled_back_to"]) == (3, 1)
    assert Policy.objects.get(number=3).document == Policy.objects.get(number=1).document


def test_publishing_needs_an_admin_key(make_api: MakeApi) -> None:
    assert make_api("read", "review").post("/policies", {"document": {}, "reason": "x"}).status_code == 403


def test_the_feed_tells_what_happened_in_order(api: ApiClient) -> None:
    work_path()
    items = api.get("/events").json()["items"]
    assert [item["type"] for item in items] == ["attempt.decided", "intervention.opened"]


def test_the_feed_goes_on_where_it_was_left(api: ApiClient) -> None:
    work_path()
    first = api.get("/events?limit=1").json()
    rest = api.get(f"/events?after={first['next']}").json()["items"]
    assert [item["type"] for item in rest] == ["intervention.opened"]


def test_a_webhook_shows_its_secret_once(api: ApiClient) -> None:
    made = api.post("/webhooks", {"url": "https://pipeline.example/hook"})
    listed = api.get("/webhooks").json()["items"]
    assert (made.status_code, made.json()["secret"][:6], "secret" in listed[0]) == (201, "whsec_", False)


def test_a_webhook_can_be_removed(api: ApiClient) -> None:
    made = api.post("/webhooks", {"url": "https://pipeline.example/hook"}).json()
    assert (api.delete(f"/webhooks/{made['id']}").status_code, api.get("/webhooks").json()["items"]) == (204, [])


@pytest.mark.parametrize(
    ("types", "path", "overlaps"),
    [([], "in", True), (["attempt.halted"], "in", True), (["attempt.decided"], "in", False), ([], "out", False)],
)
def test_a_new_webhook_names_those_that_are_sent_the_same_events(
    api: ApiClient, types: list[str], path: str, overlaps: bool
) -> None:
    first = api.post("/webhooks", {"url": "https://pipeline.example/in", "types": ["attempt.halted"]}).json()
    made = api.post("/webhooks", {"url": f"https://pipeline.example/{path}", "types": types}).json()
    assert (first["overlaps"], made["overlaps"]) == ([], [first["id"]] if overlaps else [])


@pytest.mark.parametrize("url", ["http://localhost/x", "http://10.0.0.1/", "http://[::1]/", "file:///etc/passwd", "x"])
def test_a_webhook_cannot_reach_a_private_address(api: ApiClient, url: str) -> None:
    answer = api.post("/webhooks", {"url": url})
    assert (answer.status_code, answer.json()["code"]) == (422, "target_refused")


def test_an_unknown_event_type_is_refused_by_name(api: ApiClient) -> None:
    answer = api.post("/webhooks", {"url": "https://pipeline.example/hook", "types": ["attempt.eaten"]})
    assert (answer.status_code, "attempt.eaten" in answer.json()["detail"]) == (422, True)
