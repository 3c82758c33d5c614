"""Padding: a paragraph said twice, and three times the length that was asked for (spec 1, section 4.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.domain.text.letters import fold_letters
from validation.evidence.text.blocks import Block, BlockKind, plain
from validation.evidence.text.sentences import sentence_spans

_LEAST_WORDS = 8
_TIMES = 3
_NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "ten": 10,
    "a": 1,
}
_ASKED = re.compile(
    r"\b(?P<most>\d{1,5}|one|two|three|four|five|six|seven|eight|ten|a)[ \t-](?:short[ \t]|brief[ \t]|single[ \t])?"
    r"(?P<what>words?|sentences?|bullet points?|bullets|paragraphs?|lines?)\b",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")


def check_repetition(response_md: str, blocks: tuple[Block, ...], query: str) -> tuple[Finding, ...]:
    """Likely findings: every paragraph that repeats an earlier one, and an overlong response."""
    return (*_repeated(response_md, blocks), *_too_long(response_md, blocks, query))


def _repeated(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    seen: set[str] = set()
    for block in blocks:
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.QUOTE):
            continue
        said = _SPACE.sub(" ", plain(text[block.start : block.end]).lower())
        if len(said.split()) < _LEAST_WORDS:
            continue
        if said in seen:
            message = "This paragraph repeats an earlier one word for word."
            yield _likely("paragraph_repeated", block.start, block.end, message)
        seen.add(said)


def _too_long(text: str, blocks: tuple[Block, ...], query: str) -> Iterator[Finding]:
    asked = _ASKED.search(fold_letters(query))
    if asked is None:
        return
    most = _NUMBER_WORDS.get(asked["most"].lower()) or int(asked["most"])
    what = asked["what"].lower().rstrip("s")
    length = _length(text, blocks, what)
    if length > _TIMES * most:
        yield _likely("too_long", 0, len(text), f"The query asks for {asked[0].strip()}; the response has {length}.")


def _length(text: str, blocks: tuple[Block, ...], what: str) -> int:
    if what == "word":
        return len(text.split())
    if what == "sentence":
        return sum(len(sentence_spans(text, block.start, block.end)) for block in blocks)
    if what in ("bullet point", "bullet"):
        return sum(block.kind is BlockKind.LIST_ITEM for block in blocks)
    return len(blocks) if what == "paragraph" else len(text.splitlines())


def _likely(code: str, start: int, end: int, message: str) -> Finding:
    return Finding(code, Severity.LIKELY, CheckName.COHERENT_FORMAT, start, end, message)
