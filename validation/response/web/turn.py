"""One turn: its loop as a flow, the drafts side by side, what led on, and its context.md."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.context import SectionRole
from validation.domain.text.word_diff import DiffPart, changed_share, word_diff
from validation.models import Attempt
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import found_or_404, render_page
from validation.platform.pages.parameters import number_of
from validation.response.queries.turns import AttemptCard, TurnRecord, answered_context, judged_by_gates, load_turn
from validation.response.web.blind import withheld

_LONGEST_SECTION = 20_000
"""Code points of one section shown on the page; the download holds all."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two drafts and what changed between them; `share` is 0.0-1.0."""

    before: AttemptCard
    after: AttemptCard
    parts: tuple[DiffPart, ...]
    share: float


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of context.md; `appended` marks what Countersign wrote."""

    title: str
    number: int | None
    body: str
    cut: bool
    letters: int
    appended: bool


@viewer_page
def turn(request: HttpRequest, pk: int) -> HttpResponse:
    if refused := withheld(request, turn=pk):
        return refused
    record = found_or_404(load_turn(pk), "There is no such turn.")
    context = {
        "record": record,
        "last": record.attempts[-1] if record.attempts else None,
        # Each attempt with the one that followed it.
        "steps": list(zip_longest(record.attempts, record.attempts[1:])),
        "comparison": _comparison(record, number_of(request, "from"), number_of(request, "to")),
        "final": _final(record),
        "of_gates": judged_by_gates(record.turn),
        "sections": _sections(record),
        "query": read_query(parse(record.context_md, record.provenance)),
    }
    return render_page(request, "response/turns/turn.html", context)


@viewer_page
def context_md(request: HttpRequest, pk: int) -> HttpResponse:
    """The last attempt's context.md with the section 7 blocks of the turn appended, as a download."""
    if refused := withheld(request, turn=pk):
        return refused
    found = found_or_404(answered_context(pk), "There is no such turn, or it has no attempt yet.")
    turn_id, text = found
    response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    name = slugify(turn_id) or "turn"
    response["Content-Disposition"] = f'attachment; filename="{name}-context.md"'
    return response


def _comparison(record: TurnRecord, first: int | None, second: int | None) -> Comparison | None:
    """The attempts asked for by number, else the last two."""
    by_number = {card.step.number: card for card in record.attempts}
    before, after = by_number.get(first or 0), by_number.get(second or 0)
    if before is None or after is None or before is after:
        if len(record.attempts) < 2:
            return None
        before, after = record.attempts[-2:]
    parts = word_diff(before.response_md, after.response_md)
    return Comparison(before, after, parts, changed_share(parts))


def _final(record: TurnRecord) -> FinalView | None:
    """The last edited response of the turn beside its draft."""
    views = (final_view(card.step, card.response_md) for card in reversed(record.attempts))
    return next(filter(None, views), None)


def _sections(record: TurnRecord) -> list[SectionView]:
    document = parse(record.answered_md, record.provenance)
    return [
        SectionView(
            title=section.title or "Before the first section",
            number=section.number,
            body=document.body(section)[:_LONGEST_SECTION].strip("\n"),
            cut=len(document.body(section)) > _LONGEST_SECTION,
            letters=len(document.body(section)),
            appended=section.role is SectionRole.VALIDATION and section.start >= len(record.context_md),
        )
        for section in document.sections
    ]


@dataclass(frozen=True, slots=True)
class FinalView:
    """`number` is that of the attempt; `share` of the words that differ is 0.0-1.0."""

    number: int
    by: str
    parts: tuple[DiffPart, ...]
    share: float


def final_view(attempt: Attempt, draft_md: str) -> FinalView | None:
    """None when no edited response goes to the user."""
    if attempt.final_response_md is None:
        return None
    parts = word_diff(draft_md, attempt.final_response_md)
    return FinalView(attempt.number, attempt.ruling.by if attempt.ruling else "", parts, changed_share(parts))
