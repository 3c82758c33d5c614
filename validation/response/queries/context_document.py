"""The context.md returned to the pipeline: the submitted text with a block appended for each decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from validation.context_md.writer import ValidationBlock, append
from validation.domain.attempt import AttemptState
from validation.domain.check import CheckName
from validation.domain.decisions.loop import Counters, route_of
from validation.domain.intervention import DECIDES, Ruling
from validation.domain.text.word_diff import replacements, word_diff
from validation.domain.verdict import Backtracking, Decision, ReasonTag
from validation.models import Attempt, AttemptText, Judgement, RulingRecord

_BACKTRACKING = {Decision.REVISE: Backtracking.LOCAL_RETRY, Decision.RETRY: Backtracking.PARTIAL_REPLAN}


def context_with_blocks(attempt: Attempt) -> str:
    """The attempt's own context, with a block for each decision of its turn up to this attempt, and for each
    ruling that a route rests on."""
    text = AttemptText.objects.only("context_md", "user_query", "typed").get(attempt=attempt)
    return append(text.document(writes_evidence=True), validation_blocks(attempt))


def validation_blocks(attempt: Attempt) -> list[ValidationBlock]:
    of_turn = Attempt.objects.filter(turn=attempt.turn_id, number__lte=attempt.number)
    attempts = list(of_turn.select_related("ruling").order_by("number"))
    judgements = {
        (row.attempt_id, row.number): row
        for row in Judgement.objects.filter(attempt__in=attempts, comparison=False)
        .select_related("policy")
        .prefetch_related("checks")
    }
    edited = [one.pk for one in attempts if one.ruling and one.ruling.ruling == Ruling.APPROVE_EDITED]
    drafts = dict(AttemptText.objects.filter(attempt__in=edited).values_list("attempt", "response_md"))
    blocks: list[ValidationBlock] = []
    for one in attempts:
        judgement = judgements.get((one.pk, one.judgement_number or 0))
        if judgement is not None and one.state == AttemptState.DECIDED:
            blocks.append(_judged(one, judgement, attempts))
        if one.ruling is not None:
            draft = drafts.get(one.pk, "")
            blocks.append(_ruled(one, judgement, one.ruling, attempts, draft=draft))
    return blocks


def _judged(attempt: Attempt, judgement: Judgement, of_turn: Sequence[Attempt]) -> ValidationBlock:
    """The block of a judgement, with its route. If a loop limit turned it into FAIL, the limit is an issue."""
    route = Decision(attempt.judged_route)
    issues = tuple(judgement.issues)
    if route is Decision.FAIL and judgement.decision != Decision.FAIL:
        counters = Counters(revise=attempt.revise_count, retry=attempt.retry_count)
        limited = route_of(Decision(judgement.decision), counters, judgement.policy.read().response)
        issues = (limited.reason, *issues)  # a ruling overwrites the attempt's own reason
    return ValidationBlock(
        attempt=attempt.number,
        decision=route,
        confidence=judgement.confidence,
        checks=_checks(judgement),
        issues=issues,
        notes=judgement.notes,
        caveat=judgement.caveat or None,
        revision_hints=judgement.revision_hints,
        suggested_fixes=judgement.suggested_fixes,
        reason_tags=tuple(ReasonTag(tag) for tag in judgement.reason_tags),
        backtracking=Backtracking(judgement.backtracking) if judgement.backtracking else None,
        loop=_loop(attempt, route, attempt.decided_at, of_turn),
    )


def _ruled(
    attempt: Attempt, judgement: Judgement | None, ruling: RulingRecord, of_turn: Sequence[Attempt], *, draft: str
) -> ValidationBlock:
    decision = DECIDES[Ruling(ruling.ruling)]
    checks = _checks(judgement) if judgement is not None else {}
    for name in ruling.wrong_checks:
        if CheckName(name) in checks:
            checks[CheckName(name)] = not checks[CheckName(name)]
    final = ruling.response_md if ruling.ruling == Ruling.APPROVE_EDITED else ""
    lines = [f"Ruled {decision} by {ruling.by}.", ruling.note, ruling.message]
    return ValidationBlock(
        attempt=attempt.number,
        decision=decision,
        confidence=judgement.confidence if judgement is not None else None,
        checks=checks,
        notes=" ".join(part for part in lines if part),
        revision_hints=ruling.hints if decision is Decision.REVISE else "",
        suggested_fixes=ruling.hints if decision is Decision.RETRY else "",
        backtracking=_BACKTRACKING.get(decision),
        loop=_loop(attempt, decision, ruling.effective_at, of_turn),
        final_response=final,
        changes=replacements(word_diff(draft, final)) if final else (),
    )


def _loop(attempt: Attempt, decision: Decision, at: datetime | None, of_turn: Sequence[Attempt]) -> int:
    """The number of this REVISE or RETRY in the turn, from 1. Of the rulings on earlier attempts only those made before
    `at` count, so that a block keeps its number."""
    ordered = [
        one
        for one in of_turn
        if one.number < attempt.number and one.judged_route != decision and one.ruling is not None
        if one.route == decision and at is not None and one.ruling.effective_at <= at
    ]
    return 1 + len(ordered) + (attempt.revise_count if decision is Decision.REVISE else attempt.retry_count)


def _checks(judgement: Judgement) -> dict[CheckName, bool]:
    return {CheckName(check.name): check.state != "fail" for check in judgement.checks.all()}
