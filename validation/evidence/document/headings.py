"""Which headings of the evidence state facts of their own: `Lumo H4 - 49.90 EUR`."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from validation.evidence.context.items import evidence_blocks
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.blocks import Block, BlockKind


def blocks_with_facts(body: str, figures: Sequence[Quantity], base: int) -> tuple[Block, ...]:
    """The blocks of a section that begins at `base`, whose `figures` are ordered by place. Where the text below a
    heading tells such a figure too, that holds: the heading may name the price of before."""
    blocks = tuple(evidence_blocks(body))
    headings = [block.start for block in blocks if block.kind is BlockKind.HEADING]
    starts = [one.start - base for one in figures]

    def kinds(start: int, end: int) -> set[tuple[Kind, str]]:
        told = figures[bisect_left(starts, start) : bisect_left(starts, end)]
        return {(one.kind, one.unit) for one in told}

    def is_told_below(block: Block, heading: int) -> bool:
        end = headings[heading] if heading < len(headings) else len(body)
        return not kinds(block.start, block.end).isdisjoint(kinds(block.end, end))

    found, last = [], -1
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            last = block.start
        elif block.start == last and is_told_below(block, bisect_right(headings, last)):
            continue
        found.append(block)
    return tuple(found)
