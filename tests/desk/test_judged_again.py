"""An attempt that is judged again, and the work and rulings of its first judgement."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.verdicts import decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rejudging import rejudge_group
from validation.desk.actions.rulings import RulingText
from validation.desk.queries.item import load_item
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, MemoryCandidate
from validation.response.actions.judging import rejudge_attempt
from validation.response.queries.attempt_resource import attempt_resource
from validation.response.queries.context_document import context_with_blocks

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()
LATER = NOW + timedelta(minutes=1)


def judged_again_as(decision: str, attempt: Attempt) -> Attempt:
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    return decided_as(decision, Attempt.objects.get(pk=attempt.pk))


def edited_and_failed_again() -> Attempt:
    attempt = failed()
    text = RulingText(response_md="Edited wrongly.")
    rulings.rule(intervention_id=work_on(attempt).pk, ruling=Ruling.APPROVE_EDITED, by="rita", now=NOW, text=text)
    rulings.finalize_due(now=LATER)
    return judged_again_as("FAIL", attempt)


def halted_and_queued_again() -> Attempt:
    attempt = halted_by("judge_refused")
    rejudge_group(intervention_id=work_on(attempt).pk, by="rita", now=NOW)
    return Attempt.objects.get()


def test_the_context_ends_with_the_decision_that_replaced_a_ruling() -> None:
    text = context_with_blocks(edited_and_failed_again())
    assert text.rpartition("**Decision:** ")[2].startswith("FAIL")
    assert "Final Response" not in text


def test_an_attempt_shows_no_ruling_that_a_judgement_replaced() -> None:
    assert attempt_resource(edited_and_failed_again().pk)["ruling"] is None


def test_an_attempt_shows_its_dismissal() -> None:
    attempt = failed()
    rulings.rule(intervention_id=work_on(attempt).pk, ruling=Ruling.DISMISS, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    assert attempt_resource(attempt.pk)["ruling"]["ruling"] == "dismiss"


def test_memory_follows_the_judgement_that_comes_after_a_dismissal() -> None:
    attempt = halted_and_queued_again()
    rulings.rule_group(intervention_id=work_on(attempt).pk, ruling=Ruling.DISMISS, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    decided_as("APPROVE", attempt)
    assert MemoryCandidate.objects.get().state == "committed"


def test_memory_follows_the_judgement_that_comes_after_an_expiry() -> None:
    attempt = halted_and_queued_again()
    Intervention.objects.update(on_expiry="fail")
    expire_due(now=NOW + timedelta(days=30))
    decided_as("APPROVE", attempt)
    assert MemoryCandidate.objects.get().state == "committed"


def halted_before_another(decision: str) -> tuple[Attempt, Attempt]:
    """A halted attempt, and a later one of its turn with this decision."""
    halted = halted_by("judge_refused")
    return halted, decided_as(decision, draft="a new draft")


def memory_states(*attempts: Attempt) -> list[str]:
    return [MemoryCandidate.objects.get(attempt=attempt).state for attempt in attempts]


def test_an_attempt_approved_after_a_later_one_commits_no_memory() -> None:
    halted, later = halted_before_another("APPROVE")
    assert memory_states(halted, later) == ["staged", "committed"]
    judged_again_as("APPROVE", halted)
    assert memory_states(halted, later) == ["discarded", "committed"]


def test_an_attempt_that_a_reviewer_approves_after_a_later_one_commits_no_memory() -> None:
    halted, later = halted_before_another("APPROVE")
    rulings.rule(intervention_id=work_on(halted).pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    assert Attempt.objects.get(pk=halted.pk).route == "APPROVE"
    assert memory_states(halted, later) == ["discarded", "committed"]


def test_an_attempt_approved_before_any_later_one_commits_its_memory() -> None:
    halted, later = halted_before_another("REVISE")
    judged_again_as("APPROVE", halted)
    assert memory_states(halted, later) == ["committed", "discarded"]


def test_a_fail_that_is_approved_when_judged_again_leaves_the_desk() -> None:
    attempt = failed()
    work = work_on(attempt)
    judged_again_as("APPROVE", attempt)
    item = load_item(work.pk, now=LATER, subject_id="")
    assert item is not None
    assert (item.state, item.outcome) == ("ruled", "judged_again")


def test_a_fail_that_fails_again_stays_on_the_desk() -> None:
    attempt = failed()
    judged_again_as("FAIL", attempt)
    assert work_on(attempt).state == "open"
