"""The sample story whose loading breaks off."""

from __future__ import annotations

import pytest

from validation.management.sample.load import load_sample
from validation.models import Turn

pytestmark = pytest.mark.django_db


def test_a_story_that_breaks_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the machine went down")

    monkeypatch.setattr("validation.management.sample.load._rule", broken)
    with pytest.raises(RuntimeError):
        load_sample()
    assert not Turn.objects.exists()
