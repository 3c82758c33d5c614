"""Interventions over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.desk.people import a_fail, a_group, a_shared_belief
from tests.verdicts import a_pipeline, failed, halted_by
from validation.desk.actions.rulings import finalize_due
from validation.desk.queries import interventions
from validation.models import Intervention

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def a_belief() -> Intervention:
    work = a_shared_belief()
    work.pipeline = a_pipeline()
    work.save()
    return work


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
    finalize_due(now=timezone.now() + timedelta(minutes=1))
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


def test_an_incomplete_ruling_names_its_field(api: ApiClient) -> None:
    answer = api.post(f"{work_path()}/rulings", {"ruling": "retry"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "hints")


@pytest.mark.parametrize("work", [a_fail, a_belief])
def test_a_ruling_that_edits_nothing_takes_no_edited_response(api: ApiClient, work: Callable[[], Intervention]) -> None:
    answer = api.post(f"/interventions/{work().pk}/rulings", {"ruling": "approve", "response_md": "Corrected."})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "response_md")


def test_rulings_that_name_no_subject_go_through_a_group(api: ApiClient) -> None:
    work = a_group(2)
    for _ in range(2):
        assert api.post(f"/interventions/{work.pk}/rulings", {"ruling": "dismiss"}).status_code == 200
    finalize_due(now=timezone.now() + timedelta(minutes=1))
    work.refresh_from_db()
    assert work.state == "ruled"
