"""The reader at work: claims beside windows of evidence, questions beside passages.

Each pair is run by itself on one thread, so that what is said of it cannot depend on the other pairs of a call.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession
from tokenizers import Tokenizer

from validation.embeddings.encoder import available_cores, session
from validation.reader.artifact import read_graph, read_tokenizer
from validation.reader.inputs import (
    CLAIM_TOKENS,
    CONTEXT_TOKENS,
    WINDOW_TOKENS,
    PairInput,
    TokenizedText,
    build_input,
    tokenize,
)
from validation.reader.templates import write_context

Floats = NDArray[np.float64]
Given = TypeVar("Given")
Found = TypeVar("Found")
SMALL_RANK = 1.6
"""The vocabulary lists the most frequent tokens first. A common word stands there in small letters, at most this many
times as far down as with a capital: `museum` 1.5 times; `berg` 1.8, `smith` 9 times, so they are names."""
LONGEST_ANSWER = 40
"""Tokens. Longer answers are lists or whole sentences, whose beginning is enough to show the place."""
_REMEMBERED = 512
_READ = 2048
"""Pairs whose reading is remembered, some 5 kB each: a revised draft repeats most of the sentences of the draft before,
a draft that is still being written all of them, and each draft of a turn puts the same questions to the evidence."""
_EMPTY = TokenizedText((), (), (), (), is_cut=False)


@dataclass(frozen=True, slots=True)
class SupportPair:
    """A claim and one window of evidence. Question and heading: what its pronouns and bare values refer to."""

    claim: str
    window: str
    question: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class TokenRisk:
    """`claim[start:end]` and the probability that the window does not carry it."""

    start: int
    end: int
    risk: float


@dataclass(frozen=True, slots=True)
class SupportScore:
    """Three probabilities that sum to one. `is_cut`: claim or window was too long and only its beginning was read."""

    supports: float
    contradicts: float
    neutral: float
    risks: tuple[TokenRisk, ...]
    is_cut: bool

    @property
    def highest_risk(self) -> float:
        return max((one.risk for one in self.risks), default=0.0)


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """The probability that the passage answers the question, and where: `passage[start:end]`. `place`: the probability
    of this place among all places, given that there is one. `is_cut`: only the beginning of the passage was read;
    `is_question_cut`: only the beginning of the question was."""

    answerable: float
    start: int
    end: int
    place: float
    is_cut: bool
    is_question_cut: bool


class Reader:
    """Safe to call from several threads."""

    def __init__(self, graph: bytes, tokenizer: Tokenizer, threads: int = 1) -> None:
        self._session: InferenceSession = session(graph)
        self._vocabulary_id = tokenizer.token_to_id
        self._tokenized = lru_cache(maxsize=_REMEMBERED)(partial(tokenize, tokenizer))
        self._score = lru_cache(maxsize=_READ)(self._score_pair)
        self._answer = lru_cache(maxsize=_READ)(self._find_answer)
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()

    def score_support(self, pairs: Sequence[SupportPair]) -> list[SupportScore]:
        """One score a pair, in order. A claim without a token gets no support."""
        return self._each(self._score, pairs)

    def find_answers(self, question: str, passages: Sequence[str]) -> list[PassageAnswer]:
        """One answer a passage, in order."""
        return self._each(partial(self._answer, question), passages)

    def is_common_word(self, word: str) -> bool:
        """Whether texts write the word in small letters, as `museum` and neither `Oslo` nor `K2`."""
        small = word.lower()
        return any(self._is_written_small(form) for form in (small, small.removesuffix("s")))

    def _is_written_small(self, word: str) -> bool:
        small, capital = (self._vocabulary_id(f"▁{form}") for form in (word, word.capitalize()))
        return small is not None and (capital is None or small < SMALL_RANK * capital)

    def _each(self, work: Callable[[Given], Found], given: Sequence[Given]) -> list[Found]:
        if self._threads == 1 or len(given) < 2:
            return [work(one) for one in given]
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=self._threads, thread_name_prefix="reader")
        return list(self._pool.map(work, given))

    def _score_pair(self, pair: SupportPair) -> SupportScore:
        context = self._tokenized(write_context(pair.question, pair.heading), CONTEXT_TOKENS)
        claim = self._tokenized(pair.claim, CLAIM_TOKENS)
        window = self._tokenized(pair.window, WINDOW_TOKENS)
        is_cut = claim.is_cut or window.is_cut
        if not claim.ids:
            return SupportScore(0.0, 0.0, 1.0, (), is_cut)
        given = build_input(context, claim, window)
        support, tokens, _ = self._run(given)
        supports, contradicts, neutral = (float(one) for one in _softmax(support))
        odds = tokens[given.claim_begin : given.claim_end, 0]
        risks = tuple(
            TokenRisk(start, end, float(risk)) for (start, end), risk in zip(claim.places, _sigmoid(odds), strict=True)
        )
        return SupportScore(supports, contradicts, neutral, risks, is_cut)

    def _find_answer(self, question: str, passage: str) -> PassageAnswer:
        asked = self._tokenized(question, CLAIM_TOKENS)
        window = self._tokenized(passage, WINDOW_TOKENS)
        if not asked.ids or not window.ids:
            return PassageAnswer(0.0, 0, 0, 0.0, window.is_cut, asked.is_cut)
        given = build_input(_EMPTY, asked, window)
        _, tokens, answerable = self._run(given)
        first, last, place = _best_place(tokens[given.window_begin : given.window_end, 1:])
        start, end = window.places[first][0], window.places[last][1]
        return PassageAnswer(float(_sigmoid(answerable)[0]), start, end, place, window.is_cut, asked.is_cut)

    def _run(self, given: PairInput) -> tuple[Floats, Floats, Floats]:
        feed = {"ids": given.ids[None], "marks": given.marks[None]}
        support, tokens, answerable = (np.asarray(one[0], dtype=np.float64) for one in self._session.run(None, feed))
        return support, tokens, answerable


def _best_place(odds: Floats) -> tuple[int, int, float]:
    """The likeliest first and last token with the last not before the first, and their probability."""
    starts, ends = _softmax(odds[:, 0]), _softmax(odds[:, 1])
    likely = np.triu(starts[:, None] * ends[None, :])
    likely = np.tril(likely, LONGEST_ANSWER - 1)
    first, last = divmod(int(likely.argmax()), len(starts))
    return first, last, float(likely[first, last])


def _softmax(odds: Floats) -> Floats:
    powers: Floats = np.exp(odds - odds.max())
    shares: Floats = powers / powers.sum()
    return shares


def _sigmoid(odds: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-odds))
    return found


@cache
def published_reader(threads: int | None = None) -> Reader:
    """The published one, loaded once a process; `threads` pairs are read at once, by default as many as there are
    cores. Raises ReaderArtifactError."""
    return Reader(read_graph(), read_tokenizer(), threads or available_cores())


if hasattr(os, "register_at_fork"):
    # A forked worker has none of its parent's threads, so it must not wait for them.
    os.register_at_fork(after_in_child=published_reader.cache_clear)
