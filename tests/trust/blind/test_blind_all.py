"""`audit.blind_all`: whoever works on a FAIL, or on what a rule asked for, answers before they see the verdict."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api_client import MakeApi
from tests.desk.people import client_of, text_of
from tests.trust.audits import given, publish
from tests.trust.blind.test_blindness import CONFIDENCE, MARK, bodies, judged_with_marks
from tests.verdicts import an_attempt, decided_as
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.check import CheckName
from validation.domain.intervention import InterventionState, Ruling
from validation.domain.trust.audit import AuditSource, AuditState, OpinionRole
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, Intervention, Opinion, Policy, RulingRecord
from validation.platform.permissions import Role
from validation.trust.actions.answers import answer
from validation.trust.actions.reviews import ask_reviewers, end_reviews

pytestmark = pytest.mark.django_db
SENT = {f"check_{name}": "right" for name in CheckName} | {"decision": "APPROVE"}
FAILED = {"ruling": "confirm_fail", "message": "Sorry."}


def a_fail(**audit: object) -> Attempt:
    publish(blind_all=True, **audit)
    return judged_with_marks(Decision.FAIL)


def a_warning() -> Attempt:
    made = publish(blind_all=True)
    rule = {"name": "Quokkarule", "routes": ["REVISE"]}
    Policy.objects.filter(pk=made.pk).update(document={**made.document, "interventions": {"rules": [rule]}})
    return judged_with_marks(Decision.REVISE)


def page() -> str:
    return f"/desk/{Intervention.objects.get().pk}/"


@pytest.mark.parametrize("make", [a_fail, a_warning])
@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ADMIN])
def test_nothing_tells_the_verdict_or_the_kind_of_work(make: object, role: Role) -> None:
    attempt = make()  # type: ignore[operator]
    reader = client_of(role, "mara")
    for address, body in bodies(reader, attempt, Intervention.objects.get()).items():
        body = body.replace(f"q={MARK}", "").replace(f'value="{MARK}"', "")
        assert MARK not in body, address
        assert not CONFIDENCE.search(body), address
        assert "Quokkarule" not in body, address
    for words in ("kind:fail", "kind:warning", MARK, str(attempt.pk)):
        assert 'id="row-' not in text_of(reader, f"/desk/?q={words}"), words
    assert 'id="row-' in text_of(reader, "/desk/?q=kind:audit")


def test_after_the_answer_the_verdict_is_there_and_can_be_ruled_on() -> None:
    a_fail()
    mara = client_of(Role.REVIEWER, "mara")
    refused = mara.post(f"{page()}rule/", FAILED)
    assert (refused.status_code, RulingRecord.objects.count()) == (302, 0)
    mara.post(f"{page()}answer/", SENT)
    assert MARK in text_of(mara, page())
    assert Intervention.objects.get().state != InterventionState.RULED
    mara.post(f"{page()}rule/", FAILED)
    assert RulingRecord.objects.get().by == "mara"


def test_each_person_answers_for_themselves() -> None:
    a_fail()
    mara, otto = client_of(Role.REVIEWER, "mara"), client_of(Role.REVIEWER, "otto")
    mara.post(f"{page()}answer/", SENT)
    assert MARK not in text_of(otto, page())
    mara.post(f"{page()}release/")
    otto.post(f"{page()}answer/", SENT)
    assert MARK in text_of(otto, page())
    assert set(Opinion.objects.exclude(by="").values_list("by", "role", "blind")) == {
        ("mara", "reviewer", True), ("otto", "reviewer", True),
    }  # fmt: skip


def test_it_is_left_out_of_a_ruling_on_many() -> None:
    a_fail()
    work = Intervention.objects.get()
    sent = {"selected": [str(work.pk)], "as_of": timezone.now().isoformat(), "confirmed": "1", **FAILED}
    client_of(Role.REVIEWER, "mara").post("/desk/bulk/rule/", sent)
    assert RulingRecord.objects.count() == 0


def test_a_fail_and_an_audit_look_alike_in_the_queue() -> None:
    publish(blind_all=True, approve=1.0)
    now = timezone.now()
    for place, route in enumerate(["FAIL", "APPROVE", "FAIL"]):
        decided_as(route, an_attempt(f"turn_{place}"), now=now + timedelta(minutes=place))
    told = text_of(client_of(Role.REVIEWER, "mara"), "/desk/?q=is:open")
    ids = [str(pk) for pk in Intervention.objects.order_by("opened_at").values_list("pk", flat=True)]
    assert sorted(ids, key=lambda pk: told.index(f'id="row-{pk}')) == ids
    rows = [part.split("</a>")[0].split("desk-row-top")[1] for part in told.split('id="row-')[1:]]
    assert len({row.split('class="push')[0] for row in rows}) == 1


def test_it_ends_with_the_work_and_hides_nothing_then() -> None:
    attempt = a_fail()
    answer(opinion_id=Opinion.objects.get().pk, given=given("REVISE"), by="mara", now=timezone.now())
    Intervention.objects.update(state=InterventionState.RULED, closed_at=timezone.now())
    assert MARK in text_of(client_of(Role.REVIEWER, "otto"), f"/attempts/{attempt.pk}/")
    end_reviews(now=timezone.now())
    item = AuditItem.objects.get()
    assert (item.source, item.state, item.truth_route) == (AuditSource.REVIEW, AuditState.SETTLED, "REVISE")


def test_the_blind_answer_is_the_first_of_two_opinions_on_a_ruling() -> None:
    a_fail(second_ruling=1.0)
    mara = client_of(Role.REVIEWER, "mara")
    mara.post(f"{page()}answer/", SENT)
    mara.post(f"{page()}rule/", FAILED)
    RulingRecord.objects.update(effective_at=timezone.now())
    finalize_due(now=timezone.now())
    assert set(Opinion.objects.values_list("role", "by", "blind", "decision")) == {
        (OpinionRole.FIRST, "mara", True, "APPROVE"), (OpinionRole.SECOND, "", True, ""),
    }  # fmt: skip
    assert AuditItem.objects.get().source == AuditSource.RULING


def ruled_while_the_next_draft_is_judged() -> Attempt:
    """Mara answers and approves; within the time to undo, the next attempt of the turn fails too and joins the work."""
    publish(blind_all=True, second_ruling=1.0)
    begun = timezone.now()
    first, second = an_attempt("turn_1"), an_attempt("turn_1", draft="Another draft. It costs 3 euro.")
    decided_as("FAIL", first, now=begun)
    work = Intervention.objects.get()
    answer(opinion_id=Opinion.objects.get().pk, given=given("APPROVE"), by="mara", now=begun)
    rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="mara", now=begun, text=RulingText())
    decided_as("FAIL", second, now=begun + timedelta(seconds=2))
    finalize_due(now=begun + timedelta(minutes=1))
    return first


def test_a_ruling_becomes_final_although_a_later_attempt_ended_the_question() -> None:
    attempt = ruled_while_the_next_draft_is_judged()
    attempt.refresh_from_db()
    assert (RulingRecord.objects.get().state, attempt.route) == ("final", "APPROVE")


def test_a_question_that_ended_unanswered_is_no_opinion_on_the_ruling() -> None:
    attempt = ruled_while_the_next_draft_is_judged()
    opinions = Opinion.objects.filter(item__attempt=attempt)
    assert set(opinions.values_list("role", "state", "by")) == {("first", "answered", "mara"), ("second", "open", "")}


def test_a_settled_answer_waits_again_for_the_second_opinion() -> None:
    attempt = ruled_while_the_next_draft_is_judged()
    item = AuditItem.objects.get(attempt=attempt)
    assert (item.state, item.closed_at) == (AuditState.OPEN, None)


def test_a_key_that_only_reviews_answers_blind(make_api: MakeApi) -> None:
    a_fail()
    key = make_api("review", pipeline="shop")
    (listed,) = key.get("/audits").json()["items"]
    told = key.get(f"/audits/{listed['id']}").json()
    assert (told["verdict"], told["attempt_id"]) == (None, None)
    sent = {"checks": {name.value: "right" for name in CheckName}, "decision": "APPROVE"}
    answered = key.post(f"/audits/{listed['id']}/answers", sent).json()
    assert (answered["state"], answered["verdict"]["decision"]) == ("answered", "FAIL")
    assert listed["links"]["page"] == answered["links"]["page"]


def test_what_is_judged_anew_is_asked_anew() -> None:
    attempt = a_fail()
    judgement = attempt.judgements.get()
    attempt.judgement_number = judgement.number = 2
    ask_reviewers(attempt, judgement, Policy.objects.latest("number").read(), timezone.now())
    asked = Opinion.objects.order_by("item__judgement_number")
    assert [one.state for one in asked] == ["expired", "open"]
