"""Padding: a paragraph said twice, and three times the length that was asked for (spec 1, section 4.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.domain.text.letters import fold_letters
from validation.evidence.quantities.number_words import number_words
from validation.evidence.text.blocks import Block, BlockKind, plain
from validation.evidence.text.sentences import sentence_spans

_LEAST_WORDS = 8
_TIMES = 3
_ASKED = re.compile(
    r"\b(?P<most>\d{1,5}|one|two|three|four|five|six|ten)[ \t-](?:short[ \t])?(?P<what>word|sentence)s?\b",
    re.IGNORECASE,
)


def check_repetition(response_md: str, blocks: tuple[Block, ...], query: str) -> tuple[Finding, ...]:
    """Likely findings: every paragraph that repeats an earlier one, and an overlong response."""
    return (*_repeated(response_md, blocks), *_too_long(response_md, blocks, query))


def _repeated(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    seen: set[tuple[str, ...]] = set()
    for block in blocks:
        said = tuple(plain(text[block.start : block.end]).lower().split())
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE) and len(said) >= _LEAST_WORDS:
            if said in seen:
                message = "This paragraph repeats an earlier one word for word."
                yield _likely("paragraph_repeated", block.start, block.end, message)
            seen.add(said)


def _too_long(text: str, blocks: tuple[Block, ...], query: str) -> Iterator[Finding]:
    asked = _ASKED.search(fold_letters(query))
    if asked is None:
        return
    most = int(asked["most"]) if asked["most"].isdigit() else next(number_words(asked["most"].lower()))[2]
    length = len(text.split())
    if asked["what"].lower() == "sentence":
        length = sum(len(sentence_spans(text, block.start, block.end)) for block in blocks)
    if length > _TIMES * most:
        yield _likely("too_long", 0, len(text), f"The query asks for {asked[0].strip()}; the response has {length}.")


def _likely(code: str, start: int, end: int, message: str) -> Finding:
    return Finding(code, Severity.LIKELY, CheckName.COHERENT_FORMAT, start, end, message)
