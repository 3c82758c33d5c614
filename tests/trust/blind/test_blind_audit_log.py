"""The audit log tells no decision, ruling or kind of work to who may still have to answer that attempt blind."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.desk.people import work_on
from tests.factories import NOON
from tests.trust.audits import publish, reply
from tests.trust.blind.test_blindness import audited_with_marks, judged_with_marks
from validation.desk.actions.rulings import finalize_due, rule
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import AuditItem, RulingRecord

pytestmark = pytest.mark.django_db
WITHHELD = "until its audit is answered"


def log_of(person: Client, about: str, form: str = "html") -> str:
    answered = person.get("/settings/audit/", {"about": about, "format": form, "range": "all"})
    return "".join(part.decode() for part in answered) if answered.streaming else answered.content.decode()  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["html", "csv"])
def test_the_decision_of_an_attempt_is_withheld(admin: Client, form: str) -> None:
    attempt = audited_with_marks()
    log = log_of(admin, f"attempt:{attempt.pk}", form)
    assert (WITHHELD in log, "REVISE" in log) == (True, False)


@pytest.mark.parametrize("form", ["html", "csv"])
def test_who_has_answered_reads_it(admin: Client, form: str) -> None:
    attempt = audited_with_marks()
    reply(AuditItem.objects.get(), "anna")
    log = log_of(admin, f"attempt:{attempt.pk}", form)
    assert (WITHHELD in log, "REVISE" in log) == (False, True)


def test_how_an_item_was_ruled_is_withheld_until_the_second_opinion(admin: Client) -> None:
    publish(second_ruling=1.0)
    work = work_on(judged_with_marks(Decision.FAIL))
    rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="mara", now=NOON)
    RulingRecord.objects.update(effective_at=NOON)
    finalize_due(now=NOON)
    log = log_of(admin, f"intervention:{work.pk}")
    assert (log.count(WITHHELD), "approve" in log) == (3, False)
    reply(AuditItem.objects.get(), "otto", "APPROVE", OpinionRole.SECOND)
    assert "approve" in log_of(admin, f"intervention:{work.pk}")


def test_other_attempts_are_told(admin: Client) -> None:
    other = judged_with_marks()
    assert "REVISE" in log_of(admin, f"attempt:{other.pk}")
