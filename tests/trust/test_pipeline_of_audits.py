"""Audits and rulings that were there before they said their pipeline get that of what they are about."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories import NOON, intervention
from tests.trust.audits import decided, drawn
from validation.models import AuditItem, GoldItem, Opinion, Pipeline, RulingRecord

pytestmark = pytest.mark.django_db
fill = import_module("validation.migrations.0033_pipeline_of_audits_and_rulings").fill


def test_each_gets_its_pipeline() -> None:
    attempt = decided("turn_1", of="shop")
    audit, work = drawn(attempt), intervention(attempt)
    gold = GoldItem.objects.create(name="g", decision="REVISE", added_by="anna", added_at=NOON)
    planted = AuditItem.objects.create(gold=gold, source="gold", drawn_at=NOON, drawn_by="x", due_at=NOON)
    Opinion.objects.create(item=planted, role="first", intervention=work, asked_at=NOON, due_at=NOON)
    ruling = RulingRecord.objects.create(
        intervention=work, subject_id=work.subject_id, ruling="dismiss", by="rita", at=NOON, effective_at=NOON
    )
    AuditItem.objects.update(pipeline=None)
    fill(apps, None)
    shop = Pipeline.objects.get(name="shop").pk
    found = dict(AuditItem.objects.values_list("pk", "pipeline"))
    ruling.refresh_from_db()
    assert (found, ruling.pipeline_id) == ({audit.pk: shop, planted.pk: shop}, shop)
