"""A chunk's text as the features read it: sentences with their terms. Independent of any query."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from unicodedata import normalize

from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.text.sentences import sentence_spans

MAX_CHARACTERS = 100_000
"""How much of one chunk is read; what lies beyond is reported as a finding."""
Span = tuple[int, int]

MAX_SENTENCE = 600
"""Characters; longer runs without an end (tables, code, binary rubbish) are cut at white space before it."""
_FILLERS = """am between ever except find give happen happened happens hers him however if itself kind know let list
    many mean means much name one ones own per please said say shall show tell themselves there they type types us used
    using want whose without yours"""
"""Words that questions are phrased with; they say nothing about what is asked."""

EMPTY_WORDS = (FUNCTION_WORDS | set(_FILLERS.split())) - {"off", "up", "down", "out", "over", "under"}

_COUNTED = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNTED.split())}

WORD = re.compile(
    r"\d(?:[\d,.]{0,30}\d)?(?![^\W_])|[^\W\d_]{1,60}(?:['’][^\W\d_]{1,3}(?![^\W_])|(?![^\W_]))|[^\W_]{1,60}"
)
"""A number with its separators, a word with its apostrophe ending, or a mix such as `X200`."""
_MARKED = re.compile(r"[^\W\d_][\u0300-\u036f]{1,16}")
"""A letter and its accents as characters of their own, as some file systems and PDFs write them. No letter has more,
and ordering a long run takes quadratic time."""
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|your|of|these|those|prior|previous|earlier|above)"
    r"\s+){1,4}(?:instructions?|prompts?|rules?|guidelines?|context|messages?|text|chunks?)\b"
    r"|\byou are (?:now|no longer) (?:a|an|the|in)\b|\b(?:system|developer) prompt\b|<\|im_(?:start|end)\|>|\[/?INST\]"
    r"|\b(?:answer|respond|reply|output|say|return|print) (?:only |just )?(?:with |that )?[\"'“]?"
    r"(?:yes|good|relevant)\b"
    r"|\banswer[ _]present\s{0,9}[:=]|\bretrieval[ _]quality\s{0,9}[:=]"
    r"|\bmark (?:this|every|all|these)(?: the)?(?: chunks?| texts?| passages?)? as (?:relevant|good)\b",
    re.IGNORECASE,
)


_MARKS = (
    *("ignore", "disregard", "forget", "override", "you are ", "prompt", "im_start", "im_end", "inst]", "mark "),
    *("answer present", "answer_present", "retrieval quality", "retrieval_quality", "yes", "good", "relevant"),
)
"""One of these stands in every instruction; looking for them first spares most texts the pattern."""


@dataclass(frozen=True, slots=True)
class Passage:
    """`terms[i]` are those of the sentence `text[spans[i][0]:spans[i][1]]`. `text` is the chunk's with its letters
    composed; `quoted[i]` is where the sentence stands in the chunk."""

    text: str
    spans: tuple[Span, ...]
    terms: tuple[tuple[str, ...], ...]
    quoted: tuple[Span, ...]

    def sentence(self, number: int) -> str:
        start, end = self.spans[number]
        return self.text[start:end]


def read_passage(text: str) -> Passage:
    plain, place = composed(text), composed_places(text)
    spans = tuple(read_sentences(plain))
    found = tuple(tuple(terms(plain[start:end])) for start, end in spans)
    return Passage(plain, spans, found, tuple((place(start), place(end)) for start, end in spans))


def composed(text: str) -> str:
    """The text with each letter and its accents as one character where there is one, so that both spellings meet."""
    return text if text.isascii() else _MARKED.sub(lambda match: normalize("NFC", match[0]), text)


def composed_places(text: str) -> Callable[[int], int]:
    """Tells of a place in `composed(text)` where it is in `text`."""
    ends, shifts = [0], [0]
    for match in () if text.isascii() else _MARKED.finditer(text):
        shifts.append(shifts[-1] + len(match[0]) - len(normalize("NFC", match[0])))
        ends.append(match.end() - shifts[-1])
    return lambda place: place + shifts[bisect_right(ends, place) - 1]


def read_sentences(text: str) -> list[Span]:
    """The sentences of what is read of a text; without the last of a longer one, which the cut may go through."""
    spans = sentences(text[:MAX_CHARACTERS])
    return spans if len(text) <= MAX_CHARACTERS else spans[:-1]


def sentences(text: str) -> list[Span]:
    """Spans without surrounding white space, in order, none overlapping."""
    return [piece for span in sentence_spans(text) for piece in _pieces(text, span)]


def _pieces(text: str, span: Span) -> Iterator[Span]:
    start, end = span
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + 1, start + MAX_SENTENCE)
        cut = cut if cut > start else start + MAX_SENTENCE
        yield start, cut
        start = cut + 1 if text[cut : cut + 1] == " " else cut
    if start < end:
        yield start, end


def term(word: str) -> str:
    """The form under which two spellings of a word meet: `term("Founded") == term("founding")`."""
    word = word.lower().replace("’", "'").partition("'")[0]
    if word[:1].isdigit():
        return word.replace(",", "")
    return _NUMBER_WORDS.get(word) or stem(word)


def terms(text: str) -> list[str]:
    """The terms that carry meaning, in order, repetitions included."""
    return [term(word) for word in WORD.findall(composed(text)) if word.lower() not in EMPTY_WORDS]


def gives_instructions(text: str) -> bool:
    """Text in a chunk that talks to a model instead of a reader. It is flagged, never followed."""
    lowered = text.lower()
    return any(mark in lowered for mark in _MARKS) and _INSTRUCTION.search(text) is not None
