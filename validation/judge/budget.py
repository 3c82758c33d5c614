"""The token budget of one question (spec 1, section 3): 1,500 prompt, 4,000 input, 500 output.

What does not fit is chosen, never cut blindly: the fixed part stays whole, passages are taken in order of need, and how
many were left out is recorded.
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

_HOPELESS = 3
"""An estimate of that many times the budget is not worth asking the server about."""
_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|[ \t]+|\s+|[^\sA-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Fitted:
    """The text as it is sent, and how many passages it leaves out."""

    text: str
    omitted: int


def fit(
    passages: Sequence[Passage],
    *,
    write: Callable[[Sequence[Passage]], str],
    rank: Callable[[], list[int]],
    count_tokens: Callable[[str], int],
    limit: int = INPUT_TOKENS,
) -> Fitted:
    """`write` turns passages, in order of the document, into the whole text; `rank` is asked for the order of need
    only when it matters. Raises Halted `context_too_long` when query and response alone, or together with the one most
    needed passage, exceed the limit."""
    whole = write(passages)
    if _fits(whole, count_tokens, limit):
        return Fitted(whole, 0)
    bare = write(())
    used = _bare_size(bare, count_tokens, limit)
    room = (limit - used) * estimate_tokens(bare) / max(1, used)
    kept = _as_many_as_fit(passages, rank(), room)
    while kept:
        text = write([passages[number] for number in sorted(kept)])
        if count_tokens(text) <= limit:
            return Fitted(text, len(passages) - len(kept))
        kept = kept[: len(kept) * 9 // 10]
    raise Halted(HaltCause.CONTEXT_TOO_LONG.halt("no_room", limit=limit))


def _fits(text: str, count_tokens: Callable[[str], int], limit: int) -> bool:
    """The estimate is high, so where it fits no server need be asked."""
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
"""Tokens of a passage's own head line."""


def estimate_tokens(text: str) -> int:
    """An upper guess, linear in the text: byte-pair vocabularies keep common words whole, break rare ones into pieces
    of three or four letters, and (Qwen) spend one token on every digit. On English prose, tables and code it lay 9 to
    28 % above the count of a 30,000-entry WordPiece vocabulary, which itself counts more than the far larger byte-pair
    ones."""
    return sum(_cost(piece) for piece in _PIECE.findall(text))


def _cost(piece: str) -> int:
    first = piece[0]
    if first.isspace():
        # A single blank belongs to the word after it.
        return 0 if piece == " " else 1 + len(piece) // 8
    if not first.isascii():
        return max(1, len(first.encode("utf-8", "replace")) - 1)
    if first.isdigit() or not first.isalpha():
        return len(piece)
    return -(-len(piece) // 5) if len(piece) <= 10 else -(-len(piece) // 3)


def tokenize_request(model: str, text: str) -> dict[str, Any]:
    return {"model": model, "prompt": text, "add_special_tokens": False}


def read_token_count(body: str) -> int | None:
    """The count in the server's answer (`{"count": 3, "tokens": [...]}`); None when it is not one."""
    document = json_object(body)
    count, tokens = document.get("count"), document.get("tokens")
    if type(count) is int and count >= 0:
        return count
    return len(tokens) if isinstance(tokens, list) else None
