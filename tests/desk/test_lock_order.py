"""Two transactions that meet on a turn and its intervention: PostgreSQL aborts one of two that wait for each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.api_client import ApiClient
from tests.factories import person
from tests.overlap import meet
from tests.texts import CONTEXT, GOOD, submission
from tests.verdicts import NOTHING, a_decision, a_pipeline, an_attempt, decided_as, failed, halted_by
from validation.accounts.actions.people import give_role, set_active
from validation.desk.actions.bulk_rulings import BulkRuling, BulkRulingCommand, rule_many
from validation.desk.actions.claims import claim as claim_work
from validation.desk.actions.claims import free_expired
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rejudging import rejudge_group
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.attempt import Submission
from validation.domain.desk.bulk import Obstacle
from validation.domain.errors import Conflict, DomainError
from validation.domain.intervention import Ruling
from validation.domain.verdict import Decision
from validation.models import Attempt, Intervention, RulingRecord, Turn
from validation.platform.interventions.recovery import requeue_recovered
from validation.platform.keys import create_api_key
from validation.platform.permissions import Role
from validation.platform.retention import erase_turn
from validation.platform.work.leased_work import KINDS
from validation.platform.work.locks import lock_interventions
from validation.response.actions.judging import claim, rejudge_attempt
from validation.response.actions.receive import Item, ReceivedAttempt, receive_attempts
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
NOW = timezone.now()
LATER = NOW + timedelta(days=30)
DISMISSAL = BulkRulingCommand(Ruling.DISMISS, RulingText(), as_of=LATER)
APPROVED = GateResult(a_decision(Decision.APPROVE), None, NOTHING, EMBEDDED)


def judged_again(attempt: Attempt) -> Callable[[], object]:
    """Records an approval of an attempt that had halted."""
    rejudge_attempt(attempt=attempt, apply=False, by="rita", now=NOW)
    claimed = claim(attempt_id=attempt.pk, now=NOW)
    assert claimed is not None
    return lambda: record_judgement(claimed=claimed, judged=APPROVED, now=NOW)


def lock_turn() -> object:
    return Turn.objects.select_for_update().order_by("pk").first()


def lock_intervention() -> object:
    return Intervention.objects.select_for_update().first()


def test_an_attempt_decided_while_its_halt_expires_is_decided() -> None:
    attempt = halted_by("judge_unavailable")
    Intervention.objects.update(on_expiry="fail")
    record = judged_again(attempt)
    meet(holding=lock_turn, other=lambda: expire_due(now=NOW + timedelta(days=30)), then=record)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.route, Intervention.objects.get().state) == ("decided", "APPROVE", "ruled")


def test_a_second_ruling_while_the_first_becomes_final_is_refused() -> None:
    attempt = failed()
    work = Intervention.objects.get()

    def ruled(by: str) -> object:
        text = RulingText(message="Sorry.")
        return rule(intervention_id=work.pk, ruling=Ruling.CONFIRM_FAIL, by=by, now=NOW, text=text)

    def too_late() -> str:
        with pytest.raises(Conflict) as refused:
            ruled("mara")
        return refused.value.code

    ruled("rita")
    told, settled = meet(holding=lock_intervention, other=lambda: finalize_due(now=LATER), then=too_late)
    assert (told, [one.subject_id for one in settled]) == ("already_ruled", [str(attempt.pk)])


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda: finalize_due(now=LATER), id="a ruling becomes final"),
        pytest.param(lambda: requeue_recovered(KINDS[Attempt], now=LATER), id="the judge answers again"),
        pytest.param(
            lambda: rejudge_group(intervention_id=Intervention.objects.get().pk, by="rita", now=LATER),
            id="a reviewer has the group judged again",
        ),
    ],
)
def test_an_attempt_is_decided_while_the_rest_of_its_group_is_dealt_with(other: Callable[[], Any]) -> None:
    first, second = halted_by("judge_unavailable", turn_id="turn_1"), halted_by("judge_unavailable", turn_id="turn_2")
    work = Intervention.objects.get()
    rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="rita", now=NOW, subject_id=str(second.pk))
    record = judged_again(first)
    meet(holding=lock_turn, other=other, then=record)
    first.refresh_from_db()
    assert first.state == "decided"


def test_claims_that_ran_out_are_freed_in_the_order_in_which_rows_are_locked() -> None:
    failed(turn_id="turn_1")
    failed(turn_id="turn_2")
    first, last = Intervention.objects.order_by("pk").values_list("pk", flat=True)
    Intervention.objects.filter(pk=last).update(due_at=NOW - timedelta(days=1))  # the index finds it first
    for work in (last, first):
        claim_work(intervention_id=work, by="rita", now=NOW)

    def lock(work: UUID) -> object:
        return Intervention.objects.select_for_update().get(pk=work)

    _, freed = meet(holding=lambda: lock(first), other=lambda: free_expired(now=LATER), then=lambda: lock(last))
    assert freed == 2


def test_two_who_rule_on_many_at_once_never_rule_on_one_twice() -> None:
    for number in range(4):
        failed(turn_id=f"turn_{number}")
    ids = list(Intervention.objects.order_by("pk").values_list("pk", flat=True))

    def ruled(by: str, of: list[UUID]) -> BulkRuling:
        return rule_many(intervention_ids=of, command=DISMISSAL, by=by, now=NOW)

    claim_work(intervention_id=ids[3], by="mara", now=NOW)
    _, otto = meet(holding=lambda: ruled("rita", [ids[2], ids[1]]), other=lambda: ruled("otto", ids), then=lambda: None)
    by = dict(RulingRecord.objects.values_list("intervention_id", "by"))
    assert by == {ids[0]: "otto", ids[1]: "rita", ids[2]: "rita"}
    assert otto.left == {ids[1]: Obstacle.PENDING, ids[2]: Obstacle.PENDING, ids[3]: Obstacle.HELD}


def test_a_ruling_on_many_and_a_ruling_on_one_of_them_meet_without_harm() -> None:
    for number in range(2):
        failed(turn_id=f"turn_{number}")
    first, last = Intervention.objects.order_by("pk").values_list("pk", flat=True)

    def one(by: str) -> object:
        return rule(intervention_id=last, ruling=Ruling.DISMISS, by=by, now=NOW)

    _, told = meet(
        holding=lambda: one("rita"),
        other=lambda: rule_many(intervention_ids=[last, first], command=DISMISSAL, by="otto", now=NOW),
        then=lambda: None,
    )
    assert (told.ruled, told.left) == ((first,), {last: Obstacle.PENDING})


def test_of_two_that_use_one_key_for_two_bodies_at_once_the_second_is_told() -> None:
    def receive(turn_id: str) -> ReceivedAttempt | DomainError:
        body = Submission(turn_id=turn_id, context_md=CONTEXT, response_md=GOOD)
        item = Item(submission=body, query="which kettle?", idempotency_key="k1")
        return receive_attempts(pipeline=a_pipeline(), items=[item], by="test", now=NOW)[0]

    a_pipeline()
    _, refused = meet(holding=lambda: receive("turn_1"), other=lambda: receive("turn_2"), then=lambda: None)
    assert isinstance(refused, Conflict)
    assert refused.code == "idempotency_conflict"


def test_a_batch_locks_its_turns_in_one_order_and_answers_in_the_order_given() -> None:
    _, secret = create_api_key(name="test", pipeline="shop", scopes=["ingest"], by="test", now=NOW)
    items = [submission(turn_id="turn_2"), submission(turn_id="turn_1")]
    _, answer = meet(
        holding=lambda: an_attempt("turn_1"),
        other=lambda: ApiClient(secret).post("/attempts/batch", {"attempts": items}),
        then=lambda: an_attempt("turn_2"),
    )
    assert [one["attempt"]["turn_id"] for one in answer.json()["results"]] == ["turn_2", "turn_1"]


def test_a_batch_and_a_recovery_lock_turns_in_the_order_in_which_they_were_opened() -> None:
    for turn_id in ("turn_2", "turn_1"):
        halted_by("judge_unavailable", turn_id=turn_id)
    drafts = [
        Submission(turn_id=turn_id, context_md=CONTEXT, response_md="Another.") for turn_id in ("turn_1", "turn_2")
    ]
    pipeline = a_pipeline()
    _, received = meet(
        holding=lambda: Turn.objects.select_for_update().get(turn_id="turn_2"),
        other=lambda: receive_attempts(
            pipeline=pipeline, items=[Item(submission=one, query="q") for one in drafts], by="test", now=NOW
        ),
        then=lambda: requeue_recovered(KINDS[Attempt], now=NOW),
    )
    assert all(isinstance(one, ReceivedAttempt) for one in received)


def test_an_attempt_of_a_turn_that_is_erased_meanwhile_opens_the_turn_anew() -> None:
    erased, pipeline = decided_as("REVISE", turn_id="turn_1").turn, a_pipeline()
    draft = Submission(turn_id="turn_1", context_md=CONTEXT, response_md="Another.")
    _, (received,) = meet(
        holding=lambda: Turn.objects.select_for_update().get(),
        other=lambda: receive_attempts(
            pipeline=pipeline, items=[Item(submission=draft, query="q")], by="test", now=NOW
        ),
        then=lambda: erase_turn(pipeline="shop", turn_id="turn_1", by="ops", now=NOW),
    )
    assert isinstance(received, ReceivedAttempt)
    assert (received.attempt.number, Turn.objects.get().attempts_made) == (1, 1)
    assert Turn.objects.get() != erased


def test_two_admins_who_put_each_other_out_at_once_leave_one() -> None:
    ada, otto = person("ada", Role.ADMIN), person("otto", Role.ADMIN)

    def refused() -> str:
        with pytest.raises(Conflict) as caught:
            give_role(user_id=ada.pk, role="viewer", by="otto", now=NOW)
        return caught.value.code

    meet(holding=lambda: set_active(user_id=otto.pk, active=False, by="ada", now=NOW), other=refused, then=lambda: None)
    assert User.objects.filter(is_active=True, groups__name=Role.ADMIN).get() == ada


def test_a_halt_locks_its_group_and_the_fail_of_its_turn_in_their_order() -> None:
    halted_by("judge_refused", turn_id="other")
    earlier, later = an_attempt(), an_attempt(draft="a new draft")
    decided_as("FAIL", earlier)
    first, last = Intervention.objects.order_by("pk").values_list("pk", flat=True)
    meet(
        holding=lambda: lock_interventions([first]),
        other=lambda: halted_by("judge_refused", later),
        then=lambda: lock_interventions([last]),
    )
    assert Attempt.objects.get(pk=later.pk).state == "halted"
