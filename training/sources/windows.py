"""Chooses the stretch of a long text that a claim is read beside: whole sentences, by the rarity of shared words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import fsum, log

from training.examples import Span
from validation.reader.words import find_words

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^.!?\n]*)*[\"')\]]*\s*\n*|\n+")


@lru_cache(maxsize=2000)
def sentence_spans(text: str) -> tuple[Span, ...]:
    return tuple(match.span() for match in _SENTENCE.finditer(text) if match.group().strip())


@lru_cache(maxsize=2000)
def _sentence_keys(text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(word.key for word in find_words(text[a:b])) for a, b in sentence_spans(text))


def choose_window(claim: str, text: str, limit: int) -> str:
    """The run of sentences of at most `limit` characters that shares most with the claim; the text when it is short."""
    if len(text) <= limit:
        return text
    begin, end = best_stretch(claim, text, limit)
    return text[begin:end].strip()


def best_stretch(claim: str, text: str, limit: int) -> Span:
    spans, keys = sentence_spans(text), _sentence_keys(text)
    if not spans:
        return 0, min(limit, len(text))
    weights = _weights(keys)
    wanted = {word.key for word in find_words(claim)}
    best, best_score = (spans[0][0], min(spans[0][1], spans[0][0] + limit)), -1.0
    for first, (begin, _) in enumerate(spans):
        seen: set[str] = set()
        score = 0.0
        for number in range(first, len(spans)):
            end = spans[number][1]
            if end - begin > limit and number > first:
                break
            new = (keys[number] & wanted) - seen
            seen |= new
            score += fsum(weights[key] for key in new) - 0.02  # exact: a set has no order
            if score > best_score:
                best, best_score = (begin, min(end, begin + limit)), score
    return _widen(best, spans, limit)


def window_around(text: str, span: Span, limit: int) -> tuple[int, str]:
    """Where it begins and the stretch of whole sentences around a span."""
    inside = [one for one in sentence_spans(text) if one[1] > span[0] and one[0] < span[1]] or [span]
    begin, end = _widen((min(inside[0][0], span[0]), max(inside[-1][1], span[1])), sentence_spans(text), limit)
    return begin, text[begin:end]


def _weights(keys: Sequence[frozenset[str]]) -> dict[str, float]:
    counts = Counter(key for one in keys for key in one)
    return {key: log(1 + len(keys) / count) for key, count in counts.items()}


def _widen(stretch: Span, spans: Sequence[Span], limit: int) -> Span:
    """Takes neighbours in, in turn, for what pronouns refer to."""
    begin, end = stretch
    for _ in range(2):
        before = [one for one in spans if one[1] <= begin]
        if before and end - before[-1][0] <= limit:
            begin = before[-1][0]
        behind = [one for one in spans if one[0] >= end]
        if behind and behind[0][1] - begin <= limit:
            end = behind[0][1]
    return begin, end
