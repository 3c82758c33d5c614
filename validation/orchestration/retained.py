"""Preflights and returns as something to be forgotten after a time (`validation.domain.operations.retention`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from validation.models import Preflight, PreflightText, ReturnRecord, TodoSnapshot
from validation.orchestration.gate.result import ORCHESTRATION
from validation.platform.retention.retained import RowsByAge


class Preflights(RowsByAge):
    name = "preflights"
    told = "Preflights, and the TODO.md they were sent with"
    model = Preflight
    gate = ORCHESTRATION

    def forget(self, keys: Sequence[Any]) -> None:
        sent = list(PreflightText.objects.filter(preflight__in=keys).values_list("todo", flat=True).distinct())
        super().forget(keys)
        used = PreflightText.objects.filter(todo=OuterRef("pk"))
        TodoSnapshot.objects.filter(~Exists(used), pk__in=[key for key in sent if key]).delete()


class Returns(RowsByAge):
    name = "returns"
    told = "Returns of subagents"
    model = ReturnRecord
    gate = ORCHESTRATION
