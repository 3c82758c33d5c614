"""A group of halts tells no verdict of an attempt that was judged again and drawn for an audit."""

from __future__ import annotations

import pytest

from tests.desk.people import a_group, client_of, text_of
from tests.trust.audits import publish
from tests.trust.blind.test_blindness import CONFIDENCE, MARK, judged_with_marks
from validation.models import Attempt, AuditItem, Intervention
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
PARTS = ("", "desk-item", "desk-foot", "desk-thread", "desk-list")


@pytest.fixture
def group() -> Intervention:
    """Of two; one is judged again and audited, and it is not the one that the group is named after."""
    publish(revise=1.0)
    work = a_group(2)
    client_of(Role.REVIEWER, "mara").post(f"/desk/{work.pk}/judge-again/")
    judged_with_marks(attempt=Attempt.objects.exclude(pk=work.subject_id).get())
    work.refresh_from_db()
    assert work.subject_id != str(audited())
    return work


def audited() -> object:
    return AuditItem.objects.get().attempt_id


@pytest.mark.parametrize("part", PARTS)
def test_the_page_of_one_of_the_group_holds_no_verdict(group: Intervention, part: str) -> None:
    headers = {"HX-Request": "true", "HX-Target": part} if part else {}
    otto = client_of(Role.REVIEWER, "otto")
    body = otto.get(f"/desk/{group.pk}/?subject={audited()}", headers=headers, follow=True).content.decode()
    assert MARK not in body
    assert not CONFIDENCE.search(body)
    assert str(audited()) not in body


def test_the_table_of_the_group_names_no_route_of_it(group: Intervention) -> None:
    assert "REVISE" not in table(group)


def test_a_ruling_on_it_is_not_answered_with_the_hints_of_its_verdict(group: Intervention) -> None:
    headers = {"HX-Request": "true", "HX-Target": "desk-item"}
    otto = client_of(Role.REVIEWER, "otto")
    answer = otto.post(
        f"/desk/{group.pk}/rule/?subject={audited()}", {"ruling": "dismiss"}, headers=headers, follow=True
    )
    assert MARK not in answer.content.decode()


def test_once_nobody_is_asked_the_group_names_the_route(group: Intervention) -> None:
    AuditItem.objects.all().delete()
    assert "REVISE" in table(group)


def table(group: Intervention) -> str:
    page = text_of(client_of(Role.REVIEWER, "otto"), f"/desk/{group.pk}/")
    return page.split("What halted")[1].split("</table>")[0]
