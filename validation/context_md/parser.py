"""Splits a context.md into its sections (spec 1, section 2). Never raises.

The text is untrusted: a query, a scraped page or the draft may contain lines such as `## 4. Execution Progress`, and a
section 4 is evidence. So a heading alone is not enough:

- The first synthesis ends the evidence. After it only validation blocks open; all else belongs to the section it is in.
  A draft that quotes a section 4 cannot support itself.
- Before it the numbers must rise, each once. Otherwise the longest rising chain counts, with headings named as
  pipelines name them weighing more. Of equal chains the earliest wins, except that the section after the query starts
  as late as possible, since a section 4 typed into the query precedes the real one.
- A page can have a list of headings. If 1 stands inside a section, the 2, 3, ... after it belong to it too, unless they
  have the names of sections. Without a synthesis one of them can be the draft: then it opens a section as ever, but
  counts as misplaced.
- Headings in code fences and HTML comments open nothing, except that a fenced synthesis ends the evidence if there is
  no other. So does one without a plain blank after its marks, which is no heading in Markdown.
- A document can declare before its first section which sections are evidence: `<!-- evidence: 2, 4 -->`, or `none`.
  Only its author writes there. Undeclared evidence headings are text of the section they are in.
- If the user's own words are known separately (`Provenance`), their position in the text is read as plain text;
  elsewhere a heading that occurs in them, with the same text after it, opens no evidence.
- Beyond `MOST_LINES` headings and fences are ignored, and the last one counts as misplaced.
- Headings with the exact title of a section that open nothing are kept as `misplaced`: the document is ambiguous, and
  nothing is approved on it (`validation.evidence.context.structure`).

Sections tile the text: `"".join(text[s.start : s.end])` is the text. Text before the first is OTHER, without a title.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from validation.context_md.headings import Heading, find_headings, without_mark
from validation.context_md.query_place import query_spans
from validation.context_md.typed import typed_headings
from validation.domain.context import (
    EVIDENCE_ROLES,
    ContextDocument,
    ContextSection,
    MisplacedSection,
    Provenance,
    SectionRole,
)
from validation.domain.text.letters import blank_spans

_NAMED_WEIGHT = 100
"""A named heading outweighs any chain of others, since there are only ten numbers."""
_EVIDENCE = {"2": SectionRole.GATHERED, "4": SectionRole.EXECUTION}
UNKNOWN = Provenance()
_DECLARED = re.compile(r"(?mi)^<!--[ \t]*evidence:(?P<numbers>[^\n>]*)-->")


def parse(text: str, provenance: Provenance = UNKNOWN) -> ContextDocument:
    """The document, with sections in order of the text. Takes linear time."""
    queries = dict.fromkeys(one for one in (provenance.query, *provenance.typed) if one)
    spans = {one: query_spans(one, text) for one in queries}
    every, is_cut = find_headings(blank_spans(text, tuple(span for found in spans.values() for span in found)))
    by_user = typed_headings(text, every, {one: bool(found) for one, found in spans.items()})
    found = [heading for heading in every if heading.start not in by_user]
    otherwise = EVIDENCE_ROLES if provenance.writes_evidence else ()
    own = _own_evidence(without_mark(text)[: found[0].start if found else len(text)], otherwise)
    headings = [heading for heading in found if heading.role not in EVIDENCE_ROLES or heading.role in own]
    opening = _opening(headings)
    ends = [heading.start for heading in opening[1:]] + [len(text)]
    sections = [
        ContextSection(one.role, one.number, one.title, one.start, one.end, end)
        for one, end in zip(opening, ends, strict=False)
    ]
    preamble = opening[0].start if opening else len(text)
    if preamble:
        sections.insert(0, ContextSection(SectionRole.OTHER, None, "", 0, 0, preamble))
    foreign = (MisplacedSection(one.role, one.title, one.start, False) for one in every if one.start in by_user)
    cut = (MisplacedSection(one.role, one.title, one.start, True) for one in every[-1:] if is_cut)
    return ContextDocument(
        text,
        tuple(sections),
        misplaced=(*foreign, *cut, *_misplaced(headings, opening)),
        query=provenance.query,
        query_span=next(iter(spans.get(provenance.query, ())), None),
    )


def _own_evidence(preamble: str, otherwise: Sequence[SectionRole]) -> Sequence[SectionRole]:
    declared = _DECLARED.search(preamble)
    return [role for number, role in _EVIDENCE.items() if number in declared["numbers"]] if declared else otherwise


def _opening(headings: Sequence[Heading]) -> list[Heading]:
    synthesis = _synthesis(headings)
    plain = [heading for heading in headings if not heading.fenced]
    before = [heading for heading in plain if _can_precede(heading, synthesis)]
    opening = _rising(before)
    if synthesis is not None:
        listed = _listed(headings, opening)
        opening = [*_rising([heading for heading in before if heading.start not in listed]), synthesis]
    last = opening[-1].start if opening else -1
    return opening + [h for h in plain if h.role is SectionRole.VALIDATION and h.start > last]


def _listed(headings: Sequence[Heading], opening: Sequence[Heading]) -> set[int]:
    """The starts of headings without a section's name that count 1, 2, 3, ... and of which the first opens nothing: a
    list on a page that was retrieved."""
    opens = {heading.start for heading in opening}
    listed: set[int] = set()
    run: list[Heading] = []
    for heading in headings:
        if heading.fenced:
            continue
        if heading.named or heading.number not in (1, len(run) + 1):
            run = []
        else:
            run = [*(run if heading.number == len(run) + 1 else ()), heading]
        if len(run) > 1 and run[0].start not in opens:
            listed |= {one.start for one in run}
    return listed


def _synthesis(headings: Sequence[Heading]) -> Heading | None:
    found = [heading for heading in headings if heading.role is SectionRole.SYNTHESIS]
    return next((heading for heading in found if not heading.fenced), found[0] if found else None)


def _can_precede(heading: Heading, synthesis: Heading | None) -> bool:
    if heading.role is SectionRole.VALIDATION:
        return False
    return synthesis is None or (heading.start < synthesis.start and heading.rank < synthesis.rank)


@dataclass(frozen=True, slots=True, order=True)
class _Chain:
    """Ordered by weight, then by late start of the section after the query, then by early start of the others."""

    weight: int
    leaves_query: int
    begins: tuple[int, ...]
    headings: tuple[Heading, ...] = field(compare=False)

    def extended(self, heading: Heading) -> _Chain:
        after_query = len(self.headings) == 1 and self.headings[0].role is SectionRole.QUERY
        return _Chain(
            self.weight + (_NAMED_WEIGHT if heading.named else 1),
            heading.start if after_query else self.leaves_query,
            self.begins if after_query else (*self.begins, -heading.start),
            (*self.headings, heading),
        )


def _rising(headings: Sequence[Heading]) -> list[Heading]:
    """The best chain of strictly rising ranks. Ranks are single digits, so this is linear."""
    none = _Chain(0, -1, (), ())
    best: dict[int, _Chain] = {}
    for heading in headings:
        before = max((best[rank] for rank in best if rank < heading.rank), default=none)
        best[heading.rank] = max(best.get(heading.rank, none), before.extended(heading))
    return list(max(best.values(), default=none).headings)


def _misplaced(headings: Sequence[Heading], opening: Sequence[Heading]) -> tuple[MisplacedSection, ...]:
    """Misplaced headings before the synthesis; after it, quoted headings are not evidence anyway."""
    synthesis = next((heading.start for heading in opening if heading.role is SectionRole.SYNTHESIS), None)
    roles = {heading.role for heading in opening}
    opens = {heading.start for heading in opening}
    listed = opens & _listed(headings, opening) if synthesis is None else set()
    return tuple(
        MisplacedSection(
            heading.role, heading.title, heading.start, heading.start not in opens and heading.role in roles
        )
        for heading in headings
        if heading.start in listed or (heading.exact and heading.start not in opens)
        if heading.role is not SectionRole.VALIDATION
        if synthesis is None or heading.start < synthesis
    )
