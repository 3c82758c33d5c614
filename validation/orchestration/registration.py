"""What the platform knows of the orchestration gate: rules alone, so nothing of it halts or waits for a judge."""

from __future__ import annotations

from validation.domain.codes.code import CodeList
from validation.orchestration.gate.result import ORCHESTRATION, ErrorCode
from validation.orchestration.queries.replay import stored_delegations
from validation.orchestration.queries.tallies import SOURCES
from validation.orchestration.retained import Preflights, Returns
from validation.orchestration.sample import OrchestrationSample
from validation.platform.gates import NavigationPage, RegisteredGate

GATE = RegisteredGate(
    name=ORCHESTRATION,
    order=20,
    navigation=NavigationPage("Orchestration", "orchestration", "orchestration:overview", "r", 1, 30),
    tallies=SOURCES,
    replay=stored_delegations,
    retained=(Preflights(), Returns()),
    sample=OrchestrationSample(),
    codes=CodeList("orchestration", "Errors of the orchestration gate", ErrorCode.explained()),
    apis=("validation.orchestration.api",),
    pages="validation.orchestration.web.urls",
)
