"""Absolute features of one chunk for one question: what the trained model weighs.

None looks at the other chunks of the set, so that a chunk's score cannot depend on its company; none looks at length,
style or position, which would not carry over to other collections. All are rounded to four decimals, so that the
last bits of a vector product cannot turn a threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, pairwise

from retrieval.domain.query.answer_type import candidates, has_shape
from retrieval.domain.query.question import AnswerType, Question
from retrieval.domain.text.passage import Passage

NOT_ASKED = -1.0
"""The value of a feature whose question does not arise, such as names in a question without names."""

SHAPE_BONUS = 0.1
"""What holding a possible answer is worth when sentences are ordered by coverage."""

FEATURES: tuple[str, ...] = (
    "bm25",
    "coverage",
    "best_sentence",
    "best_pair",
    "opening",
    "window",
    "lead",
    "bigrams",
    "names",
    "numbers",
    "heaviest_missing",
    "missing",
    "focus",
    "shape_lead",
    "shape_top",
    "shape_chunk",
    "shape_coverage",
    "cosine",
    *(f"asks_{kind.value}" for kind in AnswerType),
)

FALLING = ("heaviest_missing", "missing")
RISING = FEATURES[: FEATURES.index("cosine") + 1]
"""More of these can only make a chunk more relevant, except for the FALLING ones; the model is held to that."""
K1 = 1.2
B = 0.75
USUAL_LENGTH = 80
"""Terms; fixed, so that a passage's score does not depend on the other passages of its set."""
WINDOW = 20
"""Terms; about two sentences."""


@dataclass(frozen=True, slots=True)
class ChunkFeatures:
    """`values` in the order of FEATURES; `order` the numbers of the sentences, the most promising first."""

    values: tuple[float, ...]
    order: tuple[int, ...]
    coverage: Coverage
    shapes: tuple[int, ...]


def chunk_features(question: Question, passage: Passage, *, cosine: float, weights: TermWeights) -> ChunkFeatures:
    asked = {term: weights.of(term) for term in question.terms}
    covered = coverage(asked, passage.terms)
    shapes = tuple(len(candidates(question, passage.sentence(number))) for number in range(len(passage.spans)))
    order = _promising(covered.sentences, shapes)
    values = (
        bm25(asked, Counter(chain.from_iterable(passage.terms))),
        *_coverage_features(covered, order),
        *_term_features(question, passage, covered, order),
        *_shape_features(question, covered, shapes, order),
        cosine,
        *(float(question.asks_for is kind) for kind in AnswerType),
    )
    return ChunkFeatures(tuple(round(value, 4) for value in values), order, covered, shapes)


def _promising(shares: Sequence[float], shapes: Sequence[int]) -> tuple[int, ...]:
    worth = [round(share + SHAPE_BONUS * (shape > 0), 4) for share, shape in zip(shares, shapes, strict=True)]
    return tuple(sorted(range(len(worth)), key=lambda number: (-worth[number], number)))


def _coverage_features(covered: Coverage, order: Sequence[int]) -> tuple[float, ...]:
    return (
        covered.chunk,
        max(covered.sentences, default=0.0),
        covered.pair,
        covered.opening,
        covered.window,
        covered.sentences[order[0]] if order else 0.0,
    )


def _term_features(question: Question, passage: Passage, covered: Coverage, order: Sequence[int]) -> tuple[float, ...]:
    pairs = set(pairwise(question.terms))
    found_pairs = {pair for sentence in passage.terms for pair in pairwise(sentence) if pair in pairs}
    everything = set(chain.from_iterable(passage.terms))
    return (
        len(found_pairs) / len(pairs) if pairs else NOT_ASKED,
        _share_held(question.names, everything),
        _share_held(question.numbers, everything),
        covered.heaviest_missing,
        covered.missing,
        _focus(question, passage, everything, order),
    )


def _share_held(wanted: Sequence[str], found: set[str]) -> float:
    return sum(term in found for term in wanted) / len(wanted) if wanted else NOT_ASKED


def _focus(question: Question, passage: Passage, everything: set[str], order: Sequence[int]) -> float:
    """2 when the noun asked for stands in the leading sentence, 1 when elsewhere in the chunk, 0 when nowhere."""
    if question.focus is None:
        return NOT_ASKED
    if order and question.focus in passage.terms[order[0]]:
        return 2.0
    return float(question.focus in everything)


def _shape_features(
    question: Question, covered: Coverage, shapes: Sequence[int], order: Sequence[int]
) -> tuple[float, ...]:
    """Possible answers in the leading sentence, in the first three, in all, and the coverage of a sentence with one."""
    if not has_shape(question.asks_for):
        return (NOT_ASKED,) * 4
    return (
        float(min(shapes[order[0]], 3)) if order else 0.0,
        float(min(max((shapes[number] for number in order[:3]), default=0), 3)),
        float(min(sum(shapes), 6)),
        max((share for share, shape in zip(covered.sentences, shapes, strict=True) if shape), default=0.0),
    )


def bm25(weights: Mapping[str, float], counts: Counter[str]) -> float:
    """0.0-1.0; `weights` maps the query's terms to their weight, `counts` the passage's to how often they stand."""
    total = sum(weights.values())
    if not total:
        return 0.0
    damping = K1 * (1 - B + B * counts.total() / USUAL_LENGTH)
    reached = sum(weight * counts[term] / (counts[term] + damping) for term, weight in weights.items() if counts[term])
    return reached / total


@dataclass(frozen=True, slots=True)
class TermWeights:
    """`known` holds the terms that are not rare; `rare` is the weight of all others."""

    known: Mapping[str, float]
    rare: float

    def of(self, term: str) -> float:
        return self.known.get(term, self.rare)


@dataclass(frozen=True, slots=True)
class Coverage:
    """All shares are 0.0-1.0 of the question's weight; `sentences` has one share for each sentence."""

    chunk: float
    sentences: tuple[float, ...]
    pair: float
    opening: float
    window: float
    heaviest_missing: float
    missing: float


def coverage(weights: Mapping[str, float], sentences: Sequence[Sequence[str]]) -> Coverage:
    sets = [frozenset(each) for each in sentences]
    everything: frozenset[str] = frozenset().union(*sets)
    shares = tuple(share(weights, each) for each in sets)
    absent = [weight for term, weight in weights.items() if term not in everything]
    return Coverage(
        chunk=share(weights, everything),
        sentences=shares,
        pair=max((share(weights, one | two) for one, two in pairwise(sets)), default=max(shares, default=0.0)),
        opening=share(weights, frozenset().union(*sets[:2])),
        window=_window(weights, sentences),
        heaviest_missing=max(absent, default=0.0),
        missing=sum(absent),
    )


def share(weights: Mapping[str, float], terms: Set[str]) -> float:
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in terms) / total if total else 0.0


def _window(weights: Mapping[str, float], sentences: Sequence[Iterable[str]]) -> float:
    """The largest share within WINDOW consecutive terms, in one pass over the passage."""
    total = sum(weights.values())
    if not total:
        return 0.0
    hits = [(place, term) for place, term in enumerate(t for each in sentences for t in each) if term in weights]
    inside: Counter[str] = Counter()
    weight = best = 0.0
    oldest = 0
    for place, term in hits:
        weight += 0.0 if inside[term] else weights[term]
        inside[term] += 1
        while place - hits[oldest][0] >= WINDOW:
            gone = hits[oldest][1]
            inside[gone] -= 1
            weight -= 0.0 if inside[gone] else weights[gone]
            oldest += 1
        best = max(best, weight)
    return best / total
