"""What `/metrics` says of an instance where nothing has happened yet."""

from __future__ import annotations

import pytest

from config.ops.metrics import collect_all
from validation.domain.halt import HaltCause


@pytest.mark.django_db
def test_what_never_happened_is_told_as_none_so_that_its_first_time_is_seen() -> None:
    (halts,) = (family for family in collect_all() if family.name == "countersign_halts")
    assert {sample.labels["cause"]: sample.value for sample in halts.samples} == dict.fromkeys(HaltCause, 0)
