"""Two results that say the same of the same thing with another value: nobody can tell which one holds, unless one is of
section 4, which outranks section 2.

Only what is certain counts: the same words, the same address, the same command, and one figure that differs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from validation.domain.codes.findings import FindingCode
from validation.domain.context import SectionRole
from validation.domain.finding import Finding
from validation.evidence.context.index import EvidenceIndex, EvidenceMatch
from validation.evidence.context.items import EvidenceItem
from validation.evidence.detectors.figures import Figure, FigureState
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.words import content_words

_VALUES = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT, Kind.TIME)
_RESULT = re.compile(r"(?m)^#{2,4} ")
_COMMAND = re.compile(r"(?m)^[ \t]*\*\*(?:Command|Action)(?::\*\*|\*\*:)[ \t]*(.*)$")
_REFERENCE = re.compile(r"\(source_ref:[^()\n]*\)")
_NUMBER = re.compile(r"(?<=\biteration )\d+|(?<=\bresult )\d+|(?<=\bcall )\d+|(?<=\bstep )\d+", re.IGNORECASE)
"""Of headings that count the run: `Room 1` and `Room 2` are two things."""
_CHOOSES = re.compile(
    r"\b(?:latest|last|most recent\w*|newer|newest|updated|meanwhile|second|first|later|earlier|was|were|previous\w*"
    r"|cached|neueste\w?|zuletzt)\b",
    re.IGNORECASE,
)
_NAMED = 2
"""Words, besides figures, that tell what a result is about."""
_MOST_ALIKE, _MOST_MATCHES, _QUOTED = 20, 5, 120


def check_disagreements(figures: Sequence[Figure], index: EvidenceIndex) -> Iterator[Finding]:
    """A certain finding for a value that another result of the evidence denies, unless the response names both or says
    which one it follows."""
    results: _Results | None = None
    for figure in figures:
        said, claim = figure.quantity, figure.claim
        if figure.state is not FigureState.HELD or said.kind not in _VALUES or not claim.factual:
            continue
        results = results or _Results(index)
        other = next((one for match in figure.matches[:_MOST_MATCHES] for one in results.instead_of(match)), None)
        if other is None or _CHOOSES.search(claim.text) or any(same(one.quantity, other.quantity) for one in figures):
            continue
        item = index.items[other.item]
        yield FindingCode.EVIDENCE_DISAGREES.at(
            said.start,
            said.end,
            claim_id=claim.id,
            value=said.text.rstrip("."),
            other=other.quantity.text.rstrip("."),
            section=item.section_number,
            quote=" ".join(item.text.split())[:_QUOTED],
        )


class _Key(NamedTuple):
    """What two results have in common that are about the same."""

    words: str
    url: str | None
    header: tuple[str, ...]
    heading: str
    figures: int
    command: str


class _Results:
    """Items by what they say besides figures and references."""

    def __init__(self, index: EvidenceIndex) -> None:
        text = index.evidence.document.text
        self.index = index
        self.runs = [match.start() for match in _RESULT.finditer(text)]
        self.commands = {bisect_right(self.runs, match.start()): match[1] for match in _COMMAND.finditer(text)}
        self.keys: dict[int, _Key] = {}
        self.places: dict[_Key, list[int]] = defaultdict(list)
        for place, item in enumerate(index.items):
            if index.figures[place]:
                self.keys[place] = self._key(place, item)
                self.places[self.keys[place]].append(place)

    def instead_of(self, match: EvidenceMatch) -> Iterator[EvidenceMatch]:
        """The figures that stand in the place of a match in other results, where nothing else differs."""
        key = self.keys.get(match.item)
        if key is None or len(set(content_words(key.words))) < _NAMED:
            return
        own = self.index.figures[match.item]
        for place in self.places[key][:_MOST_ALIKE]:
            others = self.index.figures[place]
            pairs = enumerate(zip(own, others, strict=True))
            differing = [number for number, (one, other) in pairs if not same(one, other)]
            if (
                self._may_deny(place, match.item)
                and len(differing) == 1
                and own[differing[0]].start == match.quantity.start
            ):
                yield EvidenceMatch(place, others[differing[0]])

    def _may_deny(self, place: int, denied: int) -> bool:
        """Of another result or under another reference; section 2 denies nothing that section 4 says."""
        one, other = self.index.items[place], self.index.items[denied]
        if one.role is not other.role:
            return one.role is SectionRole.EXECUTION
        has_own_source = bool(one.source_ref and other.source_ref) and one.source_ref != other.source_ref
        return has_own_source or self._run(place) != self._run(denied)

    def _run(self, place: int) -> int:
        return bisect_right(self.runs, self.index.items[place].start)

    def _key(self, place: int, item: EvidenceItem) -> _Key:
        figures = self.index.figures[place]
        heading, command = (
            _NUMBER.sub("", _REFERENCE.sub("", item.heading)).strip(),
            self.commands.get(self._run(place), ""),
        )
        return _Key(_words(item, figures), item.url, item.header, heading, len(figures), command)


def _words(item: EvidenceItem, figures: Sequence[Quantity]) -> str:
    parts, at = [], 0
    for figure in figures:
        parts.append(item.text[at : max(at, figure.start - item.start)])
        at = figure.end - item.start
    return " ".join(_REFERENCE.sub("", "#".join([*parts, item.text[at:]])).lower().split())
