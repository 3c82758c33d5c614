"""Who is asked to answer blind is mailed no link that shows the verdict and rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import approval_of
from tests.factories import person
from tests.trust.audits import publish
from tests.trust.blind.test_blindness import MARK, judged_with_marks
from validation.domain.verdict import Decision
from validation.models import Intervention, Policy, RulingRecord
from validation.notifications.queries.ruling_links import links_to_rule
from validation.platform.interventions.ruling_links import make_link

pytestmark = pytest.mark.django_db
ALL_BLIND = {"blind_all": True}, [], Decision.FAIL
AUDITED = {"revise": 1.0}, [{"name": "Q", "routes": ["REVISE"], "priority": "low"}], Decision.REVISE


@pytest.mark.parametrize(("audit", "rules", "decision"), [ALL_BLIND, AUDITED])
def test_no_link_rules_on_what_is_to_be_answered_blind(
    audit: dict[str, object], rules: list[object], decision: Decision
) -> None:
    mara, made, now = person("mara"), publish(**audit), timezone.now()
    desk = {"rule_by_link": True, "rules": rules}
    Policy.objects.filter(pk=made.pk).update(document={**made.document, "interventions": desk})
    judged_with_marks(decision)
    day = timedelta(days=3650)
    assert links_to_rule("mara", pipeline=None, since=now - day, now=now + timedelta(days=1)) == []
    work = Intervention.objects.exclude(kind="audit").get()
    link = make_link(work, mara, now=now)
    page = Client().get(link)
    assert (page.status_code, MARK in page.content.decode()) == (410, False)
    Client().post(link, approval_of(work))
    assert not RulingRecord.objects.exists()
