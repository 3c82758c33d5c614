"""What `/metrics` says of an instance where nothing has happened yet."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from config.ops.metrics import collect_all
from tests import factories
from validation.domain.halt import HaltCause
from validation.platform.processes import record_heartbeat


@pytest.mark.django_db
def test_what_never_happened_is_told_as_none_so_that_its_first_time_is_seen() -> None:
    (halts,) = (family for family in collect_all() if family.name == "countersign_halts")
    assert {sample.labels["cause"]: sample.value for sample in halts.samples} == dict.fromkeys(HaltCause, 0)


@pytest.mark.django_db
def test_a_queue_that_nobody_serves_is_told_so_that_the_alert_sees_it() -> None:
    """The row of a worker that was told to end, or was silent for an hour, is gone."""
    record_heartbeat(process="worker@a:1", queues=["evidence"], now=timezone.now())
    (ages,) = (family for family in collect_all() if family.name == "countersign_heartbeat_age_seconds")
    silent = {sample.labels["name"] for sample in ages.samples if sample.value > 60}
    assert silent == {"judging", "delivery", "housekeeping", "schedule"}


@pytest.mark.django_db
def test_a_scrape_reads_all_its_tallies_together(django_assert_max_num_queries: Any) -> None:
    call_command("rebuild_tallies", verbosity=0)
    factories.decide(factories.attempt(factories.turn()))
    with django_assert_max_num_queries(20):
        assert list(collect_all())
