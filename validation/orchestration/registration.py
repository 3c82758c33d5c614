"""Registers the orchestration gate. It has rules only, so nothing halts or waits for a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from validation.models import Preflight, PreflightText, ReturnRecord, TodoSnapshot
from validation.orchestration.gate.result import ORCHESTRATION, ErrorCode
from validation.orchestration.queries.orchestration import of_turn
from validation.orchestration.queries.orchestration_stats import SOURCES
from validation.orchestration.queries.replay import stored_delegations
from validation.orchestration.sample import OrchestrationSample
from validation.platform.gates import NavigationPage, RegisteredGate
from validation.platform.retained import RowsByAge


class Preflights(RowsByAge):
    name = "preflights"
    description = "Preflights, and the TODO.md they were sent with"
    model = Preflight
    gate = ORCHESTRATION
    keyed = "preflight"

    def forget(self, keys: Sequence[Any]) -> None:
        sent = list(PreflightText.objects.filter(preflight__in=keys).values_list("todo", flat=True).distinct())
        super().forget(keys)
        used = PreflightText.objects.filter(todo=OuterRef("pk"))
        TodoSnapshot.objects.filter(~Exists(used), pk__in=[key for key in sent if key]).delete()


class Returns(RowsByAge):
    name = "returns"
    description = "Returns of subagents"
    model = ReturnRecord
    gate = ORCHESTRATION
    keyed = "return"


GATE = RegisteredGate(
    name=ORCHESTRATION,
    order=20,
    navigation=NavigationPage("Orchestration", "orchestration", "orchestration:overview", "r", 1, 30),
    tallies=SOURCES,
    replay=stored_delegations,
    of_turn=of_turn,
    retained=(Preflights(), Returns()),
    sample=OrchestrationSample(),
    codes=ErrorCode.listed("orchestration", "Errors of the orchestration gate"),
    apis=("validation.orchestration.api",),
    pages="validation.orchestration.web.urls",
)
