"""What the desk shows of the other attempts of a turn with one that is to be answered blind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of, text_of, work_on
from tests.texts import GOOD
from tests.trust.audits import publish, reply
from tests.verdicts import an_attempt, decided_as, halted_by
from validation.desk.actions.rulings import finalize_due
from validation.models import Attempt, AuditItem, Intervention, Policy
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
EVERYTHING = "/desk/?q=is:any&range=all"


@pytest.fixture
def mara() -> Client:
    return client_of(Role.REVIEWER, "mara")


def publish_with_rule(route: str, **audit: object) -> None:
    """A rule brings what has that route to the desk."""
    made = publish(**audit)
    rules = {"rules": [{"name": "Quokkarule", "routes": [route]}]}
    Policy.objects.filter(pk=made.pk).update(document={**made.document, "interventions": rules})


def a_later_draft() -> Attempt:
    return an_attempt(draft=f"{GOOD} It is steel.")


def ruled(work: Intervention, ruling: str, **sent: str) -> Intervention:
    """By otto, and final."""
    otto = client_of(Role.REVIEWER, "otto")
    otto.post(f"/desk/{work.pk}/claim/")
    otto.post(f"/desk/{work.pk}/rule/", {"ruling": ruling, **sent})
    finalize_due(now=timezone.now() + timedelta(minutes=10))
    work.refresh_from_db()
    assert work.state == "ruled"
    return work


def a_warning() -> Intervention:
    publish_with_rule("APPROVE", revise=1.0)
    decided_as("REVISE")
    return work_on(decided_as("APPROVE", a_later_draft()))


def a_warning_on_the_first() -> Intervention:
    publish_with_rule("REVISE", approve=1.0)
    first = decided_as("REVISE")
    decided_as("APPROVE", a_later_draft())
    return work_on(first)


def a_ruled_failure() -> Intervention:
    publish(revise=1.0)
    decided_as("REVISE")
    return ruled(work_on(decided_as("FAIL", a_later_draft())), "confirm_fail", message="Sorry, no.")


def a_ruled_halt() -> Intervention:
    publish(revise=1.0)
    decided_as("REVISE")
    return ruled(work_on(halted_by("judge_unavailable", a_later_draft())), "dismiss")


def a_failure() -> Intervention:
    publish(revise=1.0)
    decided_as("REVISE")
    return work_on(decided_as("FAIL", a_later_draft()))


def a_halt() -> Intervention:
    publish(revise=1.0)
    decided_as("REVISE")
    return work_on(halted_by("judge_unavailable", a_later_draft()))


Make = Callable[[], Intervention]
WITHHELD = [a_warning, a_warning_on_the_first, a_ruled_failure, a_ruled_halt]
AWAITED = [a_failure, a_halt]


def is_listed(client: Client, work: Intervention) -> bool:
    return f'id="row-{work.pk}"' in text_of(client, EVERYTHING)


def opened(client: Client, work: Intervention, **headers: str) -> str:
    """The address of the item that its own address leads to."""
    response = client.get(f"/desk/{work.pk}/", headers=headers, follow=True)
    return response.redirect_chain[-1][0].split("?")[0] if response.redirect_chain else f"/desk/{work.pk}/"


def audit_of(state: str = "open") -> Intervention:
    return Intervention.objects.get(opinion__state=state)


@pytest.mark.parametrize("make", WITHHELD)
def test_work_that_no_pipeline_waits_for_is_not_listed_until_the_answer(mara: Client, make: Make) -> None:
    work = make()
    before = is_listed(mara, work)
    reply(AuditItem.objects.get(), "mara")
    assert (before, is_listed(mara, work)) == (False, True)


@pytest.mark.parametrize("make", WITHHELD)
@pytest.mark.parametrize("part", ["", "desk-item", "desk-foot", "desk-thread"])
def test_its_address_leads_to_the_audit(mara: Client, make: Make, part: str) -> None:
    headers = {"HX-Request": "true", "HX-Target": part} if part else {}
    assert opened(mara, make(), **headers) == f"/desk/{audit_of().pk}/"


def test_it_is_not_counted(mara: Client) -> None:
    a_warning()
    page = text_of(mara, "/fragments/open-count/")
    assert ">1<" in page


def test_no_ruling_is_made_on_it_before_the_answer(mara: Client) -> None:
    work = a_warning()
    mara.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert not work.rulings.exists()


def test_no_bulk_ruling_is_made_on_it_before_the_answer(mara: Client) -> None:
    work = a_warning()
    mara.post("/desk/bulk/rule/", {"ruling": "dismiss", "ids": str(work.pk), "as_of": timezone.now().isoformat()})
    assert not work.rulings.exists()


@pytest.mark.parametrize("make", AWAITED)
def test_what_a_pipeline_waits_for_is_listed_and_opens(mara: Client, make: Make) -> None:
    work = make()
    assert (is_listed(mara, work), opened(mara, work)) == (True, f"/desk/{work.pk}/")


def test_a_failure_that_a_pipeline_waits_for_can_be_ruled_on_and_undone(mara: Client) -> None:
    work = a_failure()
    mara.post(f"/desk/{work.pk}/claim/")
    mara.post(f"/desk/{work.pk}/rule/", {"ruling": "confirm_fail", "message": "Sorry, no."})
    assert 'id="foot-undo"' in text_of(mara, f"/desk/{work.pk}/")
    mara.post(f"/desk/{work.pk}/undo/")
    assert [line.state for line in work.rulings.all()] == ["undone"]


def test_an_ended_audit_of_it_is_not_listed(mara: Client) -> None:
    publish(approve=1.0, revise=1.0)
    first = decided_as("REVISE")
    second = AuditItem.objects.get(attempt=decided_as("APPROVE", a_later_draft()))
    reply(second, "otto")
    ended = audit_of("answered")
    before = is_listed(mara, ended)
    reply(AuditItem.objects.get(attempt=first), "mara")
    assert (before, is_listed(mara, ended)) == (False, True)


def test_who_answered_one_draft_sees_it_while_another_waits(mara: Client) -> None:
    """Also its verdict beside the answer, and what is to be ruled on it."""
    publish_with_rule("REVISE", approve=1.0, revise=1.0)
    first = decided_as("REVISE")
    decided_as("APPROVE", a_later_draft())
    reply(AuditItem.objects.get(attempt=first), "mara")
    answered, warning = audit_of("answered"), Intervention.objects.get(kind="warning")
    assert [is_listed(mara, work) for work in (answered, warning)] == [True, True]
    assert opened(mara, warning) == f"/desk/{warning.pk}/"
