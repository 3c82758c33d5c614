"""Halts that wait as a group, on the desk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_group, approval_of, text_of
from tests.verdicts import halted_by
from validation.desk.actions import rulings
from validation.desk.queries import item as desk_item
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, RulingRecord

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HTMX = {"HX-Request": "true"}


def test_a_group_lists_what_halted(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_group(3).pk}/")
    assert all(f"halted_{index}" in page for index in range(3))
    assert "3 of 3 wait" in page


def test_a_group_offers_only_what_holds_for_all_of_it(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_group(2).pk}/")
    assert all(told in page for told in ("Judge all again", 'value="confirm_fail"', 'value="dismiss"'))
    assert 'value="approve"' not in page


def test_one_of_a_group_can_be_ruled_and_the_next_opens(reviewer: Client) -> None:
    work = a_group(2)
    first, second = work.occurrences.values_list("subject_id", flat=True)
    response = reviewer.post(f"/desk/{work.pk}/rule/?subject={first}", approval_of(work, first))
    assert RulingRecord.objects.get().subject_id == first
    assert response.headers["Location"] == f"/desk/{work.pk}/?subject={second}"


def test_a_group_is_judged_again_whole(reviewer: Client) -> None:
    work = a_group(2)
    page = reviewer.post(f"/desk/{work.pk}/judge-again/", follow=True).content.decode()
    assert "Judging 2 attempts again." in page
    assert set(Attempt.objects.values_list("state", flat=True)) == {"queued"}


def test_a_group_is_dismissed_whole(reviewer: Client) -> None:
    reviewer.post(f"/desk/{a_group(3).pk}/rule/", {"ruling": "dismiss"})
    assert RulingRecord.objects.count() == 3
    assert "Dismissed (3)" in text_of(reviewer, "/desk/")


def test_failing_a_group_needs_a_message(reviewer: Client) -> None:
    response = reviewer.post(f"/desk/{a_group(2).pk}/rule/", {"ruling": "confirm_fail", "message": ""})
    assert response.status_code == 422
    assert not RulingRecord.objects.exists()


def test_a_long_group_shows_the_occurrence_that_was_asked_for(reviewer: Client) -> None:
    work = a_group(1)
    last = halted_by("judge_unavailable", turn_id="the_last")
    page = text_of(reviewer, f"/desk/{work.pk}/?subject={last.pk}")
    assert "the_last" in page
    assert "All 2 of this group" in page


def test_a_subject_of_a_large_group_shows_the_ruling_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_item, "_RULINGS_SHOWN", 1)
    first, last = (str(halted_by("judge_refused", turn_id=f"turn_{number}").pk) for number in range(2))
    work, now = Intervention.objects.get(), timezone.now()
    for later, subject in enumerate((first, last)):
        rulings.rule(
            intervention_id=work.pk,
            ruling=Ruling.DISMISS,
            by="rita",
            now=now + timedelta(seconds=later),
            subject_id=subject,
        )
    item = desk_item.load_item(work.pk, now=now, subject_id=first)
    assert item is not None
    assert [line.subject_id for line in item.rulings] == [first]
