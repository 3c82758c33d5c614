"""The response as the marked view draws it: runs of one claim each, cut into parts that carry findings and signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, Literal, TypeVar

from validation.domain.check import CheckName
from validation.domain.finding import Severity
from validation.domain.text.segments import Mark, Segment, cut
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.models import FindingRecord
from validation.platform.pages.markdown import Span
from validation.response.queries.evidence_chain import EvidenceRecord

C = TypeVar("C")
_FIRST_WORDS = 40
"""Code points of a paragraph that are marked where its form is wrong, and the rest of the word that they end in."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A piece of text. `flaw` is the worst severity of the findings on it and `title` what they say; `begins` are the
    numbers of the findings that start here; `quiet` says that it is Markdown and no words."""

    text: str
    flaw: Literal["", "certain", "likely"]
    title: str
    begins: tuple[int, ...]
    quiet: bool


@dataclass(frozen=True, slots=True)
class DraftRun(Generic[C]):
    """Neighbouring parts of the same claim (the innermost). `first` and `last` say whether the claim begins or ends
    with this run."""

    claim: C | None
    first: bool
    last: bool
    parts: tuple[DraftPart, ...]

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


def draft_of(
    record: EvidenceRecord, views: Mapping[str, C], signs: Iterable[Span], reach: Span
) -> tuple[DraftRun[C], ...]:
    """`views` are the claims to mark, by id; outside of `reach` nothing is marked at all, so that a page stays of one
    size however long the response is. Findings are numbered from 1 as the record lists them. The texts of all runs
    joined are the response."""
    linked = [claim for claim in record.claims if claim.id in views]
    first, last = reach
    spans = {(claim.start, claim.end) for claim in linked}
    flaws = {
        f"finding {number}": finding
        for number, finding in enumerate(record.findings, start=1)
        if first <= finding.start <= last
    }
    marks = [Mark(claim.id, claim.start, claim.end) for claim in linked]
    marks += [Mark(key, finding.start, _end_of_mark(finding, record.response_md)) for key, finding in flaws.items()]
    marks += [Mark(f"sign {start}", start, end) for start, end in signs if first <= start <= last]
    cuts = cut(record.response_md, marks)
    runs = []
    for inner, group in groupby(cuts, key=lambda segment: _innermost(segment, views)):
        segments = list(group)
        runs.append(
            DraftRun(
                claim=views.get(inner),
                first=any(inner in segment.opened for segment in segments),
                last=any(inner in segment.closed for segment in segments),
                parts=tuple(_part(segment, flaws, spans) for segment in segments),
            )
        )
    return tuple(runs)


def _end_of_mark(finding: FindingRecord, text: str) -> int:
    """What is wrong with the form of a whole paragraph is marked on its first words: underlined to its end, it would
    hide what is wrong with a word."""
    if finding.check_name != CheckName.COHERENT_FORMAT:
        return finding.end
    beyond = text.find(" ", finding.start + _FIRST_WORDS, finding.end)
    return finding.end if beyond < 0 else beyond


def _innermost(segment: Segment, views: Mapping[str, object]) -> str:
    return next((key for key in reversed(segment.keys) if key in views), "")


def _part(segment: Segment, flaws: Mapping[str, FindingRecord], claims: set[Span]) -> DraftPart:
    """What is only likely, and of a whole claim, stands at the claim's number and card; underlined it would hide what
    is wrong with a word."""
    found = [flaws[key] for key in segment.keys if key in flaws]
    found = [one for one in found if one.severity == Severity.CERTAIN or (one.start, one.end) not in claims]
    severity = min((flaw.severity for flaw in found), default="")
    return DraftPart(
        text=segment.text,
        flaw=severity,  # type: ignore[arg-type]
        title=" ".join(flaw.message for flaw in found),
        begins=tuple(int(key.partition(" ")[2]) for key in segment.opened if key in flaws),
        quiet=any(key.startswith("sign ") for key in segment.keys),
    )


DIFFERS = "differs"
AGREES = "agrees"


def contrast(claim: str, quotes: Sequence[str]) -> tuple[tuple[Mark, ...], tuple[tuple[Mark, ...], ...]]:
    """Marks for the claim, and for each quote in order. A figure of the claim agrees when some quote holds it; a
    figure of a quote is marked when the claim holds it, or differs when it answers the same question otherwise."""
    claimed = _figures(claim)
    quoted = [_figures(quote) for quote in quotes]
    everywhere = [figure for figures in quoted for figure in figures]
    missed = [figure for figure in claimed if not any(same(figure, other) for other in everywhere)]
    claim_marks = tuple(_mark(figure, DIFFERS if figure in missed else AGREES) for figure in claimed) if quotes else ()
    return claim_marks, tuple(_quote_marks(claimed, missed, figures) for figures in quoted)


def _figures(text: str) -> list[Quantity]:
    """Without lone digits: the 8 of a product's name says nothing about what differs."""
    return [found for found in find_quantities(text) if found.kind is not Kind.NUMBER or found.end - found.start > 1]


def _quote_marks(
    claimed: Sequence[Quantity], missed: Sequence[Quantity], quoted: Sequence[Quantity]
) -> tuple[Mark, ...]:
    marks = []
    for figure in quoted:
        if any(same(other, figure) for other in claimed):
            marks.append(_mark(figure, AGREES))
        elif any(comparable(other, figure) for other in missed):
            marks.append(_mark(figure, DIFFERS))
    return tuple(marks)


def _mark(figure: Quantity, key: str) -> Mark:
    return Mark(key, figure.start, figure.end)
