"""Searches of the review desk for what no index holds: all of the open work, the newest of what is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import text_of
from tests.factories import attempt, decide, intervention, turn
from validation.domain.attempt import Route
from validation.domain.intervention import InterventionState
from validation.models import Intervention
from validation.platform.paging import filters

pytestmark = pytest.mark.django_db
NOTE = "Searches the newest 2 entries at most."


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> list[Intervention]:
    """Four about `zz`, the oldest first."""
    monkeypatch.setattr(filters, "SCANNED", 2)
    found = []
    for number in range(4):
        about = attempt(turn(f"turn_{number}"))
        decide(about, Route.FAIL, confidence=0.1)
        found.append(intervention(about, title="Zz hums"))
    return found


@pytest.mark.parametrize("search", ["is:ruled zz", "is:any zz"])
def test_of_closed_work_the_newest_is_searched_and_the_list_says_so(
    search: str, works: list[Intervention], reviewer: Client
) -> None:
    now = timezone.now()
    for number, work in enumerate(works):
        work.state, work.closed_at = InterventionState.RULED, now + timedelta(minutes=number)
        work.opened_at = now - timedelta(minutes=9 - number)
        work.save()
    page = text_of(reviewer, f"/desk/?q={search}")
    assert [f"row-{work.pk}" in page for work in works] == [False, False, True, True]
    assert NOTE in page


def test_of_open_work_all_is_searched(works: list[Intervention], reviewer: Client) -> None:
    page = text_of(reviewer, "/desk/?q=zz")
    assert all(f"row-{work.pk}" in page for work in works)
    assert NOTE not in page
