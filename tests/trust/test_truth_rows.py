"""What the statistics read of an audited decision."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOON, decide
from tests.trust.audits import an_audit, answered, decided, drawn, reply
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.trust.audit import CheckAnswer, OpinionRole
from validation.domain.verdict import Decision
from validation.models import AuditItem
from validation.platform.paging.filters import SpanFilter
from validation.trust.queries import truth_rows as module
from validation.trust.queries.audited import read_audited
from validation.trust.queries.truth_rows import audited_decisions, brief_rows, truth_rows

pytestmark = pytest.mark.django_db


def test_a_row_has_the_verdict_the_draw_the_truth_and_the_answers() -> None:
    attempt = decided(route=Route.REVISE, confidence=0.61, failed=(CheckName.CLAIMS_SUPPORTED,))
    item = drawn(attempt, probability=0.25)
    answered(item, "mara", Decision.APPROVE, unsupported=[(0, 4)])
    [row] = truth_rows(audited_decisions())
    assert (row.pipeline, row.judge, row.policy, row.month) == ("shop-assistant", "embedded", 1, "2026-11")
    assert (row.route, row.confidence, row.checks["claims_supported"]) == ("REVISE", 0.61, "fail")
    assert (row.source, row.probability, row.state) == ("draw", 0.25, "settled")
    assert (row.truth_route, row.truth_source, row.truth_checks["no_hallucinations"]) == ("APPROVE", "single", "right")
    assert [(one.rater, one.role, one.decision, one.unsupported) for one in row.answers] == [
        ("mara", "first", "APPROVE", ((0, 4),))
    ]


def test_the_verdict_is_the_one_that_was_drawn_whatever_was_judged_since() -> None:
    attempt = decided(confidence=0.91)
    drawn(attempt)
    decide(attempt, Route.REVISE, confidence=0.55)
    [row] = truth_rows(audited_decisions())
    assert (row.judgement, row.route, row.confidence) == (1, "APPROVE", 0.91)


def test_a_dispute_has_answers_and_no_truth() -> None:
    item = drawn(decided(), wanted=2)
    answered(item, "mara", Decision.APPROVE)
    answered(item, "otto", Decision.REVISE, role=OpinionRole.SECOND, checks={"claims_supported": CheckAnswer.WRONG})
    [row] = truth_rows(audited_decisions())
    assert (row.state, row.truth_route, len(row.answers)) == ("disputed", "", 2)


def test_rows_are_newest_first_within_pipeline_and_time() -> None:
    for index in range(4):
        drawn(decided(f"turn_{index}", at=NOON + timedelta(days=index)))
    drawn(decided("other", of="travel", at=NOON + timedelta(days=2)))
    within = {"since": NOON + timedelta(days=1), "until": NOON + timedelta(days=3, hours=-1)}
    rows = truth_rows(audited_decisions(SpanFilter("shop-assistant", **within)))
    assert [row.turn_id for row in rows] == ["turn_2", "turn_1"]


def test_a_long_history_is_read_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 2)
    for index in range(5):
        drawn(decided(f"turn_{index}"), at=NOON)  # all at once: the ids tell them apart
    assert len({row.item_id for row in truth_rows(audited_decisions())}) == 5


def test_a_brief_row_says_the_same_without_findings_checks_and_sentences() -> None:
    for number, route in enumerate((Route.APPROVE, Route.REVISE)):
        item = drawn(decided(f"t_{number}", route=route, confidence=0.1 + 0.2, failed=(CheckName.QUERY_ADDRESSED,)))
        for person, role in (("mara", OpinionRole.FIRST), ("ivo", OpinionRole.SECOND))[: number + 1]:
            answered(item, person, Decision.APPROVE, role=role, unsupported=[(0, 4)])
    newest = audited_decisions().order_by("-drawn_at", "-pk")
    rows = [
        row._replace(
            turn_id="", finding_codes=(), answers=tuple(one._replace(checks={}, unsupported=()) for one in row.answers)
        )
        for row in truth_rows(newest)
    ]
    assert len(rows) == 2
    assert {row.item_id: row for row in brief_rows(newest)} == {row.item_id: row for row in rows}


def test_what_halted_has_no_brief_row() -> None:
    item = drawn(decided())
    AuditItem.objects.filter(pk=item.pk).update(verdict=None)
    assert brief_rows(audited_decisions()) == []


def test_the_share_of_second_opinions_is_that_of_the_policy_that_drew() -> None:
    item = an_audit(second_opinion=0.25)
    for by, opinion in zip(("mara", "otto"), item.opinions.order_by("asked_at", "pk"), strict=False):
        reply(item, by, role=OpinionRole(opinion.role))
    assert read_audited(SpanFilter()).answers.paired.tolist() == [0.25]
