"""All evidence of an attempt, line by line: searchable, with each claim marked where it is linked.

A part of the desk item and of the attempt page, fetched when somebody asks for it, and a page of its own. Long evidence
is shown in pages of lines, so that no browser has to hold megabytes of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.domain.text.segments import Mark, Segment, cut
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.parameters import number_of, query_text
from validation.response.queries.whole_evidence import Citation, WholeEvidence, load_whole_evidence
from validation.response.web.blind import withheld

PART = "whole-evidence"
LINES = 200
"""Lines on one page."""
LONGEST = 4_000
"""Code points of one line that are shown; the download of context.md holds all."""
_HIT = "hit"


@dataclass(frozen=True, slots=True)
class Line:
    """`context_md[start:end]`, without its line feed; `section` is its number, None where it has none."""

    section: int | None
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line under the same marks. `claims` cite it; `hit` says that it was searched for."""

    text: str
    claims: tuple[Citation, ...]
    hit: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """`opens` is set on the first line of a section on the page, `here` on the one that a link led to; `more` counts
    the code points left out."""

    line: Line
    runs: tuple[Run, ...]
    opens: bool
    here: bool
    more: int


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """`found` of `total` lines hold every word searched for; `page` counts from 1."""

    lines: tuple[LineView, ...]
    found: int
    total: int
    page: int
    pages: int


@viewer_page
def whole_evidence(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`q` keeps lines that hold all its words, `at` opens the page with that offset of context.md."""
    if refused := withheld(request, attempt=pk):
        return refused
    evidence = found_or_404(load_whole_evidence(pk), "There is no such attempt.")
    words = query_text(request, "q")
    shown = evidence_page(evidence, words=words, at=number_of(request, "at"), page=number_of(request, "page"))
    context = {"evidence": evidence, "shown": shown, "words": words}
    context["inside"] = wants_part(request, PART)
    name = "_whole" if context["inside"] else "whole"
    return render_page(request, f"response/attempt/evidence/{name}.html", context)


def evidence_page(
    evidence: WholeEvidence, *, words: str = "", at: int | None = None, page: int | None = None
) -> EvidencePage:
    lines = tuple(evidence_lines(evidence.document))
    patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in words.split()]
    text = evidence.document.text
    found = [line for line in lines if all(pattern.search(text, line.start, line.end) for pattern in patterns)]
    pages = max(1, -(-len(found) // LINES))
    here = _line_at(found, at) if at is not None and not patterns else None
    wanted = here // LINES + 1 if here is not None else page or 1
    wanted = min(max(wanted, 1), pages)
    first = (wanted - 1) * LINES
    return EvidencePage(
        lines=tuple(_views(evidence, found[first : first + LINES], patterns, here - first if here is not None else -1)),
        found=len(found),
        total=len(lines),
        page=wanted,
        pages=pages,
    )


def evidence_lines(document: ContextDocument) -> Iterator[Line]:
    """The lines of sections 2 and 4 that hold anything, in the order of the document."""
    for section in document.sections:
        if section.role not in EVIDENCE_ROLES:
            continue
        start = section.body_start
        for text in document.body(section).split("\n"):
            if text.strip():
                yield Line(section.number, section.title, start, start + len(text))
            start += len(text) + 1


def _line_at(lines: Sequence[Line], offset: int) -> int | None:
    """The place of the line that holds the offset, else of the last one before it."""
    place = bisect_right([line.start for line in lines], offset) - 1
    return place if place >= 0 else None


def _views(
    evidence: WholeEvidence, lines: Sequence[Line], patterns: Sequence[re.Pattern[str]], here: int
) -> Iterator[LineView]:
    by_key = {str(citation.number): citation for citation in evidence.citations}
    first, last = (lines[0].start, lines[-1].end) if lines else (0, 0)
    cited = [
        Mark(key, start, end)
        for key, citation in by_key.items()
        for start, end in citation.spans
        if start < last and end > first
    ]
    for place, line in enumerate(lines):
        until = min(line.end, line.start + LONGEST)
        text = evidence.document.text[line.start : until]
        marks = [Mark(mark.key, mark.start - line.start, mark.end - line.start) for mark in cited]
        marks += [Mark(_HIT, *found.span()) for pattern in patterns for found in pattern.finditer(text)]
        yield LineView(
            line=line,
            runs=tuple(_run(segment, by_key) for segment in cut(text, marks)),
            opens=place == 0 or lines[place - 1].title != line.title,
            here=place == here,
            more=line.end - until,
        )


def _run(segment: Segment, by_key: dict[str, Citation]) -> Run:
    claims = tuple(by_key[key] for key in segment.keys if key in by_key)
    return Run(segment.text, claims, _HIT in segment.keys)
