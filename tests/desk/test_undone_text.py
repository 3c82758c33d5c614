"""What somebody wrote with a ruling that they undid is in their form again."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of, text_of
from validation.desk.actions.rulings import finalize_due
from validation.domain.check import CheckName
from validation.models import Intervention, RulingRecord
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
EDITED = {
    "ruling": "approve_edited",
    "response_md": "Ten minutes of careful editing.",
    "note": "The price was missing.",
}


def undone(client: Client, work: Intervention, **sent: str) -> str:
    """The page of the item after this ruling was made and undone."""
    client.post(f"/desk/{work.pk}/rule/", sent)
    client.post(f"/desk/{work.pk}/undo/")
    return text_of(client, f"/desk/{work.pk}/")


def text_in(page: str, field: str) -> str:
    found = re.search(rf'<textarea[^>]*id="{field}"[^>]*>(.*?)</textarea>', page, re.S)
    assert found
    return unescape(found[1]).strip()


@pytest.mark.parametrize(
    ("ruling", "name", "field"),
    [
        ("approve_edited", "response_md", "edit"),
        ("revise", "hints_revise", "hints-revise"),
        ("retry", "hints_retry", "hints-retry"),
        ("confirm_fail", "message", "message"),
    ],
)
def test_the_text_of_an_undone_ruling_is_in_its_field(reviewer: Client, ruling: str, name: str, field: str) -> None:
    page = undone(reviewer, a_fail(), **{"ruling": ruling, name: "Ten minutes of careful words."})
    assert text_in(page, field) == "Ten minutes of careful words."


def test_so_are_its_note_and_the_checks_that_the_judge_got_wrong(reviewer: Client) -> None:
    wrong = CheckName.NO_HALLUCINATIONS.value
    page = undone(reviewer, a_fail(), **EDITED, wrong_checks=wrong)
    assert 'value="The price was missing."' in page
    assert re.search(rf'value="{wrong}"[^>]* checked', page)


def test_fields_of_other_rulings_hold_what_they_propose(reviewer: Client) -> None:
    assert text_in(undone(reviewer, a_fail(), **EDITED), "message").startswith("We could not find an answer")


def test_nobody_else_is_offered_it(reviewer: Client) -> None:
    work = a_fail()
    undone(reviewer, work, **EDITED)
    assert EDITED["response_md"] not in text_of(client_of(Role.REVIEWER, "otto"), f"/desk/{work.pk}/")


def test_another_of_the_group_is_not_offered_it(reviewer: Client) -> None:
    work = a_group(2)
    one, other = work.occurrences.values_list("subject_id", flat=True)
    reviewer.post(f"/desk/{work.pk}/rule/?subject={one}", EDITED)
    reviewer.post(f"/desk/{work.pk}/undo/")
    assert EDITED["response_md"] in text_of(reviewer, f"/desk/{work.pk}/?subject={one}")
    assert EDITED["response_md"] not in text_of(reviewer, f"/desk/{work.pk}/?subject={other}")


FAILED = {"ruling": "confirm_fail", "message": "Ten minutes of careful words."}


def test_the_text_of_an_undone_ruling_on_a_whole_group_is_in_the_form_of_the_group(reviewer: Client) -> None:
    assert text_in(undone(reviewer, a_group(2), **FAILED), "message") == FAILED["message"]


def test_the_form_of_a_group_does_not_offer_what_was_undone_of_one(reviewer: Client) -> None:
    work = a_group(2)
    reviewer.post(f"/desk/{work.pk}/rule/?subject={work.subject_id}", FAILED)
    reviewer.post(f"/desk/{work.pk}/undo/")
    assert FAILED["message"] not in text_of(reviewer, f"/desk/{work.pk}/")


def test_it_is_also_where_one_of_the_group_is_left(reviewer: Client) -> None:
    work = a_group(2)
    reviewer.post(f"/desk/{work.pk}/rule/?subject={work.subject_id}", {"ruling": "dismiss"})
    finalize_due(now=timezone.now() + timedelta(minutes=5))
    assert text_in(undone(reviewer, work, **FAILED), "message") == FAILED["message"]


def test_the_form_of_a_group_offers_the_last_that_was_undone(reviewer: Client) -> None:
    work = a_group(2)
    undone(reviewer, work, **FAILED)
    page = undone(reviewer, work, **{**FAILED, "message": "Other words."})
    assert text_in(page, "message") == "Other words."


def test_a_ruling_by_its_key_alone_sends_nothing_of_it(reviewer: Client) -> None:
    work = a_fail()
    undone(reviewer, work, **EDITED)
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert RulingRecord.objects.get(ruling="dismiss").note == ""
