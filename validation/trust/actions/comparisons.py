"""Starts comparisons for admins, and judges their cases in a worker. Comparisons never change a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from validation.domain.attempt import RESPONSE, Goal, Submission
from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import NotFound
from validation.domain.operations.cost import Cost
from validation.domain.trust.comparison import HALT, RECORDED
from validation.judge.configured import configured_llm_client
from validation.judge.protocol import LlmCallRecord
from validation.models import (
    Attempt,
    ComparedItem,
    Comparison,
    GoldItem,
    Judgement,
    Pipeline,
    Policy,
)
from validation.platform import audit
from validation.platform.live import Topic, publish
from validation.platform.work.judge_calls import record_calls
from validation.response.gate.gate import GateResult, judge_response
from validation.response.queries.prompts import prompt_of
from validation.trust.queries.known_cases import Cases, known_cases
from validation.trust.queries.prompts import attempts_in_examples

_refused = ProblemCode.COMPARISON_INVALID.error

JUDGES = (RECORDED, "embedded", "vllm")
_CLAIM = timedelta(minutes=5)
"""Length of a claim on a case; longer if the deadlines of both judges add up to more."""
_BESIDE_ASKING = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Side:
    """`recorded` is the judgement in force, which needs neither prompt nor policy. Only an LLM has a prompt."""

    judge: str
    prompt: int = 0
    policy: int = 0

    @property
    def meant(self) -> Side:
        """This side with the fields reset that its judge ignores."""
        if self.judge == RECORDED:
            return Side(RECORDED)
        return self if self.judge == "vllm" else replace(self, prompt=0)


def start_comparison(
    *, first: Side, second: Side, cases: Cases, pipeline: Pipeline | None, by: str, now: datetime
) -> Comparison:
    """Excludes cases that are examples in either prompt. Raises InputRejected `comparison_invalid`. The caller enqueues
    the judging after commit."""
    sides = (_checked("first", first), _checked("second", second))
    if sides[0] == sides[1]:
        raise _refused("same", field="second")
    shown = attempts_in_examples(side.prompt for side in sides if side.prompt)
    known = known_cases(cases, pipeline, but=shown)
    if not known:
        raise _refused("cases", field="cases")
    with transaction.atomic():
        made = Comparison.objects.create(
            first=asdict(sides[0]),
            second=asdict(sides[1]),
            pipeline=pipeline,
            cases=cases,
            started_by=by,
            started_at=now,
        )
        ComparedItem.objects.bulk_create(
            ComparedItem(
                comparison=made,
                position=position,
                attempt_id=case.attempt,
                judgement_number=case.judgement,
                gold_id=case.gold,
                truth=case.truth,
                truth_checks=case.checks,
            )
            for position, case in enumerate(known, start=1)
        )
        audit.record(by=by, verb="comparison.started", subject=f"comparison:{made.pk}", now=now, cases=len(known))
    return made


@transaction.atomic
def judge_halted_again(comparison: Comparison, *, by: str, now: datetime) -> int:
    """Requeues the cases that a judge of either side could not judge; returns how many. The caller enqueues the judging
    after commit."""
    halted = [Q(**{f"{name}__decision": HALT}) for name in comparison.judging_sides]
    n = comparison.items.filter(reduce(or_, halted)).update(first=None, second=None, claimed_until=None)
    audit.record(by=by, verb="comparison.judged_again", subject=f"comparison:{comparison.pk}", now=now, cases=n)
    return n


def _checked(name: str, side: Side) -> Side:
    side = side.meant
    if side.judge not in JUDGES:
        raise _refused("judge", field=name, name=side.judge, known=", ".join(JUDGES))
    if side.judge == "vllm" and configured_llm_client() is None:
        raise _refused("llm", field=name)
    if side.judge != RECORDED and not Policy.objects.filter(number=side.policy).exists():
        raise _refused("policy", field=name, number=side.policy)
    try:
        prompt_of(side.prompt)
    except NotFound as error:
        raise ProblemCode.COMPARISON_INVALID.error(detail=error.detail, field=name) from None
    return side


def judge_waiting_cases(*, now: Callable[[], datetime], limit: int) -> int:
    """Judges up to `limit` cases; returns how many. Returns 0 while another worker is judging, so that comparisons
    occupy one worker at most."""
    if ComparedItem.objects.filter(first__isnull=True).exclude(_is_free(now())).exists():
        return 0
    done = 0
    while done < limit and (item := _claim(now())) is not None:
        _judge(item, now)
        done += 1
    return done


def _claim(now: datetime) -> ComparedItem | None:
    waiting = ComparedItem.objects.filter(_is_free(now), first__isnull=True)
    item = waiting.select_related("comparison__pipeline", "gold__pipeline", "attempt__text", "attempt__pipeline")
    found = item.order_by("pk").first()
    if found is None or not waiting.filter(pk=found.pk).update(claimed_until=now + _claim_length()):
        return None
    return found


def _is_free(now: datetime) -> Q:
    """A claim that ends later than a whole one from now was made before the clock was set back."""
    latest = now + _claim_length() + MAX_CLOCK_SKEW
    return Q(claimed_until=None) | Q(claimed_until__lte=now) | Q(claimed_until__gt=latest)


def _claim_length() -> timedelta:
    """Long enough for both sides to call an LLM in turn, so that no second worker repeats the calls."""
    return max(_CLAIM, 2 * timedelta(seconds=settings.COUNTERSIGN_JUDGE_DEADLINE) + _BESIDE_ASKING)


def _judge(item: ComparedItem, now: Callable[[], datetime]) -> None:
    first, second = (_outcome(item, Side(**side), now) for side in (item.comparison.first, item.comparison.second))
    ComparedItem.objects.filter(pk=item.pk, first__isnull=True).update(first=first, second=second, claimed_until=None)
    publish(Topic.COMPARISONS, str(item.comparison_id))


def _outcome(item: ComparedItem, side: Side, now: Callable[[], datetime]) -> dict[str, Any]:
    if side.judge == RECORDED:
        return _recorded(item)
    llm_client = configured_llm_client() if side.judge == "vllm" else None
    if side.judge == "vllm" and llm_client is None:
        return _halted("No LLM is configured any more.")
    began = monotonic()
    judged = judge_response(
        _submission(item),
        policy=Policy.objects.get(number=side.policy).read().response,
        llm_client=llm_client,
        deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE),
        prompt=prompt_of(side.prompt),
        typed=item.gold.typed if item.gold else item.attempt.text.typed if item.attempt else (),
    )
    _record_call(item, judged, now())
    return _judged(judged, round((monotonic() - began) * 1000))


def _judged(judged: GateResult, ms: int) -> dict[str, Any]:
    decided, spent = judged.decided, _spent(judged.record, judged.record.cost, ms)
    if decided is None:
        return {**_halted(judged.halt.message if judged.halt else ""), **spent}
    checks = {check.name.value: [check.state.value, check.reason] for check in decided.checks}
    return {"decision": decided.decision.value, "confidence": decided.confidence, "checks": checks, **spent}


def _halted(reason: str) -> dict[str, Any]:
    return {"decision": HALT, "confidence": None, "checks": {}, "reason": reason}


def _recorded(item: ComparedItem) -> dict[str, Any]:
    if item.gold is not None:
        verdict = item.gold.verdict
        if not verdict:
            return _halted("The gold item has no verdict yet.")
        checks = {
            name: [check_verdict["state"], check_verdict["reason"]] for name, check_verdict in verdict["checks"].items()
        }
        return {"decision": verdict["decision"], "confidence": verdict["confidence"], "checks": checks}
    judged = Judgement.objects.filter(attempt=item.attempt_id, number=item.judgement_number or 0).first()
    if judged is None:
        return _halted("The judgement is gone.")
    return {
        "decision": judged.decision or HALT,
        "confidence": judged.confidence,
        "checks": {check.name: [check.state, check.reason] for check in judged.checks.all()},
        "reason": judged.halt_message,
        **_spent(judged, judged.paid, judged.latency_ms),
    }


def _spent(by: LlmCallRecord | Judgement, cost: Cost | None, ms: int) -> dict[str, Any]:
    return {
        "model": by.model,
        "prompt": by.prompt,
        "ms": ms,
        "tokens": by.tokens_in + by.tokens_out,
        "cost": f"{cost.amount:f}" if cost else None,
        "currency": cost.currency if cost else "",
    }


def _submission(item: ComparedItem) -> Submission:
    if item.gold is not None:
        return Submission(item.gold.name, item.gold.context_md, item.gold.response_md, query=item.gold.user_query)
    attempt = item.attempt
    assert attempt is not None, "a case is a gold item or an attempt"
    return Submission(
        turn_id=str(attempt.pk),
        context_md=attempt.text.context_md,
        response_md=attempt.text.response_md,
        goals=tuple(Goal(**goal) for goal in attempt.text.goals),
        query=attempt.text.user_query,
    )


def _record_call(item: ComparedItem, judged: GateResult, now: datetime) -> None:
    """Charges the call to the pipeline of the case; gold items of all pipelines are charged to none."""
    subject: Attempt | GoldItem | None = item.attempt or item.gold
    pipeline = (subject.pipeline if subject else None) or item.comparison.pipeline
    if pipeline is not None:
        record_calls(
            [judged.record],
            gate=RESPONSE,
            subject_id=str(subject.pk if subject else ""),
            pipeline=pipeline,
            halt_cause=judged.halt.cause if judged.halt else "",
            now=now,
        )
