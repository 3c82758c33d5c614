"""One attempt: the evidence chain, and everything the judgement rests on."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import Truncator

from validation.context_md.query import read_query
from validation.domain.attempt import UNDECIDED
from validation.domain.check import CheckState, DecisionSource
from validation.domain.finding import Severity
from validation.domain.verdict import Decision
from validation.models import CheckRecord, FindingRecord, RequirementRecord
from validation.platform.pages.access import viewer_page
from validation.platform.pages.markdown import can_render
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.parameters import choice_of, number_of
from validation.platform.processes import circuits
from validation.response.queries.attempt_resource import own_metadata
from validation.response.queries.attempts import waiting_facts
from validation.response.queries.blast_radius import blast_radius as read
from validation.response.queries.evidence_chain import EvidenceRecord, load_evidence
from validation.response.queries.prompts import prompt_number
from validation.response.web.blind import hidden_from, withheld
from validation.response.web.chain import Chain, ClaimView, chain_of
from validation.response.web.rendered_claims import rendered_with_claims
from validation.response.web.turn import final_view

VIEWS = ("marked", "rendered")
_EMBEDDED = "embedded"
_WHO: dict[frozenset[str], str] = {
    frozenset({DecisionSource.JUDGE}): "LLM judge alone",
    frozenset({DecisionSource.EVIDENCE}): "evidence checker alone",
    frozenset({DecisionSource.JUDGE, DecisionSource.EVIDENCE}): "LLM judge and evidence checker",
}


@viewer_page
def attempt(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`judgement` shows an earlier one, `view=rendered` the response as the user would see it,
    `claims` another page of evidence when a response holds very many."""
    if refused := withheld(request, attempt=pk):
        return refused
    found = load_evidence(pk, judgement=number_of(request, "judgement"))
    record = found_or_404(found, "There is no such attempt or judgement.")
    now = timezone.now()
    context = evidence_context(record, now=now, page=number_of(request, "claims"))
    context["view"] = choice_of(request, "view", VIEWS) or "marked"
    if context["view"] == "rendered":
        context |= rendered_context(record, context["chain"])
    name = "_body" if wants_part(request, "attempt-body") else "page"
    return render_page(request, f"response/attempt/{name}.html", context)


def rendered_context(record: EvidenceRecord, chain: Chain) -> dict[str, Any]:
    """The response as the user would see it, for `view=rendered`."""
    if not can_render(record.response_md):
        return {"can_render": False}
    return {"can_render": True, "html": rendered_with_claims(record.response_md, record.claims, chain.cards)}


def evidence_context(record: EvidenceRecord, *, now: datetime, page: int | None) -> dict[str, Any]:
    """What the partials in templates/response/attempt/ need; the review desk shows the same."""
    attempt, chain = record.attempt, chain_of(record, page=page)
    undecided = attempt.state in UNDECIDED
    return {
        "record": record,
        "waiting": waiting_facts(attempt.submitted_at) if undecided else None,
        "circuits": circuits(now) if undecided else (),
        "attempt": attempt,
        "final": final_view(attempt, record.response_md),
        "judgement": record.judgement,
        "prompt_number": prompt_number(record.judgement.prompt if record.judgement else ""),
        "chain": chain,
        "requirements": [_requirement(one, record, chain) for one in record.requirements],
        "query": read_query(record.document),
        "metadata": shown_metadata(record),
        "checks": check_sources(record),
        "disagreements": disagreements(record),
    }


@dataclass(frozen=True, slots=True)
class RequirementView:
    """`words` stand in the response where it is met or broken, empty where that is nowhere or everywhere; `claim` holds
    their beginning."""

    facts: RequirementRecord
    words: str = ""
    claim: ClaimView | None = None


def _requirement(facts: RequirementRecord, record: EvidenceRecord, chain: Chain) -> RequirementView:
    start, end = facts.start, facts.end
    if start is None or end is None or end - start >= len(record.response_md.strip()):
        return RequirementView(facts)
    views = zip(chain.claims, record.claims, strict=True)
    marked = ((view, claim) for view, claim in views if view.bears_evidence)
    touched = (view for view, claim in marked if claim.start < end and start < claim.end)
    return RequirementView(facts, record.response_md[start:end].strip(), next(touched, None))


_LINES_OF_METADATA, _LONGEST_LINE = 30, 300


def shown_metadata(record: EvidenceRecord) -> list[tuple[str, str]]:
    """What the pipeline sent beside the draft, name by name, as far as a card holds it: a text as it is, else JSON."""
    sent = list(own_metadata(record.attempt.text.metadata).items())[:_LINES_OF_METADATA]
    lines = ((name, one if isinstance(one, str) else json.dumps(one, ensure_ascii=False)) for name, one in sent)
    return [(name[:_LONGEST_LINE], Truncator(text).chars(_LONGEST_LINE)) for name, text in lines]


NumberedFinding = tuple[int, FindingRecord]
"""With its place in the record, from 1: the response holds an anchor of that number."""


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A sentence that `places` findings of a check share; `number` is the first of them."""

    number: int
    message: str
    places: int


@dataclass(frozen=True, slots=True)
class CheckView:
    """`who` holds the state: the embedded judge is one voice, an LLM and the evidence checker are two. `findings` are
    those of this check, the certain ones first; `shows_reason` says whether its reason adds anything to them."""

    facts: CheckRecord
    who: str
    findings: tuple[NumberedFinding, ...]
    shows_reason: bool

    @property
    def fails(self) -> bool:
        return self.facts.state == CheckState.FAIL

    @property
    def lines(self) -> list[FindingLine]:
        """What the findings say, each sentence once."""
        first = {finding.message: number for number, finding in reversed(self.findings)}
        places = Counter(finding.message for _, finding in self.findings)
        return [FindingLine(first[message], message, count) for message, count in places.items()]


def check_sources(record: EvidenceRecord) -> tuple[CheckView, ...]:
    embedded = record.judgement is not None and record.judgement.judge == _EMBEDDED
    found = sorted(enumerate(record.findings, start=1), key=lambda pair: pair[1].severity != Severity.CERTAIN)
    return tuple(
        _check(check, [pair for pair in found if pair[1].check_name == check.name], embedded) for check in record.checks
    )


def _check(check: CheckRecord, findings: list[NumberedFinding], embedded: bool) -> CheckView:
    by_whom = "embedded judge" if embedded else _WHO.get(frozenset(check.said_by), ", ".join(check.said_by))
    repeats = any(finding.message in check.reason for _, finding in (findings if embedded else findings[:1]))
    return CheckView(check, by_whom, tuple(findings), shows_reason=bool(check.reason) and not repeats)


def disagreements(record: EvidenceRecord) -> list[tuple[dict[str, str], bool]]:
    """All voices, the most severe first, and whether each asked for the decision that was taken; empty when they all
    ask for the same."""
    voices = record.judgement.voices if record.judgement else ()
    if len({voice["decision"] for voice in voices}) < 2:
        return []
    order = [decision.value for decision in Decision]
    ranked = sorted(voices, key=lambda voice: -order.index(voice["decision"]))
    return [(voice, voice["decision"] == ranked[0]["decision"]) for voice in ranked]


@viewer_page
def blast_radius(request: HttpRequest, pk: UUID) -> HttpResponse:
    if refused := withheld(request, attempt=pk):
        return refused
    found = found_or_404(read(pk, hidden_from(request)), "There is no such attempt.")
    name = "_blast_radius" if wants_part(request, "blast-radius") else "blast_radius"
    return render_page(request, f"response/attempt/{name}.html", {"radius": found, "attempt_id": pk})
