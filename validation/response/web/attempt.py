"""One attempt: the evidence chain, and everything the judgement rests on."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.attempt import UNDECIDED
from validation.platform.circuits.state import circuits
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import choice_of, number_of
from validation.platform.pages.markdown import can_render
from validation.platform.pages.page import render_page, wants_part
from validation.response.queries.attempts_page import waiting_facts
from validation.response.queries.evidence_chain import EvidenceRecord, load_evidence
from validation.response.queries.prompts import prompt_number
from validation.response.web.blind import withheld
from validation.response.web.chain import Chain, chain_of
from validation.response.web.final import final_view
from validation.response.web.rendered_claims import rendered_with_claims
from validation.response.web.voices import check_sources, disagreements

VIEWS = ("marked", "rendered")


@viewer_page
def attempt(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`judgement` shows an earlier one, `view=rendered` the response as the user would see it,
    `claims` another page of evidence when a response holds very many."""
    if refused := withheld(request, attempt=pk):
        return refused
    record = load_evidence(pk, judgement=number_of(request, "judgement"))
    if record is None:
        raise Http404("There is no such attempt or judgement.")
    now = timezone.now()
    context = {
        **evidence_context(record, now=now, page=number_of(request, "claims")),
    }
    context["view"] = choice_of(request, "view", VIEWS) or "marked"
    if context["view"] == "rendered":
        context |= rendered_context(record, context["chain"])
    return render_page(
        request,
        "response/attempt/_body.html" if wants_part(request, "attempt-body") else "response/attempt/page.html",
        context,
    )


def rendered_context(record: EvidenceRecord, chain: Chain) -> dict[str, Any]:
    """The response as the user would see it, for `view=rendered`."""
    if not can_render(record.response_md):
        return {"can_render": False}
    return {"can_render": True, "html": rendered_with_claims(record.response_md, record.claims, chain.cards)}


def evidence_context(record: EvidenceRecord, *, now: datetime, page: int | None = None) -> dict[str, Any]:
    """What the partials in templates/response/attempt/ need; the review desk shows the same."""
    attempt = record.attempt
    undecided = attempt.state in [state.value for state in UNDECIDED]
    return {
        "record": record,
        "waiting": waiting_facts(attempt.submitted_at) if undecided else None,
        "circuits": circuits(now) if undecided else (),
        "attempt": attempt,
        "final": final_view(
            draft_md=record.response_md,
            final_md=attempt.final_response_md,
            by=attempt.ruling.by if attempt.ruling else "",
            number=attempt.number,
        ),
        "judgement": record.judgement,
        "prompt_number": prompt_number(record.judgement.prompt if record.judgement else ""),
        "chain": chain_of(record, page=page),
        "query": read_query(parse(record.context_md)),
        "checks": check_sources(record),
        "disagreements": disagreements(record),
    }
