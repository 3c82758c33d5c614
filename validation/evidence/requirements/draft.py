"""The response prepared once for all requirement rules, with the evidence its claims rest on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from validation.domain.claim import Claim, ClaimState
from validation.evidence.context.items import EvidenceItem
from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem
from validation.evidence.quantities.quantity import Quantity, find_quantities, moved
from validation.evidence.text.blocks import Block, BlockKind, scan

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_TARGET = re.compile(r"(?<=\]\()[^()\n]{0,2000}(?=\))|https?://[^\s<>)\]|]{1,2000}")


@dataclass(frozen=True, slots=True)
class Draft:
    """`spoken` is `text` with link targets blanked, offsets kept; `stems` are the content stems said in it, `linked`
    those of the evidence its claims are linked to, `known` those of all evidence;
    `figures` are those of each item, their offsets into the context."""

    text: str
    spoken: str
    blocks: tuple[Block, ...]
    claims: tuple[Claim, ...]
    items: tuple[EvidenceItem, ...]
    figures: tuple[Sequence[Quantity], ...]
    stems: frozenset[str]
    linked_text: str
    linked: frozenset[str]
    known: frozenset[str]

    @property
    def factual(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.state is not ClaimState.NOT_FACTUAL)

    def block_at(self, place: int) -> Block | None:
        """The block that holds `text[place]`."""
        index = bisect_right(self.blocks, place, key=lambda block: block.start) - 1
        return self.blocks[index] if index >= 0 and place < self.blocks[index].end else None

    def find(self, word: re.Pattern[str]) -> tuple[int, int] | None:
        match = word.search(self.spoken)
        return match.span() if match else None

    def find_stem(self, wanted: str) -> tuple[int, int] | None:
        """The first word of the response with this stem."""
        if wanted not in self.stems:
            return None
        return next((match.span() for match in _WORD.finditer(self.spoken) if stem(match[0].lower()) == wanted), None)


def prepare(
    response_md: str,
    claims: Sequence[Claim],
    items: Sequence[EvidenceItem],
    figures: Sequence[Sequence[Quantity]] | None = None,
) -> Draft:
    spoken = _TARGET.sub(lambda match: " " * len(match[0]), response_md)
    linked = _linked_text(claims, items)
    if figures is None:
        figures = [[moved(one, item.start) for one in find_quantities(item.text)] for item in items]
    return Draft(
        text=response_md,
        spoken=spoken,
        blocks=scan(response_md),
        claims=tuple(claims),
        items=tuple(items),
        figures=tuple(figures),
        stems=stems_of(spoken),
        linked_text=linked,
        linked=stems_of(linked),
        known=stems_of("\n".join(f"{item.heading} {' '.join(item.header)} {item.text}" for item in items)),
    )


def stems_of(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning; figures stay as they are."""
    words = (match[0].lower().replace("’", "'") for match in _WORD.finditer(text))
    return frozenset(stem(word) for word in words if word not in FUNCTION_WORDS)


def is_prose(block: Block) -> bool:
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE)


def _linked_text(claims: Sequence[Claim], items: Sequence[EvidenceItem]) -> str:
    ordered = sorted(items, key=lambda item: item.start)
    starts = [item.start for item in ordered]
    said = []
    for claim in claims:
        for link in claim.evidence:
            index = bisect_right(starts, link.start) - 1
            if index >= 0 and link.start < ordered[index].end:
                said.append(f"{ordered[index].heading} {ordered[index].text}")
            said.append(link.quote)
    return "\n".join(dict.fromkeys(said))
