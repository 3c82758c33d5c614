"""The response as a reviewer edited it, beside the draft it came from."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.text.word_diff import DiffPart, changed_share, word_diff


@dataclass(frozen=True, slots=True)
class FinalView:
    """`number` is that of the attempt; `share` of the words that differ is 0.0-1.0."""

    number: int
    by: str
    parts: tuple[DiffPart, ...]
    share: float


def final_view(*, draft_md: str, final_md: str | None, by: str, number: int) -> FinalView | None:
    """None when no edited response goes to the user."""
    if final_md is None:
        return None
    parts = word_diff(draft_md, final_md)
    return FinalView(number, by, parts, changed_share(parts))
