"""How many things a text lists: a response may count them without a source saying so."""

from __future__ import annotations

from validation.evidence.text.blocks import Block, BlockKind


def counts_of(blocks: tuple[Block, ...]) -> frozenset[int]:
    """How many rows, list items and headings a text shows: each list and table for itself, and all together."""
    found: set[int] = set()
    run = 0
    previous = None
    total = {BlockKind.TABLE_ROW: 0, BlockKind.LIST_ITEM: 0, BlockKind.HEADING: 0}
    for block in blocks:
        run = run + 1 if block.kind is previous else 1
        previous = block.kind
        if block.kind in total:
            total[block.kind] += 1
            found.add(run)
    return frozenset(found | set(total.values()))
