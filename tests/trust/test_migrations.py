"""Audits and rulings of earlier versions get what later ones store with them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories import NOON, intervention
from tests.trust.audits import decided, drawn
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.models import AuditItem, GoldItem, Opinion, Pipeline, RulingRecord
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

pytestmark = pytest.mark.django_db
fill_pipelines = import_module("validation.migrations.0033_pipeline_of_audits_and_rulings").fill
fill_verdicts = import_module("validation.migrations.0035_verdict_of_audits").fill


def test_audits_and_rulings_get_the_pipeline_of_what_they_are_about() -> None:
    attempt = decided("turn_1", of="shop")
    audit, work = drawn(attempt), intervention(attempt)
    gold = GoldItem.objects.create(name="g", decision="REVISE", added_by="anna", added_at=NOON)
    planted = AuditItem.objects.create(gold=gold, source="gold", drawn_at=NOON, drawn_by="x", due_at=NOON)
    Opinion.objects.create(item=planted, role="first", intervention=work, asked_at=NOON, due_at=NOON)
    ruling = RulingRecord.objects.create(
        intervention=work, subject_id=work.subject_id, ruling="dismiss", by="rita", at=NOON, effective_at=NOON
    )
    AuditItem.objects.update(pipeline=None)
    fill_pipelines(apps, None)
    shop = Pipeline.objects.get(name="shop").pk
    found = dict(AuditItem.objects.values_list("pk", "pipeline"))
    ruling.refresh_from_db()
    assert (found, ruling.pipeline_id) == ({audit.pk: shop, planted.pk: shop}, shop)


def test_an_audit_from_before_the_copy_of_its_verdict_gets_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validation.migrations.0035_verdict_of_audits._AT_ONCE", 2)
    for at in range(3):
        failed = (CheckName.NO_HALLUCINATIONS,) if at else ()
        drawn(decided(f"turn_{at}", Route.REVISE, confidence=0.5 + at / 10, failed=failed))
    before = list(truth_rows(audited_decisions()))
    AuditItem.objects.update(verdict=None)
    assert not list(truth_rows(audited_decisions()))
    fill_verdicts(apps, None)
    assert list(truth_rows(audited_decisions())) == before
    assert len(before) == 3
