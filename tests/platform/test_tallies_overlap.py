"""A row that changes while another connection folds is counted after its transaction, whatever state its hour had."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.overlap import meet
from tests.platform.test_tallies import decided_at, fold, rows_say
from validation.models import Attempt, TallySpan
from validation.platform.tallies.read import TallyScope, tallied

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def told(*by: str) -> dict[object, int]:
    return {one.key: one.n for one in tallied("attempt", TallyScope(), *by)}


def counted(*by: str) -> dict[object, int]:
    return {key: n for key, (n, *_) in rows_say("attempt", TallyScope(), *by).items()}


@pytest.mark.parametrize("state", ["due", "clean"])
def test_a_change_under_way_is_counted_once_it_is_committed(state: str) -> None:
    decided_at(timezone.now() - timedelta(hours=3))
    fold()
    TallySpan.objects.update(state=state)
    meet(holding=lambda: Attempt.objects.update(route="FAIL"), other=fold, then=lambda: None)
    fold()
    assert told("kind") == counted("kind")


def test_folding_waits_for_no_transaction_that_touches_its_hours() -> None:
    decided_at(timezone.now() - timedelta(hours=3))
    decided_at(timezone.now() - timedelta(hours=5), "u")
    fold()
    TallySpan.objects.update(state="due")
    first, last = Attempt.objects.order_by("submitted_at")

    def touch(attempt: Attempt) -> None:
        Attempt.objects.filter(pk=attempt.pk).update(route="FAIL")
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '5s'")

    meet(holding=lambda: touch(first), other=fold, then=lambda: touch(last))
    fold()
    assert told("kind") == counted("kind")
