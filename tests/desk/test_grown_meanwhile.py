"""A ruling reaches what its page showed, whatever came to the item since."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_group, approval_of, text_of, work_on
from tests.verdicts import an_attempt, decided_as, halted_by
from validation.desk.actions import rulings
from validation.models import Attempt, Intervention, RulingRecord

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SORRY = {"ruling": "confirm_fail", "message": "Sorry about your kettle."}


def ruling_form(client: Client, work: Intervention) -> tuple[str, dict[str, str]]:
    """Where the form of the open item is sent, and its time."""
    page = text_of(client, f"/desk/{work.pk}/")
    address = re.search(rf'action="(/desk/{work.pk}/rule/[^"]*)"', page)
    as_of = re.search(r'name="as_of" value="([^"]+)"', page)
    assert address is not None
    return unescape(address[1]), {"as_of": as_of[1]} if as_of else {}


def two_attempts_of_one_turn() -> tuple[Attempt, Attempt]:
    return an_attempt(), an_attempt(draft="handed over meanwhile")


def test_an_approval_does_not_reach_an_attempt_that_failed_since(reviewer: Client) -> None:
    first, second = two_attempts_of_one_turn()
    work = work_on(decided_as("FAIL", first))
    address, _ = ruling_form(reviewer, work)
    approval = approval_of(work)
    decided_as("FAIL", second)
    assert reviewer.post(address, approval).status_code == 409
    rulings.finalize_due(now=timezone.now() + timedelta(minutes=1))
    assert set(Attempt.objects.values_list("route", flat=True)) == {"FAIL"}


def test_a_page_of_a_replaced_attempt_leads_to_the_one_that_waits(reviewer: Client) -> None:
    first, second = two_attempts_of_one_turn()
    work = work_on(decided_as("FAIL", first))
    address, _ = ruling_form(reviewer, work)
    decided_as("FAIL", second)
    page = reviewer.post(address, {"ruling": "dismiss"}).content.decode()
    assert "a newer attempt of the turn waits instead" in page
    assert "Open the newer attempt" in page


def test_a_ruling_on_one_halt_fails_none_that_halted_since(reviewer: Client) -> None:
    work = work_on(halted_by("judge_unavailable", turn_id="t1"))
    address, _ = ruling_form(reviewer, work)
    for turn_id in ("t2", "t3", "t4"):
        halted_by("judge_unavailable", turn_id=turn_id)
    reviewer.post(address, SORRY)
    assert [ruling.subject_id for ruling in RulingRecord.objects.all()] == [work.subject_id]


def test_a_ruling_on_a_group_leaves_what_halted_since(reviewer: Client) -> None:
    work = a_group(2)
    address, seen = ruling_form(reviewer, work)
    newer = halted_by("judge_unavailable", turn_id="newer")
    reviewer.post(address, {**SORRY, **seen})
    assert RulingRecord.objects.count() == 2
    assert not RulingRecord.objects.filter(subject_id=str(newer.pk)).exists()


def in_foot(page: str, attribute: str, of: str) -> str:
    """Where the foot of the open item asks for itself, or claims the item."""
    foot = page.split('id="desk-foot"')[1]
    found = re.search(rf'{attribute}="(/desk/[^"]*/{of}(?:\?[^"]*)?)"', foot)
    assert found
    return unescape(found[1])


def as_of_in(page: str) -> str:
    found = re.search(r'name="as_of" value="([^"]+)"', page)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize(
    ("method", "attribute", "of"),
    [("get", "hx-get", ""), ("post", "hx-post", "claim/"), ("post", "hx-post", "heartbeat/")],
)
def test_a_foot_that_came_anew_rules_on_what_the_table_beside_it_shows(
    reviewer: Client, method: str, attribute: str, of: str
) -> None:
    work = a_group(2)
    page = text_of(reviewer, f"/desk/{work.pk}/")
    newer = halted_by("judge_unavailable", turn_id="newer")
    headers = {"HX-Request": "true", "HX-Target": "desk-foot"}
    foot = getattr(reviewer, method)(in_foot(page, attribute, of), headers=headers).content.decode()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss", "as_of": as_of_in(foot)})
    assert RulingRecord.objects.count() == 2
    assert not RulingRecord.objects.filter(subject_id=str(newer.pk)).exists()


def refused_form(reviewer: Client, work: Intervention) -> str:
    """What comes of a Fail without its message, one more having halted since the page was read."""
    address, seen = ruling_form(reviewer, work)
    halted_by("judge_unavailable", turn_id="newer")
    headers = {"HX-Request": "true", "HX-Target": "desk-item"}
    answer = reviewer.post(address, {**SORRY, **seen, "message": ""}, headers=headers)
    assert answer.status_code == 422
    return answer.content.decode()


def test_a_form_that_was_refused_rules_on_what_the_table_above_it_shows(reviewer: Client) -> None:
    work = a_group(2)
    reviewer.post(f"/desk/{work.pk}/rule/", {**SORRY, "as_of": as_of_in(refused_form(reviewer, work))})
    assert RulingRecord.objects.count() == 2


def test_the_button_of_a_refused_form_counts_what_it_reaches(reviewer: Client) -> None:
    assert re.search(r"all (\d+)", refused_form(reviewer, a_group(2)))[1] == "2"  # type: ignore[index]


@pytest.mark.parametrize("size", [1, 2])
def test_a_ruling_on_what_is_gone_falls_back_to_nothing_else(reviewer: Client, size: int) -> None:
    work = a_group(size)
    response = reviewer.post(f"/desk/{work.pk}/rule/?subject=gone", {"ruling": "dismiss"})
    assert response.status_code == 409
    assert not RulingRecord.objects.exists()
