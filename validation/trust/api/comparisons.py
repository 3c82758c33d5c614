"""`/comparisons`: compares two judges, prompts or policies on cases whose truth is known."""

from __future__ import annotations

import uuid
from typing import Annotated, Any

from django.db.models import Q
from django.http import StreamingHttpResponse
from ninja import Router
from ninja.responses import Status
from pydantic import Field

from validation.domain.codes.problems import ProblemCode
from validation.models import Policy
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import In, PageLimit, Text
from validation.platform.paging.csv_text import download
from validation.platform.paging.keyset import PAGE
from validation.platform.policies import policy_in_force
from validation.platform.work.enqueue import enqueue
from validation.response.queries.blind_attempts import blind_work
from validation.trust.actions.comparisons import Side, judge_halted_again, start_comparison
from validation.trust.queries.comparisons import (
    ComparisonFilter,
    ReadComparison,
    Show,
    cases_csv,
    list_comparisons,
    read_comparison,
)
from validation.trust.queries.known_cases import Cases
from validation.trust.schemas import ComparedCasePage, ComparisonOut, ComparisonPage
from validation.trust.tasks import run_comparisons

router = Router(tags=["comparisons"])
Count = Annotated[int, Field(strict=True, ge=0, le=10**6)]


class SideIn(In):
    """One of the two sides."""

    judge: Annotated[Text, Field(max_length=20)]
    """recorded (the stored judgement in force), embedded, or vllm if an LLM is configured."""
    prompt: Count = 0
    """The number of a prompt version, 0 for the built-in one. Applies only to an LLM."""
    policy: Count = 0
    """The number of a policy, 0 for the one in force. Does not apply to `recorded`."""


class ComparisonIn(In):
    """A comparison of two sides that differ in judge, prompt or policy."""

    first: SideIn
    """The first side, usually the configuration in force."""
    second: SideIn
    """The second side, usually the proposed configuration."""
    cases: Cases = Cases.ALL
    """Gold items (gold), closed audits and final rulings (people), or both (all)."""


@router.get("/comparisons", response=ComparisonPage, auth=auth.admin, summary="List comparisons")
def get_comparisons(request: AuthedRequest, cursor: Text | None = None, limit: PageLimit = PAGE) -> Any:
    """Comparisons of the key's own pipeline, newest first, without figures."""
    wanted = ComparisonFilter(request.auth.pipeline.name, with_common=False)
    page = list_comparisons(wanted, cursor=cursor, limit=limit)
    return page.resource()


@router.post("/comparisons", response={201: ComparisonOut}, auth=auth.admin, summary="Start a comparison")
def post_comparison(request: AuthedRequest, body: ComparisonIn) -> Any:
    """Compares on at most the newest 300 cases of the key's own pipeline. Workers judge them one after the other;
    `judged` of `GET /comparisons/{id}` is the progress. No decision changes."""
    made = start_comparison(
        first=_side(request, "first", body.first),
        second=_side(request, "second", body.second),
        cases=body.cases,
        pipeline=request.auth.pipeline,
        **acting(request),
    )
    enqueue(run_comparisons, "evidence")
    return Status(201, _require(request, made.pk))


@router.get("/comparisons/{comparison_id}", response=ComparisonOut, auth=auth.admin, summary="Show a comparison")
def get_comparison(request: AuthedRequest, comparison_id: uuid.UUID) -> ReadComparison:
    """The comparison with the figures of both sides over the cases judged so far."""
    return _require(request, comparison_id)


@router.post(
    "/comparisons/{comparison_id}/again", response=ComparisonOut, auth=auth.admin, summary="Judge halted cases again"
)
def post_again(request: AuthedRequest, comparison_id: uuid.UUID) -> ReadComparison:
    """Queues the cases again that either side could not judge. `judged` is the progress."""
    found = _require(request, comparison_id).comparison
    judge_halted_again(found, **acting(request))
    enqueue(run_comparisons, "evidence")
    return _require(request, comparison_id)


@router.get(
    "/comparisons/{comparison_id}/cases", response=ComparedCasePage, auth=auth.admin, summary="List compared cases"
)
def get_cases(
    request: AuthedRequest,
    comparison_id: uuid.UUID,
    show: Show = Show.DIFFER,
    cursor: Text | None = None,
    limit: PageLimit = PAGE,
) -> dict[str, Any]:
    """Judged cases in the order of the comparison, without texts. `next` is the cursor of the next page."""
    page = _require(request, comparison_id).cases_page(show, cursor=cursor, limit=limit)
    return page.resource()


@router.get("/export/comparisons/{comparison_id}.csv", auth=auth.admin, summary="Export compared cases")
def export_comparison(request: AuthedRequest, comparison_id: uuid.UUID) -> StreamingHttpResponse:
    """One line for each judged case, with the outcome of both sides."""
    return download(cases_csv(_require(request, comparison_id)), "comparison.csv")


def _side(request: AuthedRequest, name: str, side: SideIn) -> Side:
    """Raises InputRejected unless the policy is common to all pipelines or belongs to the key's own."""
    pipeline = request.auth.pipeline
    known = Policy.objects.filter(Q(pipeline=None) | Q(pipeline=pipeline), number=side.policy)
    if side.policy and not known.exists():
        raise ProblemCode.COMPARISON_INVALID.error("policy", number=side.policy, field=name)
    return Side(side.judge, side.prompt, side.policy or policy_in_force(pipeline.pk).number)


def _require(request: AuthedRequest, pk: uuid.UUID) -> ReadComparison:
    hidden = blind_work(request.auth.actor).of_turns
    read = read_comparison(pk, hidden=hidden, pipeline=request.auth.pipeline)
    return ProblemCode.COMPARISON_UNKNOWN.unless(read, id=pk)
