"""Evidence as a pipeline finds it: the passages that a response rests on among passages about something else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evals.datasets_io import GroundingItem, Passage


def among_others(items: Sequence[GroundingItem], least: int) -> Iterator[GroundingItem]:
    """Each item with passages of the others, drawn by its id, until its evidence has `least` characters, then in any
    order. Where the others have too few, it has all of theirs; an item with its whole turn stays as it is."""
    pool = {passage.text: passage for item in items for passage in item.evidence}
    for item in items:
        yield item if item.context_md else replace(item, evidence=_among(item, pool, least))


def _among(item: GroundingItem, pool: dict[str, Passage], least: int) -> tuple[Passage, ...]:
    chance = random.Random(item.id)
    own = {passage.text for passage in item.evidence}
    others = [passage for text, passage in pool.items() if text not in own]
    found, length = list(item.evidence), sum(map(len, own))
    for number, other in enumerate(chance.sample(others, len(others)), 1):
        if length >= least:
            break
        found.append(Passage(f"other{number}", other.text))
        length += len(other.text)
    if len(found) > len(item.evidence):
        chance.shuffle(found)
    return tuple(found)
