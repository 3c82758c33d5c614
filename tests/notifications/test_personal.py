"""What one person is told by mail: mentions and assignments, and nothing of what was said or judged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail
from tests.factories import person
from tests.notifications.adding import add, follow_link
from tests.verdicts import halted_by
from validation.desk.actions.planning import add_comment, assign
from validation.domain.operations.notices import Notice
from validation.models import NotificationTarget
from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=1)


@pytest.fixture
def mara(admin: Client, inbox: list[Any]) -> NotificationTarget:
    person("mara")
    add(admin, "mail", "mara@example.com", "mentioned", "assigned", person="mara")
    follow_link(inbox)
    return NotificationTarget.objects.get()


def tell(target: NotificationTarget, after: timedelta = SOON, holding: Any = None) -> bool:
    return notify_target(target_id=target.pk, holding=holding or {}, now=timezone.now() + after)


def test_a_mention_by_somebody_else_is_told_once_without_its_words(mara: NotificationTarget, inbox: list[Any]) -> None:
    work, now = a_fail(), timezone.now()
    add_comment(intervention_id=work.pk, text="@mara is it Quokka?", by="otto", now=now)
    add_comment(intervention_id=work.pk, text="@mara note to self", by="mara", now=now)
    assert (tell(mara), tell(mara, 2 * SOON)) == (True, False)
    [mail] = inbox
    told = mail.get_payload()
    assert f"otto mentioned you in a comment: http://testserver/desk/{work.pk}/" in told
    assert ("Quokka" in told, work.title in told) == (False, False)


def test_work_that_others_assign_is_told_and_ones_own_is_not(mara: NotificationTarget, inbox: list[Any]) -> None:
    for number, by in enumerate(("otto", "mara", "otto")):
        assign(intervention_id=a_fail(f"turn_{number}").pk, to="mara", by=by, now=timezone.now())
    assert tell(mara)
    assert inbox[0].get_payload().startswith("2 items were assigned to you: http://testserver/desk/?q=is:open+mine")


def test_work_that_comes_back_is_told(mara: NotificationTarget, inbox: list[Any]) -> None:
    work, now = a_fail(), timezone.now()
    person("otto")
    for to, by, days in (("mara", "mara", 2), ("otto", "mara", 1), ("mara", "otto", 0)):
        assign(intervention_id=work.pk, to=to, by=by, now=now - timedelta(days=days))
    assert tell(mara)
    assert inbox[0].get_payload().startswith("1 item was assigned to you:")


def test_what_did_not_arrive_is_tried_again(mara: NotificationTarget, inbox: list[Any], settings: Any) -> None:
    add_comment(intervention_id=a_fail().pk, text="@mara", by="otto", now=timezone.now())
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    assert not tell(mara)
    settings.EMAIL_PORT = port
    assert (tell(mara, 2 * SOON), tell(mara, 15 * SOON), len(inbox)) == (False, True, 1)


@pytest.mark.parametrize("left", [{"is_active": False}, {"groups": []}], ids=["deactivated", "without a role"])
def test_who_has_left_is_told_nothing(mara: NotificationTarget, inbox: list[Any], left: dict[str, Any]) -> None:
    add_comment(intervention_id=a_fail().pk, text="@mara", by="otto", now=timezone.now())
    NotificationTarget.objects.update(notices=list(Notice))
    halted_by("judge_unavailable", turn_id="turn_2")
    person = User.objects.get(username="mara")
    if "groups" in left:
        person.groups.clear()
    User.objects.filter(pk=person.pk).update(is_active=left.get("is_active", True))
    assert (tell(mara, holding=notices_holding(now=timezone.now())), inbox) == (False, [])
