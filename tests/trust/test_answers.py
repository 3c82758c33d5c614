"""Answers of people, and the truth that follows: agreed, adjudicated, or of one person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.factories import NOON, person
from tests.trust.audits import an_audit, given, publish, reply, work_of
from tests.verdicts import failed
from validation.desk.actions import claims
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.errors import Conflict, InputRejected
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole
from validation.models import AuditItem, Intervention, Opinion, RulingRecord
from validation.trust.actions.answers import SubmittedAnswer, answer

pytestmark = pytest.mark.django_db
SECOND, THIRD = OpinionRole.SECOND, OpinionRole.ADJUDICATOR


def send(item: AuditItem, told: SubmittedAnswer, by: str = "mara") -> Opinion:
    return answer(opinion_id=work_of(item).pk, given=told, by=by, now=NOON)


def test_an_answer_is_stored_check_by_check_with_the_sentences_and_closes_the_work() -> None:
    item = an_audit()
    opinion = send(item, given("REVISE", unsupported=[(4, 9), (0, 4), (0, 4)], claims_supported="wrong"))
    assert dict(opinion.checks.values_list("name", "answer"))["claims_supported"] == "wrong"
    assert list(opinion.unsupported.values_list("start", "end")) == [(0, 4), (4, 9)]
    item.refresh_from_db()
    assert (item.state, item.truth_route, item.truth_source) == ("settled", "REVISE", "single")
    assert Intervention.objects.get().state == "ruled"


@pytest.mark.parametrize(
    ("told", "field"),
    [
        (SubmittedAnswer("APPROVE"), "checks.claims_supported"),
        (replace(given(), decision=""), "decision"),
        (replace(given(), decision="HALT"), "decision"),
        (given(query_addressed="maybe"), "checks.query_addressed"),
        (replace(given(), checks={**given().checks, "kindness": "right"}), "checks.kindness"),
        (given(unsupported=[(0, 100_000)]), "unsupported"),
        (given(unsupported=[(5, 5)]), "unsupported"),
    ],
)
def test_an_answer_says_something_of_every_check_and_decides(told: SubmittedAnswer, field: str) -> None:
    item = an_audit()
    with pytest.raises(InputRejected) as refused:
        send(item, told)
    assert field in [error.field for error in refused.value.fields]
    assert Opinion.objects.get().state == "open"


def test_an_answer_is_given_once() -> None:
    item = an_audit()
    send(item, given())
    with pytest.raises(Conflict):
        send(item, given("REVISE"), by="otto")


def test_nobody_answers_what_a_colleague_holds() -> None:
    item = an_audit()
    work = work_of(item)
    assert work.intervention is not None
    claims.claim(intervention_id=work.intervention.pk, by="otto", now=NOON)
    with pytest.raises(Conflict, match="otto"):
        send(item, given())


def test_two_opinions_are_of_two_people() -> None:
    item = an_audit(second_opinion=1.0)
    reply(item, "mara")
    with pytest.raises(Conflict, match="already"):
        reply(item, "mara", role=SECOND)


def test_two_who_agree_settle_the_truth() -> None:
    item = an_audit(second_opinion=1.0)
    reply(item, "mara", "REVISE")
    item = reply(item, "otto", "REVISE", SECOND)
    assert (item.state, item.truth_route, item.truth_source) == ("settled", "REVISE", "agreed")


def test_two_who_disagree_open_an_adjudication_whose_answer_stands() -> None:
    for name in ("mara", "otto", "rita"):
        person(name)
    item = an_audit(second_opinion=1.0)
    reply(item, "mara", "APPROVE")
    item = reply(item, "otto", "REVISE", SECOND)
    assert (item.state, item.truth_route) == ("disputed", "")
    assert work_of(item, THIRD).intervention.assigned_to == "rita"
    for rater in ("mara", "otto"):
        with pytest.raises(Conflict):
            reply(item, rater, "APPROVE", THIRD)
    item = reply(item, "rita", "RETRY", THIRD)
    assert (item.state, item.truth_route, item.truth_source) == ("settled", "RETRY", "adjudicated")


# --- second opinions on rulings


def a_ruling(ruling: Ruling, *, wrong: tuple[str, ...] = (), turn_id: str = "turn_1") -> None:
    attempt = failed(turn_id)
    work = Intervention.objects.get(subject_id=str(attempt.pk))
    text = RulingText(message="Sorry.", hints="Give the price.", wrong_checks=wrong)
    rule(intervention_id=work.pk, ruling=ruling, by="mara", now=NOON, text=text)
    RulingRecord.objects.update(effective_at=NOON)
    finalize_due(now=NOON)


def test_a_share_of_rulings_asks_another_person_blind() -> None:
    person("mara")
    person("otto")
    publish(second_ruling=1.0)
    a_ruling(Ruling.APPROVE, wrong=("claims_supported",))
    item = AuditItem.objects.get()
    first, second = work_of(item), work_of(item, SECOND)
    assert (item.source, item.probability, item.route) == ("ruling", None, "FAIL")
    assert (first.by, first.decision, first.blind) == ("mara", "APPROVE", False)
    assert dict(first.checks.values_list("name", "answer"))["claims_supported"] == "right"  # the judge said fail
    assert (second.state, second.intervention.assigned_to, second.blind) == ("open", "otto", True)
    item = reply(item, "otto", "FAIL", SECOND)
    assert item.state == "disputed"


@pytest.mark.parametrize("ruling", [Ruling.DISMISS, Ruling.CONFIRM_FAIL])
def test_a_dismissal_says_nothing_and_asks_nobody(ruling: Ruling) -> None:
    publish(second_ruling=1.0)
    a_ruling(ruling)
    assert AuditItem.objects.exists() is (ruling is not Ruling.DISMISS)


def test_no_ruling_is_doubled_unless_the_policy_asks_for_it() -> None:
    a_ruling(Ruling.APPROVE)
    assert not AuditItem.objects.exists()
