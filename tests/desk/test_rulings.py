"""Rulings: pending, undone, final, and what changes when they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.texts import GOOD
from tests.verdicts import an_attempt, decided_as, failed, halted_by
from validation.desk.actions import claims, rulings
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rejudging import rejudge_group
from validation.desk.actions.rulings import RulingText
from validation.domain.errors import Conflict, InputRejected
from validation.domain.intervention import Ruling
from validation.models import Attempt, Event, Intervention, MemoryCandidate, Turn
from validation.platform.interventions.recovery import requeue_recovered
from validation.platform.work.leased_work import KINDS
from validation.response.queries.context_document import context_with_blocks

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(minutes=1)
COMPLETE = RulingText(note="seen", hints="Give the price.", message="Sorry.")
EDITED = replace(COMPLETE, response_md="Edited.")


def ruled(attempt: Attempt, ruling: Ruling, text: RulingText | None = None, *, settle: bool = True) -> Attempt:
    text = text or (EDITED if ruling is Ruling.APPROVE_EDITED else COMPLETE)
    work = Intervention.objects.get(occurrences__subject_id=str(attempt.pk))
    rulings.rule(intervention_id=work.pk, ruling=ruling, by="rita", now=NOW, text=text, subject_id=str(attempt.pk))
    if settle:
        rulings.finalize_due(now=LATER)
    return Attempt.objects.select_related("turn").get(pk=attempt.pk)


@pytest.mark.parametrize(
    ("ruling", "route"),
    [
        (Ruling.APPROVE, "APPROVE"),
        (Ruling.APPROVE_EDITED, "APPROVE"),
        (Ruling.REVISE, "REVISE"),
        (Ruling.RETRY, "RETRY"),
        (Ruling.CONFIRM_FAIL, "FAIL"),
        (Ruling.DISMISS, "FAIL"),
    ],
)
def test_a_final_ruling_sets_the_route(ruling: Ruling, route: str) -> None:
    assert ruled(failed(), ruling).route == route


@pytest.mark.parametrize("ruling", list(Ruling))
def test_a_pending_ruling_changes_nothing(ruling: Ruling) -> None:
    after = ruled(failed(), ruling, settle=False)
    assert (after.route, after.turn.last_route, Intervention.objects.get().state) == ("FAIL", "FAIL", "open")


def test_a_pending_ruling_can_be_undone() -> None:
    attempt = failed()
    ruled(attempt, Ruling.APPROVE, settle=False)
    rulings.undo(intervention_id=Intervention.objects.get().pk, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    attempt.refresh_from_db()
    assert attempt.route == "FAIL"


def test_a_ruling_in_force_cannot_be_undone() -> None:
    ruled(failed(), Ruling.APPROVE)
    with pytest.raises(Conflict):
        rulings.undo(intervention_id=Intervention.objects.get().pk, by="rita", now=LATER)


def test_nobody_undoes_a_colleagues_ruling() -> None:
    ruled(failed(), Ruling.APPROVE, settle=False)
    with pytest.raises(Conflict):
        rulings.undo(intervention_id=Intervention.objects.get().pk, by="otto", now=NOW)


def test_a_second_ruling_waits_for_the_first() -> None:
    attempt = failed()
    ruled(attempt, Ruling.APPROVE, settle=False)
    with pytest.raises(Conflict):
        ruled(attempt, Ruling.DISMISS)


@pytest.mark.parametrize(
    ("ruling", "state"),
    [
        (Ruling.APPROVE, "committed"),
        (Ruling.APPROVE_EDITED, "committed"),
        (Ruling.REVISE, "discarded"),
        (Ruling.CONFIRM_FAIL, "discarded"),
        (Ruling.DISMISS, "discarded"),
    ],
)
def test_memory_under_an_intervention_follows_the_ruling(ruling: Ruling, state: str) -> None:
    attempt = failed()
    assert MemoryCandidate.objects.get().state == "staged"
    ruled(attempt, ruling)
    assert MemoryCandidate.objects.get().state == state


def test_notes_of_a_fail_that_another_replaced_are_discarded() -> None:
    waiting = an_attempt(), an_attempt(draft="a new draft")
    first, second = (decided_as("FAIL", one) for one in waiting)
    assert (first.turn_id, first.number, second.number) == (second.turn_id, 1, 2)
    states = dict(MemoryCandidate.objects.values_list("attempt_id", "state"))
    assert states == {first.pk: "discarded", second.pk: "staged"}
    ruled(second, Ruling.APPROVE)
    states = dict(MemoryCandidate.objects.values_list("attempt_id", "state"))
    assert states == {first.pk: "discarded", second.pk: "committed"}


@pytest.mark.parametrize("ruling", [Ruling.REVISE, Ruling.RETRY])
def test_sending_back_grants_one_further_attempt(ruling: Ruling) -> None:
    ruled(failed(), ruling)
    assert an_attempt(draft="a new draft").granted
    assert Turn.objects.get().granted == 0


def test_a_grant_is_used_up_by_one_attempt() -> None:
    ruled(failed(), Ruling.REVISE)
    decided_as("FAIL", draft="a new draft")
    with pytest.raises(Conflict):
        an_attempt(draft="yet another draft")


@pytest.mark.parametrize(
    ("ruling", "text", "field"),
    [
        (Ruling.APPROVE_EDITED, RulingText(), "response_md"),
        (Ruling.APPROVE_EDITED, RulingText(response_md=GOOD), "response_md"),
        (Ruling.APPROVE_EDITED, RulingText(response_md="\u200b\n"), "response_md"),
        (Ruling.REVISE, RulingText(), "hints"),
        (Ruling.REVISE, RulingText(hints="\u2060"), "hints"),
        (Ruling.RETRY, RulingText(hints="  "), "hints"),
        (Ruling.CONFIRM_FAIL, RulingText(), "message"),
        (Ruling.CONFIRM_FAIL, RulingText(message="\ufeff"), "message"),
        (Ruling.APPROVE, RulingText(wrong_checks=("taste",)), "wrong_checks"),
    ],
)
def test_an_incomplete_ruling_names_what_is_missing(ruling: Ruling, text: RulingText, field: str) -> None:
    with pytest.raises(InputRejected) as caught:
        ruled(failed(), ruling, text)
    assert caught.value.fields[0].field == field


def test_an_edited_approval_keeps_its_diff() -> None:
    ruled(failed(), Ruling.APPROVE_EDITED)
    assert "+Edited." in Intervention.objects.get().rulings.get().diff


def test_a_final_ruling_writes_a_section_7_block() -> None:
    text = context_with_blocks(ruled(halted_by("judge_refused"), Ruling.APPROVE))
    assert "**Decision:** APPROVE" in text


def test_a_halt_writes_no_section_7_block() -> None:
    assert "Validation" not in context_with_blocks(halted_by("judge_refused"))


def test_a_ruling_closes_the_intervention_and_tells_the_pipeline() -> None:
    ruled(failed(), Ruling.APPROVE)
    assert Intervention.objects.get().state == "ruled"
    assert Event.objects.filter(type="intervention.ruled").count() == 1


def test_a_dismissal_is_told_as_such() -> None:
    ruled(failed(), Ruling.DISMISS)
    assert Event.objects.filter(type="intervention.dismissed").exists()


def test_a_fail_has_one_intervention_a_turn() -> None:
    ruled(failed(), Ruling.REVISE)
    decided_as("FAIL", draft="second")
    assert Intervention.objects.filter(state="open").count() == 1


def test_a_ruling_on_the_latest_fail_of_a_turn_closes_its_intervention() -> None:
    first, second = an_attempt(), an_attempt(draft="handed over meanwhile")
    decided_as("FAIL", first)
    ruled(decided_as("FAIL", second), Ruling.CONFIRM_FAIL)
    assert Intervention.objects.get().state == "ruled"


def test_halts_of_one_cause_are_one_intervention() -> None:
    for index in range(3):
        halted_by("judge_unavailable", turn_id=f"turn_{index}")
    assert list(Intervention.objects.values_list("count", "priority")) == [(3, "critical")]


def test_halts_of_different_causes_are_told_apart() -> None:
    halted_by("judge_unavailable", turn_id="a")
    halted_by("judge_truncated", turn_id="b")
    assert Intervention.objects.count() == 2


def test_a_group_stays_open_while_something_in_it_is_left() -> None:
    first = halted_by("judge_unavailable", turn_id="a")
    halted_by("judge_unavailable", turn_id="b")
    ruled(first, Ruling.APPROVE)
    assert Intervention.objects.get().state == "open"


def test_a_group_can_be_failed_whole() -> None:
    for turn in ("a", "b"):
        halted_by("judge_unavailable", turn_id=turn)
    rulings.rule_group(
        intervention_id=Intervention.objects.get().pk, ruling=Ruling.CONFIRM_FAIL, by="rita", now=NOW, text=COMPLETE
    )
    rulings.finalize_due(now=LATER)
    assert set(Attempt.objects.values_list("route", flat=True)) == {"FAIL"}
    assert Intervention.objects.get().state == "ruled"


def test_a_group_cannot_be_approved_whole() -> None:
    halted_by("judge_unavailable")
    with pytest.raises(InputRejected):
        rulings.rule_group(intervention_id=Intervention.objects.get().pk, ruling=Ruling.APPROVE, by="rita", now=NOW)


def test_judging_a_group_again_closes_it_once_all_is_judged() -> None:
    attempts = [halted_by("judge_unavailable", turn_id=turn) for turn in ("a", "b")]
    queued = rejudge_group(intervention_id=Intervention.objects.get().pk, by="rita", now=NOW)
    assert set(queued) == {str(attempt.pk) for attempt in attempts}
    for attempt in attempts:
        decided_as("APPROVE", attempt)
    assert Intervention.objects.get().state == "ruled"


def test_a_recovered_judge_gets_only_what_its_absence_halted() -> None:
    away = halted_by("judge_unavailable", turn_id="a")
    halted_by("verdict_malformed", turn_id="b")
    assert requeue_recovered(KINDS[Attempt], now=NOW) == [str(away.pk)]


def test_a_claim_keeps_colleagues_out() -> None:
    failed()
    work = Intervention.objects.get()
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    with pytest.raises(Conflict, match="rita"):
        claims.claim(intervention_id=work.pk, by="otto", now=NOW)
    with pytest.raises(Conflict, match="rita"):
        rulings.rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="otto", now=NOW)


def test_an_abandoned_claim_is_free_again() -> None:
    failed()
    work = Intervention.objects.get()
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    assert claims.claim(intervention_id=work.pk, by="otto", now=NOW + timedelta(hours=1)).claimed_by == "otto"


def test_a_heartbeat_keeps_a_claim() -> None:
    failed()
    work = Intervention.objects.get()
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    renewed = claims.heartbeat(intervention_id=work.pk, by="rita", now=NOW + timedelta(minutes=4))
    assert renewed.claimed_until == NOW + timedelta(minutes=9)


def overdue(on_expiry: str) -> Intervention:
    Intervention.objects.update(on_expiry=on_expiry)
    expire_due(now=NOW + timedelta(days=30))
    return Intervention.objects.get()


def test_an_overdue_intervention_is_held_when_the_policy_says_so() -> None:
    halted_by("judge_refused")
    assert overdue("hold").state == "open"


def test_an_overdue_halt_fails_when_the_policy_says_so() -> None:
    attempt = halted_by("judge_refused")
    assert overdue("fail").state == "expired"
    attempt.refresh_from_db()
    assert attempt.route == "FAIL"


def test_an_overdue_intervention_is_escalated_when_the_policy_says_so() -> None:
    halted_by("judge_refused")
    assert (overdue("escalate").priority, Intervention.objects.get().escalated) == ("critical", True)


@pytest.mark.parametrize("on_expiry", ["hold", "fail", "escalate"])
def test_expiry_never_approves(on_expiry: str) -> None:
    halted_by("judge_refused")
    overdue(on_expiry)
    assert Attempt.objects.get().route != "APPROVE"
    assert MemoryCandidate.objects.get().state != "committed"


def test_the_embedded_judge_takes_over_nothing_that_an_llm_halted() -> None:
    from validation.platform.tasks import recover

    halted_by("judge_unavailable")
    assert recover() == 0
    assert Attempt.objects.get().state == "halted"
