"""The lists of turns, of attempts (where every number of the overview and the insights leads) and of principles."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from validation.domain.attempt import AttemptState, Route
from validation.domain.check import CheckName
from validation.domain.halt import HaltCause
from validation.domain.learning import PrincipleCategory
from validation.platform.gates import gates
from validation.platform.live import Topic
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import Chip, Choice, Flag, ListPage, Number
from validation.platform.pages.times import milliseconds
from validation.platform.paging.csv_text import list_csv
from validation.response.queries.attempts import AttemptFilter, list_attempts_with_checks
from validation.response.queries.attempts_csv import attempts_csv
from validation.response.queries.principles import PrincipleFilter, list_principles
from validation.response.queries.turns import TurnFilter, list_turns_for_file, list_turns_with_paths
from validation.response.web.blind import hidden_from


def _hidden(request: HttpRequest) -> dict[str, Any]:
    return {"hidden": hidden_from(request)}


TURNS = ListPage(
    word="turn",
    view="web:turns",
    folder="response/turns",
    topic=Topic.ATTEMPTS,
    wanted=TurnFilter,
    read=list_turns_with_paths,
    given=_hidden,
    note="Each user query with the path its drafts took through the gate.",
    search="Turn id or words of the query",
    filters=(
        Choice("route", "Last route", "Any route", (*Route, "undecided"), kind="route"),
        Choice("check", "Failed check", "Any checks", tuple(CheckName), words="failed: {}"),
        Flag("looped", "More than one attempt"),
    ),
    csv=list_csv(
        list_turns_for_file,
        {
            "turn_id": "turn.turn_id",
            "pipeline": "turn.pipeline.name",
            "query": "turn.query",
            "attempts": "turn.attempts_made",
            "last_route": "turn.last_route",
            "confidence": "last.confidence",
            "failed_checks": "last.failed_checks",
            "created_at": "turn.created_at",
            "updated_at": "turn.updated_at",
        },
    ),
)


turns = viewer_page(TURNS.respond)


ATTEMPTS = ListPage(
    word="attempt",
    view="web:attempts",
    folder="response/attempts",
    topic=Topic.ATTEMPTS,
    wanted=AttemptFilter,
    read=list_attempts_with_checks,
    given=_hidden,
    csv=attempts_csv,
    note="Each draft that was submitted, with the decision it got.",
    search="Turn id or words of the query",
    filters=(
        Choice("route", "Route", "Any route", tuple(Route), kind="route"),
        Choice("state", "State", "Any state", (*AttemptState, "undecided")),
        Choice("check", "Failed check", "Any checks", tuple(CheckName), words="failed: {}"),
        Choice("cause", "Halted because", "Any halt cause", tuple(HaltCause)),
        Chip("judge", "judge {}"),
        Number("policy", "policy {}"),
        Number("slow_ms", "{} and slower", milliseconds),
    ),
)


attempts = viewer_page(ATTEMPTS.respond)


PRINCIPLES = ListPage(
    word="principle",
    view="web:principles",
    folder="response/principles",
    wanted=PrincipleFilter,
    read=list_principles,
    given=_hidden,
    search="A query: what was learned on ones like it",
    filters=(Choice("category", "Category", "Any category", tuple(PrincipleCategory)),),
    scoped=("pipeline",),
)


principles = viewer_page(PRINCIPLES.respond)


def proposal_address(*, statement: str, pipeline: str, turn_id: str) -> str:
    """Where a principle becomes a proposed belief of its pipeline, the form filled in; empty where no such page is
    plugged in."""
    try:
        page = reverse(next((gate.propose_page for gate in gates() if gate.propose_page), ""))
    except NoReverseMatch:
        return ""
    return f"{page}?{urlencode({'statement': statement, 'source': f'turn-{turn_id}', 'pipeline': pipeline})}"
