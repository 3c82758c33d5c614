"""Builds the retrieval gate's request to an LLM and parses the reply.

One call at temperature 0 with a fixed seed. The reply contains only chunk ids and quotes, no free text. Every quote is
looked up in its chunk, and claims without a valid quote are ignored. The tag around the chunks is derived from all of
them: the same input gives the same request, yet no chunk can predict the tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import StrictInt

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.question import Question
from retrieval.domain.text.passage import MAX_CHARACTERS, read_sentences
from validation.judge.budget import estimate_tokens
from validation.judge.prompt import load_prompt
from validation.judge.protocol import LlmRequest
from validation.judge.quarantine import derived_tag, labelled, user_message
from validation.judge.reply import Reply, StrictText
from validation.judge.structured import object_schema

PROMPT = load_prompt(Path(__file__).parent / "prompts" / "retrieval.md")
SEED = 7
CHUNK_TOKENS = 4_000
"""Estimated tokens of chunks in one request; 20 chunks of 150 tokens fit."""

OUTPUT_TOKENS = 1_500
QUOTE_CHARACTERS = 400
HEAD_TOKENS = 40
"""Estimated tokens of the two lines around a chunk."""


class ClaimedQuote(Reply):
    chunk: StrictText
    quote: StrictText


class ClaimedAnswer(Reply):
    part: StrictInt
    quotes: list[ClaimedQuote]


class ClaimedConflict(Reply):
    first: ClaimedQuote
    second: ClaimedQuote


class RetrievalReply(Reply):
    """One parsed reply, not verified yet. `chunk` is a label of the request, such as `C2`."""

    relevant: list[ClaimedQuote]
    answers: list[ClaimedAnswer]
    conflicts: list[ClaimedConflict]


def questions(
    query: str, parts: Sequence[Question], chunks: Sequence[Chunk], *, deadline: float
) -> tuple[tuple[LlmRequest, dict[str, Chunk]], ...]:
    """The requests, each with its chunks by label; more than one only if the chunks exceed the budget. `deadline` is in
    seconds, for all of them."""
    tag = derived_tag(query, *(chunk.text for chunk in chunks))
    return tuple(_question(query, parts, batch, tag, deadline) for batch in batches(chunks, tokens=CHUNK_TOKENS))


def _question(
    query: str, parts: Sequence[Question], batch: Sequence[Window], tag: str, deadline: float
) -> tuple[LlmRequest, dict[str, Chunk]]:
    labels = {f"C{number}": window.chunk for number, window in enumerate(batch, 1)}
    numbered = "\n".join(labelled(f"{number}. ", part.text) for number, part in enumerate(parts, 1))
    blocks = [
        ("query", query),
        ("parts", numbered),
        *((f"chunk {label}", window.text) for label, window in zip(labels, batch, strict=True)),
    ]
    ask = LlmRequest(
        name="retrieval_verdict",
        system=PROMPT.text,
        user=user_message(blocks, tag=tag),
        schema=_schema(list(labels), len(parts)),
        temperature=PROMPT.temperature,
        max_tokens=OUTPUT_TOKENS,
        prompt=PROMPT.hash,
        deadline=deadline,
        seed=SEED,
    )
    return ask, labels


def _schema(labels: list[str], parts: int) -> dict[str, Any]:
    quote = object_schema(
        chunk={"type": "string", "enum": labels}, quote={"type": "string", "maxLength": QUOTE_CHARACTERS}
    )
    quotes = {"type": "array", "items": quote, "minItems": 1, "maxItems": 3}
    answer = object_schema(part={"type": "integer", "enum": list(range(1, parts + 1))}, quotes=quotes)
    return object_schema(
        relevant={"type": "array", "items": quote, "maxItems": len(labels)},
        answers={"type": "array", "items": answer, "maxItems": parts},
        conflicts={"type": "array", "items": object_schema(first=quote, second=quote), "maxItems": 3},
    )


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a chunk's text, usually all of it."""

    chunk: Chunk
    text: str


def batches(chunks: Sequence[Chunk], *, tokens: int) -> tuple[tuple[Window, ...], ...]:
    """The chunks in order, in batches of at most `tokens` estimated tokens. A chunk that is too long for one request is
    split between sentences; a quote from any of its windows has offsets into the whole chunk."""
    done: list[list[Window]] = [[]]
    room = tokens
    for window in (each for chunk in chunks for each in _windows(chunk, tokens - HEAD_TOKENS)):
        cost = estimate_tokens(window.text) + HEAD_TOKENS
        if cost > room and done[-1]:
            done.append([])
            room = tokens
        done[-1].append(window)
        room -= cost
    return tuple(tuple(batch) for batch in done if batch)


def _windows(chunk: Chunk, tokens: int) -> list[Window]:
    text, is_cut = chunk.text[:MAX_CHARACTERS], len(chunk.text) > MAX_CHARACTERS
    if not is_cut and estimate_tokens(text) <= tokens:
        return [Window(chunk, text)]
    spans = read_sentences(chunk.text)
    if not spans:
        return []
    done: list[Window] = []
    first, used = 0, 0
    for number, (start, end) in enumerate(spans):
        cost = estimate_tokens(text[start:end])
        if used and used + cost > tokens:
            done.append(Window(chunk, text[spans[first][0] : spans[number - 1][1]]))
            first, used = number, 0
        used += cost
    done.append(Window(chunk, text[spans[first][0] : spans[-1][1] if is_cut else None]))
    return done
