"""Cuts a context.md into its sections (spec 1, section 2). Never raises, whatever the text.

The text is hostile: a query, a scraped page or the draft itself may hold lines such as `## 4. Execution Progress`, and
whatever opens a section 4 is evidence. So a heading alone opens nothing:

- The first synthesis closes the evidence. Behind it only validation blocks open, all else belongs to the section it
  stands in. A draft that quotes a section 4 cannot vouch for itself.
- Before it the numbers must rise. Where they do not, the longest rising chain is taken, names that pipelines use
  weighing more than foreign ones, the later heading winning a tie: a section 4 typed into the query loses to the
  real one.
- A section that is repeated in a row (two `## 4. Execution Progress`) starts at the first, unless that one stands in
  the query.
- Headings in code fences open nothing, except that a fenced synthesis closes the evidence when there is no other.

Sections tile the text: `"".join(text[s.start : s.end])` is the text. What stands before the first is OTHER, untitled.
"""

from __future__ import annotations

from collections.abc import Sequence

from validation.context_md.headings import Heading, headings_of
from validation.domain.context import ContextDocument, ContextSection, SectionRole

_NAMED_WEIGHT = 100
"""A named heading outweighs any chain of foreign ones: there are only ten numbers."""


def parse(text: str) -> ContextDocument:
    """Sections in order of the text; linear time."""
    opening = _opening(headings_of(text))
    ends = [heading.start for heading in opening[1:]] + [len(text)]
    sections = [_section(heading, end) for heading, end in zip(opening, ends, strict=False)]
    preamble = opening[0].start if opening else len(text)
    if preamble:
        sections.insert(0, ContextSection(SectionRole.OTHER, None, "", 0, 0, preamble))
    return ContextDocument(text, tuple(sections))


def _section(heading: Heading, end: int) -> ContextSection:
    return ContextSection(heading.role, heading.number, heading.title, heading.start, heading.end, end)


def _opening(headings: Sequence[Heading]) -> list[Heading]:
    synthesis = _synthesis(headings)
    plain = [heading for heading in headings if not heading.fenced]
    before = [heading for heading in plain if _can_precede(heading, synthesis)]
    opening = _widened(_rising(before), before)
    if synthesis is not None:
        opening.append(synthesis)
    last = opening[-1].start if opening else -1
    return opening + [h for h in plain if h.role is SectionRole.VALIDATION and h.start > last]


def _synthesis(headings: Sequence[Heading]) -> Heading | None:
    found = [heading for heading in headings if heading.role is SectionRole.SYNTHESIS]
    return next((heading for heading in found if not heading.fenced), found[0] if found else None)


def _can_precede(heading: Heading, synthesis: Heading | None) -> bool:
    if heading.role is SectionRole.VALIDATION:
        return False
    return synthesis is None or (heading.start < synthesis.start and heading.rank < synthesis.rank)


def _rising(headings: Sequence[Heading]) -> list[Heading]:
    """The heaviest chain of strictly rising ranks. Ranks are single digits, so this is linear."""
    best: dict[int, tuple[int, int]] = {}
    previous: list[int | None] = []
    for index, heading in enumerate(headings):
        weight, before = max((best[rank] for rank in best if rank < heading.rank), default=(0, -1))
        previous.append(before if before >= 0 else None)
        weight += _NAMED_WEIGHT if heading.named else 1
        best[heading.rank] = max(best.get(heading.rank, (0, -1)), (weight, index))
    chain: list[Heading] = []
    index_or_none = max(best.values())[1] if best else None
    while index_or_none is not None:
        chain.append(headings[index_or_none])
        index_or_none = previous[index_or_none]
    return chain[::-1]


def _widened(chain: Sequence[Heading], headings: Sequence[Heading]) -> list[Heading]:
    """Each section from its first named heading behind the section before it."""
    starts: dict[SectionRole, list[Heading]] = {}
    for heading in headings:
        if heading.named:
            starts.setdefault(heading.role, []).append(heading)
    widened: list[Heading] = []
    for heading in chain:
        floor = widened[-1].start if widened else -1
        in_query = bool(widened) and widened[-1].role is SectionRole.QUERY
        first = next((other for other in starts.get(heading.role, ()) if other.start > floor), heading)
        widened.append(heading if in_query or first.start > heading.start else first)
    return widened
