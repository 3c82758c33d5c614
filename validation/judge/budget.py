"""Keeps a prompt within the token budget (spec 1, section 3): 1,500 prompt, 4,000 input, 500 output.

Nothing is truncated: the fixed part stays complete, passages are chosen by relevance, and the number of omitted ones is
recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from validation.domain.halt import HaltCause, Halted
from validation.judge.failures import json_object
from validation.judge.selection import Passage

PROMPT_TOKENS = 1_500
INPUT_TOKENS = 4_000
OUTPUT_TOKENS = 500
_GOALS_WITHIN = 2
_TOKENS_A_GOAL = 50
"""The score of a goal with a reason of 80 characters (tests/judge/test_rubric.py); there is room for two without it."""

_HOPELESS = 3
"""If an estimate exceeds the budget by this factor, the server is not asked for the exact count."""
_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|[ \t]+|\s+|[^\sA-Za-z0-9]")


def output_tokens(goals: int) -> int:
    """The output budget, which grows with the goals to score."""
    return OUTPUT_TOKENS + _TOKENS_A_GOAL * max(0, goals - _GOALS_WITHIN)


@dataclass(frozen=True, slots=True)
class FittedText:
    """The text to send, and the number of passages omitted."""

    text: str
    omitted: int


def fit(
    passages: Sequence[Passage],
    *,
    write: Callable[[Sequence[Passage]], str],
    rank: Callable[[], list[int]],
    count_tokens: Callable[[str], int],
    limit: int = INPUT_TOKENS,
) -> FittedText:
    """`write` renders passages, in order of the document, into the whole text; `rank` returns indices by relevance and
    is called only if needed. Raises Halted `context_too_long` if query and response alone, or with the most relevant
    passage, exceed `limit` tokens."""
    whole = write(passages)
    if _fits(whole, count_tokens, limit):
        return FittedText(whole, 0)
    bare = write(())
    used = _bare_size(bare, count_tokens, limit)
    room = (limit - used) * estimate_tokens(bare) / max(1, used)
    kept = _as_many_as_fit(passages, rank(), room)
    while kept:
        text = write([passages[number] for number in sorted(kept)])
        if count_tokens(text) <= limit:
            return FittedText(text, len(passages) - len(kept))
        kept = kept[: len(kept) * 9 // 10]
    raise Halted(HaltCause.CONTEXT_TOO_LONG.halt("no_room", limit=limit))


def _fits(text: str, count_tokens: Callable[[str], int], limit: int) -> bool:
    """The estimate is an upper bound, so the server is asked only if it exceeds the limit."""
    estimate = estimate_tokens(text)
    return estimate <= limit or (estimate <= limit * _HOPELESS and count_tokens(text) <= limit)


def _bare_size(bare: str, count_tokens: Callable[[str], int], limit: int) -> int:
    estimate = estimate_tokens(bare)
    used = estimate if estimate > limit * _HOPELESS else count_tokens(bare)
    if used > limit:
        raise Halted(HaltCause.CONTEXT_TOO_LONG.halt("over_budget", used=used, limit=limit))
    return used


def _as_many_as_fit(passages: Sequence[Passage], order: list[int], room: float) -> list[int]:
    kept = []
    for number in order:
        room -= estimate_tokens(passages[number].text) + estimate_tokens(passages[number].heading) + _HEAD
        if room < 0:
            break
        kept.append(number)
    return kept


_HEAD = 12
"""Tokens of a passage's heading line."""


def estimate_tokens(text: str) -> int:
    """An upper estimate in linear time: byte-pair vocabularies keep common words whole, split rare ones into pieces of
    three or four letters, and (Qwen) use one token per digit. On English prose, tables and code it was 9 to 28 % above
    the count of a 30,000-entry WordPiece vocabulary, which itself counts more than the far larger byte-pair ones."""
    return sum(_cost(piece) for piece in _PIECE.findall(text))


def _cost(piece: str) -> int:
    first = piece[0]
    if first.isspace():
        # A single blank is part of the next word's token.
        return 0 if piece == " " else 1 + len(piece) // 8
    if not first.isascii():
        return max(1, len(first.encode("utf-8", "replace")) - 1)
    if first.isdigit() or not first.isalpha():
        return len(piece)
    return -(-len(piece) // 5) if len(piece) <= 10 else -(-len(piece) // 3)


def tokenize_request(model: str, text: str) -> dict[str, Any]:
    return {"model": model, "prompt": text, "add_special_tokens": False}


def read_token_count(body: str) -> int | None:
    """The count in the server's reply (`{"count": 3, "tokens": [...]}`); None if there is none."""
    document = json_object(body)
    count, tokens = document.get("count"), document.get("tokens")
    if type(count) is int and count >= 0:
        return count
    return len(tokens) if isinstance(tokens, list) else None
