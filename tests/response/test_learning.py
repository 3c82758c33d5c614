"""Lessons: drawn once, from a revision that succeeded, and found again by a like query."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.llm_server.process import LlmServer, running_llm_server
from tests.texts import GOOD, WRONG_PRICE
from tests.verdicts import a_pipeline, decided_as
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.intervention import Ruling
from validation.domain.policy import DuePolicy
from validation.judge.retry import RetryPolicy
from validation.judge.vllm import VllmJudge
from validation.models import Attempt, ImprovementPrinciple, JudgeCall
from validation.platform.keys import create_api_key
from validation.response.actions.learning import attempts_to_learn_from, learn_from
from validation.response.actions.record import open_for_fail
from validation.response.gate.principle import PROMPT
from validation.response.queries.principles import PrincipleFilter, list_principles
from validation.response.tasks import learn

pytestmark = pytest.mark.django_db


def revised_and_approved() -> Attempt:
    decided_as("REVISE", draft=WRONG_PRICE)
    return decided_as("APPROVE", draft=GOOD)


def test_a_revision_that_succeeded_teaches_something() -> None:
    learned = learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    assert learned is not None
    assert learned.description


def test_a_lesson_is_drawn_once() -> None:
    approved = revised_and_approved()
    for _ in range(2):
        learn_from(attempt_id=approved.pk, now=timezone.now())
    assert ImprovementPrinciple.objects.count() == 1


def test_an_approval_at_once_teaches_nothing() -> None:
    assert learn_from(attempt_id=decided_as("APPROVE").pk, now=timezone.now()) is None


@pytest.mark.parametrize(("query", "found"), [("which kettle is quiet?", 1), ("opening hours of a museum", 0)])
def test_a_lesson_is_found_by_a_like_query(query: str, found: int) -> None:
    learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    assert len(list_principles(PrincipleFilter(a_pipeline().name, query)).rows) == found


def test_only_a_query_counts_a_principle_as_found(client: Client) -> None:
    learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    _, secret = create_api_key(name="synthesis", pipeline="shop", scopes=["read"], by="test", now=timezone.now())
    headers = {"Authorization": f"Bearer {secret}"}
    for query in ("", "which kettle is quiet?", "opening hours of a museum", "which kettle?"):
        client.get("/api/v1/principles", {"query": query}, headers=headers)
    assert ImprovementPrinciple.objects.get().found == 2


def test_a_lesson_whose_message_was_lost_is_called_for() -> None:
    approved = revised_and_approved()
    assert attempts_to_learn_from(now=timezone.now()) == [approved.pk]


def test_a_lesson_that_was_drawn_is_not_called_for() -> None:
    learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    assert attempts_to_learn_from(now=timezone.now()) == []


@pytest.fixture
def llm_client(monkeypatch: pytest.MonkeyPatch) -> Iterator[LlmServer]:
    """The task's judge is a real one at the scripted server."""
    with running_llm_server() as server:
        judge = VllmJudge(base_url=server.url, model="scripted", retry=RetryPolicy(tries=1))
        monkeypatch.setattr("validation.response.tasks.configured_llm_client", lambda: judge)
        yield server
        judge.close()


def test_a_configured_llm_words_what_was_learned(llm_client: LlmServer) -> None:
    approved = revised_and_approved()
    learn(str(approved.pk))
    principle = ImprovementPrinciple.objects.get()
    assert (principle.description, principle.judge, principle.model) == ("As the evidence says.", "vllm", "scripted")
    call = JudgeCall.objects.get()
    assert (call.gate, call.subject_id, call.tokens_in, call.prompt) == (
        "principles",
        str(approved.pk),
        900,
        PROMPT.hash,
    )


def test_an_llm_that_fails_leaves_the_rules_words(llm_client: LlmServer) -> None:
    llm_client.script("http_500")
    learn(str(revised_and_approved().pk))
    principle = ImprovementPrinciple.objects.get()
    assert (principle.halt_cause, JudgeCall.objects.get().tries) == ("judge_unavailable", 1)
    assert "The hint was: Give the price of section 4." in principle.description


def overruled(attempt: Attempt, ruling: Ruling) -> None:
    """By a person, in force."""
    work = open_for_fail(attempt, why="Looked at by hand.", policy=DuePolicy(), now=timezone.now())
    edited = "Edited." if ruling is Ruling.APPROVE_EDITED else ""
    text = RulingText(hints="Give the price.", message="Sorry.", response_md=edited)
    rule(intervention_id=work.pk, ruling=ruling, by="rita", now=timezone.now(), text=text)
    finalize_due(now=timezone.now() + timedelta(minutes=1))


@pytest.mark.parametrize("ruling", [Ruling.CONFIRM_FAIL, Ruling.REVISE, Ruling.RETRY, Ruling.APPROVE_EDITED])
def test_a_ruling_that_overturns_an_approval_removes_its_lesson(ruling: Ruling) -> None:
    approved = revised_and_approved()
    learn_from(attempt_id=approved.pk, now=timezone.now())
    overruled(approved, ruling)
    assert not ImprovementPrinciple.objects.exists()


@pytest.mark.parametrize("ruling", [Ruling.APPROVE, Ruling.DISMISS])
def test_a_ruling_that_agrees_keeps_the_lesson(ruling: Ruling) -> None:
    approved = revised_and_approved()
    learn_from(attempt_id=approved.pk, now=timezone.now())
    overruled(approved, ruling)
    assert ImprovementPrinciple.objects.count() == 1


def test_overruling_the_revision_removes_the_lesson_drawn_from_it() -> None:
    approved = revised_and_approved()
    learn_from(attempt_id=approved.pk, now=timezone.now())
    overruled(approved.turn.attempts.get(number=1), Ruling.APPROVE)
    assert not ImprovementPrinciple.objects.exists()


def test_what_a_person_approved_over_the_gate_teaches_nothing() -> None:
    decided_as("REVISE", draft=WRONG_PRICE)
    failed = decided_as("FAIL", draft=GOOD)
    overruled(failed, Ruling.APPROVE)
    assert learn_from(attempt_id=failed.pk, now=timezone.now()) is None
    assert attempts_to_learn_from(now=timezone.now()) == []


def test_a_revision_that_a_person_overruled_teaches_nothing() -> None:
    approved = revised_and_approved()
    overruled(approved.turn.attempts.get(number=1), Ruling.APPROVE)
    assert learn_from(attempt_id=approved.pk, now=timezone.now()) is None
