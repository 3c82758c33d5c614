"""Loads the sample story through the same actions as a pipeline's own turns, with times in the past."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.utils import timezone

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.attempt import MemoryNote, Submission
from validation.domain.audit_policy import AuditPolicy
from validation.domain.check import CheckName
from validation.domain.halt import Halt
from validation.domain.trust.audit import AuditSource, CheckAnswer, OpinionRole
from validation.domain.verdict import Decision
from validation.evidence.report import EvidenceReport
from validation.judge.protocol import LlmCallRecord
from validation.management.sample.story import AUDITS, STORIES, Draft, SampleAudit, Story
from validation.models import Attempt, Intervention, Pipeline, Turn
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force
from validation.platform.sample import PIPELINE, REVIEWER, sample_parts
from validation.response.actions import judging
from validation.response.actions.learning import learn_from
from validation.response.actions.receive import receive_attempt
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import GateResult, judge_response
from validation.trust.actions.answers import SubmittedAnswer, answer
from validation.trust.actions.draws import ask_all, new_item

_NOTHING = EvidenceReport(claims=(), findings=(), requirements=(), checks={}, grounded=None)
_LLM = LlmCallRecord(judge="vllm", model="sample-llm", tokens_in=2310, tokens_out=0, latency_ms=30_000, tries=4)
PROBABILITY = 0.5
REVIEWERS = (REVIEWER, "sample-colleague", "sample-lead")
_ROLES = (OpinionRole.FIRST, OpinionRole.SECOND, OpinionRole.ADJUDICATOR)
_AFTER = timedelta(hours=5)


@transaction.atomic
def load_sample() -> int:
    """How many turns were added; none when the story is there already. All of it or nothing, and seen by nobody before
    it is whole: a sweeper would take its times in the past for a worker that died."""
    if Turn.objects.filter(sample=True).exists():
        return 0
    now = timezone.now()
    pipeline = pipeline_named(PIPELINE, now=now)
    for story in STORIES:
        for number, draft in enumerate(story.drafts, start=1):
            _attempt(pipeline, story, number, draft, now - timedelta(days=draft.days))
    audit_sample(now=now)
    for part in sample_parts():
        part.load(now=now)
    return len(STORIES)


def _attempt(pipeline: Pipeline, story: Story, number: int, draft: Draft, at: datetime) -> None:
    context = story.text(draft.context)
    query = read_query(parse(context))
    submission = Submission(
        turn_id=story.turn_id,
        session_id=story.session,
        context_md=context,
        query=query.raw,
        response_md=story.text(f"draft_{number}"),
        memory_candidates=tuple(MemoryNote(key, content) for key, content in story.memory.items()),
    )
    attempt = receive_attempt(
        pipeline=pipeline, submission=submission, query=query.raw, by=PIPELINE, now=at, sample=True
    ).attempt
    claimed = judging.claim(attempt_id=attempt.pk, now=at)
    assert claimed is not None, "nobody else judges while the story is loaded"
    recorded = record_judgement(claimed=claimed, judged=_judged(submission, draft), now=at + timedelta(seconds=1))
    if recorded is not None and recorded.approved_after_revise:
        learn_from(attempt_id=recorded.attempt_id, now=at + timedelta(seconds=2))
    if draft.ruling is not None:
        _rule(attempt, draft, at + timedelta(minutes=37))


def _judged(submission: Submission, draft: Draft) -> GateResult:
    """The gate's own judgement, with the time it took; or the halt that the story tells."""
    if draft.halt is not None:
        return GateResult(None, Halt(draft.halt, draft.halt_message), _NOTHING, _LLM, draft.raw_reply)
    began = monotonic()
    judged = judge_response(submission, policy=policy_in_force().read().response)
    took = max(1, round((monotonic() - began) * 1000))
    return replace(judged, record=replace(judged.record, latency_ms=took))


def _rule(attempt: Attempt, draft: Draft, at: datetime) -> None:
    work = Intervention.objects.get(occurrences__subject_id=str(attempt.pk))
    assert draft.ruling is not None
    made = rulings.rule(
        intervention_id=work.pk,
        ruling=draft.ruling,
        by=REVIEWER,
        now=at,
        text=RulingText(note=draft.note, hints=draft.hints, message=draft.message, response_md=draft.edited),
        subject_id=str(attempt.pk),
    )
    rulings.finalize(made.pk, at + timedelta(minutes=1))


def audit_sample(*, now: datetime) -> None:
    """Drawn with a stored probability, like any audit. What has no answer waits on the desk."""
    rates = AuditPolicy()
    policy = policy_in_force()
    for sample in AUDITS:
        attempt = Attempt.objects.select_related("turn__pipeline", "text").get(
            turn__sample=True, turn__turn_id=sample.turn_id, number=sample.number
        )
        at = (attempt.decided_at or now) if sample.decisions else now
        item = new_item(attempt, AuditSource.DRAW, policy=policy.number, rates=rates, now=at)
        item.probability = PROBABILITY
        item.opinions_wanted = 2 if len(sample.decisions) > 1 else 1
        item.save()
        ask_all(item, rates, now=at)
        for role, by, decision in zip(_ROLES, REVIEWERS, sample.decisions, strict=False):
            opinion = item.opinions.get(role=role)
            given = SubmittedAnswer(decision=decision, checks=_checks(sample, decision))
            answer(opinion_id=opinion.pk, given=given, by=by, now=at + _AFTER)
            item.refresh_from_db()


def _checks(sample: SampleAudit, decision: Decision) -> dict[str, str]:
    wrong = sample.wrong if decision is not Decision.APPROVE else ()
    return {name.value: CheckAnswer.WRONG if name in wrong else CheckAnswer.RIGHT for name in CheckName}
