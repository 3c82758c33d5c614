"""Audits hold a copy of the verdict that was drawn, also those from before there was one."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tests.trust.audits import decided, drawn
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.models import AuditItem
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

pytestmark = pytest.mark.django_db
fill = import_module("validation.migrations.0035_verdict_of_audits").fill


def test_an_audit_from_before_the_copy_gets_the_same_by_the_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validation.migrations.0035_verdict_of_audits._AT_ONCE", 2)
    for at in range(3):
        failed = (CheckName.NO_HALLUCINATIONS,) if at else ()
        drawn(decided(f"turn_{at}", Route.REVISE, confidence=0.5 + at / 10, failed=failed))
    before = list(truth_rows(audited_decisions()))
    AuditItem.objects.update(verdict=None)
    assert not list(truth_rows(audited_decisions()))
    fill(apps, None)
    assert list(truth_rows(audited_decisions())) == before
    assert len(before) == 3
