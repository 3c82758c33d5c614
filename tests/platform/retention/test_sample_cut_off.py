"""The sample story whose loading breaks off, or that is loaded where people work."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.desk.people import a_fail
from validation.desk.actions.rulings import rule
from validation.domain.intervention import Ruling
from validation.management.sample.load import load_sample
from validation.models import RulingRecord, Turn

pytestmark = pytest.mark.django_db


def test_a_story_that_breaks_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the machine went down")

    monkeypatch.setattr("validation.management.sample.load._rule", broken)
    with pytest.raises(RuntimeError):
        load_sample()
    assert not Turn.objects.exists()


def test_loading_leaves_a_pending_ruling_as_it_was_made() -> None:
    now = timezone.now()
    made = rule(intervention_id=a_fail().pk, ruling=Ruling.APPROVE, by="mara", now=now)
    load_sample()
    kept = RulingRecord.objects.get(pk=made.pk)
    assert (kept.state, kept.at, kept.effective_at) == ("pending", now, made.effective_at)
