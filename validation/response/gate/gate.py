"""The response gate: is this response accurate and complete? (spec 1)

Stateless, and pure except for the LLM passed in: runs the evidence checker, then the judge, then the decision. Loop
limits, memory and interventions are applied when the result is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock

from validation.context_md.goals import goals_of
from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.attempt import MOST_GOALS, Submission
from validation.domain.codes.findings import FindingCode
from validation.domain.context import Provenance
from validation.domain.decisions.consistency import contradiction
from validation.domain.decisions.decision import DecisionResult, decide
from validation.domain.decisions.evidence_opinion import EvidenceOpinion
from validation.domain.decisions.goals import ScoredGoal, status_of
from validation.domain.halt import Halt, Halted
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Verdict
from validation.evidence.check_response import check_response
from validation.evidence.report import EvidenceReport
from validation.judge import embedded
from validation.judge.prompt import Prompt
from validation.judge.protocol import LlmCallFailed, LlmCallRecord, LlmClient
from validation.response.gate import rubric
from validation.response.gate.rubric import CheckedDraft

EMBEDDED = LlmCallRecord(judge="embedded", model="evidence")
# One evidence check takes some 15 ms of CPU. Sixteen in parallel all end after 240 ms and call the LLM in one burst; in
# sequence the first calls it after 15 ms (benchmarks.llm, 32 in flight: 5.3 s -> 4.8 s, ideal 4.0).
LONGEST_TURN_S = 0.5
_turn = Lock()


@dataclass(frozen=True, slots=True)
class GateResult:
    """Exactly one of `decided` and `halt` is set. `raw_reply` is the LLM's reply, even if it could not be parsed."""

    decided: DecisionResult | None
    halt: Halt | None
    report: EvidenceReport
    record: LlmCallRecord
    raw_reply: str = ""


def judge_response(
    submission: Submission,
    *,
    policy: ResponsePolicy,
    llm_client: LlmClient | None = None,
    deadline: float = 90.0,
    prompt: Prompt = rubric.PROMPT,
    typed: Sequence[str] = (),
) -> GateResult:
    """Judges one submission with the LLM behind `llm_client`, or with the embedded judge without one. If the LLM fails
    the submission halts; there is no fallback. `deadline` is in seconds; `typed` as in `Provenance`."""
    with _in_turn():
        provenance = Provenance(policy.writes_evidence, submission.query, tuple(typed))
        document = parse(submission.context_md, provenance)
        listed = submission.goals or goals_of(document)
        goals = listed[:MOST_GOALS]
        report = check_response(document, submission.response_md, goals, query=read_query(document))
        if len(listed) > MOST_GOALS:
            unscored = FindingCode.GOALS_UNSCORED.at(0, 0, number=len(listed), limit=MOST_GOALS)
            report = replace(report, findings=(*report.findings, unscored))
    draft = CheckedDraft(document, submission.response_md, goals, report)
    if llm_client is not None:
        return _ask(draft, policy, llm_client, deadline, prompt)
    decided = _decide(embedded.verdict_of(report, draft.response_md), draft, policy)
    if report.grounded is not None:
        decided = replace(decided, raw_confidence=report.grounded)
    return GateResult(decided, None, report, EMBEDDED)


@contextmanager
def _in_turn() -> Iterator[None]:
    """Serializes evidence checks of this process, whose threads share one interpreter anyway. After waiting for
    `LONGEST_TURN_S` a thread runs in parallel, so that one very long text does not block the others."""
    mine = _turn.acquire(timeout=LONGEST_TURN_S)
    try:
        yield
    finally:
        if mine:
            _turn.release()


def _ask(
    draft: CheckedDraft, policy: ResponsePolicy, llm_client: LlmClient, deadline: float, prompt: Prompt
) -> GateResult:
    report, record, raw = draft.report, LlmCallRecord(judge="vllm", model=""), ""
    try:
        answer = llm_client.ask(
            rubric.render(draft, count_tokens=llm_client.count_tokens, deadline=deadline, prompt=prompt)
        )
        record, raw = answer.record, answer.text
        verdict = rubric.read_verdict(answer.text, draft.goals)
        clash = contradiction(verdict, policy)
        if clash:
            raise Halted(clash, raw_reply=raw)
    except LlmCallFailed as failed:
        return GateResult(None, failed.halt, report, failed.record, failed.raw_reply)
    except Halted as halted:
        return GateResult(None, halted.halt, report, record, halted.raw_reply or raw)
    return GateResult(_decide(verdict, draft, policy), None, report, record, raw)


def _decide(verdict: Verdict, draft: CheckedDraft, policy: ResponsePolicy) -> DecisionResult:
    report = draft.report
    opinion = EvidenceOpinion(
        checks={name: (check.state, check.reason) for name, check in report.checks.items()},
        findings=report.findings,
        requirements=report.requirements,
        evidence_missing=report.evidence_missing,
    )
    scored = tuple(
        ScoredGoal(goal.id, goal.description, score, status_of(score, policy))
        for goal in draft.goals
        if (score := verdict.goals.get(goal.id)) is not None
    )
    return decide(verdict, opinion, scored, policy)
