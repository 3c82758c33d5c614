"""Audits on the review desk: blind until answered, then the verdict beside the answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.desk.people import client_of, text_of
from tests.factories import person
from tests.trust.audits import an_audit, publish, reply
from tests.verdicts import decided_as
from validation.domain.check import CheckName
from validation.domain.trust.audit import OpinionRole
from validation.models import AuditItem, Intervention, Opinion
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara() -> Client:
    return client_of(Role.REVIEWER, "mara")


def address(item: AuditItem, role: OpinionRole = OpinionRole.FIRST) -> str:
    return f"/desk/{item.opinions.get(role=role).intervention_id}/"


def told(**changed: str) -> dict[str, object]:
    return {**{f"check_{name}": "right" for name in CheckName}, "decision": "APPROVE", **changed}


def test_an_audit_shows_query_response_and_evidence_with_a_form(mara: Client) -> None:
    page = text_of(mara, address(an_audit()))
    assert "Every claim is supported by the evidence" in page
    assert 'name="unsupported"' in page
    assert "which kettle?" in page
    assert "audit-evidence" in page


def test_an_audit_takes_a_fixed_number_of_statements(mara: Client, django_assert_num_queries: Any) -> None:
    page = address(an_audit())
    with django_assert_num_queries(15):
        mara.get(page)


def test_answering_stores_the_answer_and_shows_the_verdict_beside_it(mara: Client) -> None:
    item = an_audit("REVISE")
    answered = mara.post(
        f"{address(item)}answer/", told(check_claims_supported="wrong", unsupported="0-4"), follow=True
    )
    page = answered.content.decode()
    assert "Your answer and the verdict" in page
    assert "REVISE" in page
    opinion = Opinion.objects.get()
    assert (opinion.by, opinion.decision) == ("mara", "APPROVE")
    assert list(opinion.unsupported.values_list("start", "end")) == [(0, 4)]


def test_an_incomplete_answer_comes_back_as_it_was_typed_with_what_is_missing(mara: Client) -> None:
    item = an_audit()
    sent = told(check_query_addressed="", note="hm", unsupported="0-4")
    response = mara.post(f"{address(item)}answer/", sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Answer right, wrong or cannot tell: Query addressed." in page
    assert 'value="hm"' in page
    assert "checked" in page
    assert Opinion.objects.get().state == "open"


def test_an_incomplete_answer_brings_htmx_the_form_alone(mara: Client) -> None:
    item = an_audit()
    headers = {"HX-Request": "true", "HX-Target": "desk-item"}
    response = mara.post(f"{address(item)}answer/", told(decision=""), headers=headers)
    assert (response.status_code, response["HX-Retarget"]) == (422, "#audit-form")
    assert response.content.decode().lstrip().startswith("<form")


def test_the_verdict_is_shown_to_whoever_answered_and_to_nobody_else(mara: Client) -> None:
    item = reply(an_audit(), "otto")
    page = text_of(mara, address(item))
    assert "otto answered this" in page
    assert "Your answer and the verdict" not in page


def test_who_answered_one_opinion_is_not_offered_the_other(mara: Client) -> None:
    item = reply(an_audit(second_opinion=1.0), "mara")
    assert not list(Intervention.objects.filter(state="claimed"))
    page = text_of(mara, address(item, OpinionRole.SECOND))
    assert "You have answered this response already" in page
    assert 'id="audit-form"' not in page


def test_the_queue_offers_a_second_opinion_to_others_only() -> None:
    item = an_audit(second_opinion=1.0)
    mara, otto = client_of(Role.REVIEWER, "mara"), client_of(Role.REVIEWER, "otto")
    reply(item, "mara")
    second = str(item.opinions.get(role="second").intervention_id)
    assert f'id="row-{second}"' not in text_of(mara, "/desk/")
    assert f'id="row-{second}"' in text_of(otto, "/desk/")


def test_my_work_holds_what_i_am_asked_to_answer() -> None:
    person("otto")
    mara = client_of(Role.REVIEWER, "mara")
    publish(approve=1.0)
    for index in range(2):
        decided_as("APPROVE", turn_id=f"turn_{index}")
    own = Opinion.objects.get(intervention__assigned_to="mara").intervention_id
    other = Opinion.objects.get(intervention__assigned_to="otto").intervention_id
    page = text_of(mara, "/desk/?q=is:open+mine")
    assert f'id="row-{own}"' in page
    assert f'id="row-{other}"' not in page


def test_a_viewer_reads_and_has_no_form() -> None:
    page = text_of(client_of(Role.VIEWER), address(an_audit()))
    assert 'id="audit-form"' not in page
    assert 'name="unsupported"' not in page


def test_evidence_is_searched_without_leaving_the_audit(mara: Client) -> None:
    item = an_audit()
    headers = {"HX-Request": "true", "HX-Target": "audit-evidence"}
    response = mara.get(f"{address(item)}evidence/?q=nothing-like-it", headers=headers)
    assert "No line holds all of these words." in response.content.decode()


def test_audits_are_left_out_of_a_bulk_ruling(mara: Client) -> None:
    an_audit()
    work = Intervention.objects.get()
    mara.post("/desk/bulk/rule/", {"selected": str(work.pk), "ruling": "dismiss", "step": "rule"})
    work.refresh_from_db()
    assert (work.state, work.rulings.count()) == ("open", 0)
