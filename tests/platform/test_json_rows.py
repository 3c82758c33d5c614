"""Rows read as JSON beside the row they hang on are what a statement of their own would give."""

from __future__ import annotations

import pytest
from django.db.models import OuterRef

from tests.factories import attempt, decide, turn
from validation.domain.attempt import Route
from validation.models import Attempt, ClaimRecord, Judgement, Policy, Turn
from validation.platform.json_rows import JsonRows

pytestmark = pytest.mark.django_db


def test_values_of_every_type_survive() -> None:
    made = turn(query='tab\t "quoted" \\ ✓')
    third = decide(attempt(made), Route.FAIL, confidence=0.1 + 0.2, issues=['a "b"', "ü"])
    attempt(made)
    fields = ("id", "number", "partial", "confidence", "submitted_at", "failed_checks", "decided_at", "route")
    rows = Attempt.objects.order_by("-number").values(*fields)
    read = Turn.objects.annotate(lines=JsonRows(rows.filter(turn=OuterRef("pk")))).get()
    assert read.lines == list(rows)  # type: ignore[attr-defined]
    told = Judgement.objects.values("issues", "voices", "cost", "raw_confidence")
    beside = Policy.objects.annotate(lines=JsonRows(told.filter(policy=OuterRef("pk")))).get(pk=third.policy_id)
    assert beside.lines == list(told)  # type: ignore[attr-defined]


def test_no_rows_are_an_empty_list() -> None:
    judgement = decide(attempt(turn()), Route.APPROVE, confidence=0.9)
    rows = ClaimRecord.objects.filter(judgement=OuterRef("pk")).values("text")
    assert Judgement.objects.annotate(lines=JsonRows(rows)).get(pk=judgement.pk).lines == []  # type: ignore[attr-defined]
