"""Which of a judge's issues mean the same, though every one is worded anew. A rule's issues need none of this: a rule
knows its topic.

An issue's meaning is the mean of two vectors: of its words without the values that change from case to case, and of
what is left of them without the words of every complaint. It joins the topic whose wordings are nearest on average.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from validation.embeddings.protocol import Embedder, Vectors
from validation.query_analysis.gate.words import COMPLAINING

NEAR = 0.42
"""Mean cosine from which a wording belongs to a topic, measured on tests/query_analysis/gate/issues.py."""

_QUOTED = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”|`[^`]{0,400}`|(?<!\w)'[^']{0,400}'(?!\w)|\([^()]{0,400}\)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"\w+")
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Topic:
    """`total` is the sum of its wordings' meanings, so that its product with a meaning is the sum of the cosines."""

    key: int
    total: npt.NDArray[np.float32]
    wordings: int


def issue_template(issue: str) -> str:
    """The wording without what changes from case to case: `task not found` of `Task 3 not found`."""
    plain = _NUMBER.sub(" ", _QUOTED.sub(" ", issue[:_LONGEST].casefold()))
    return " ".join(_WORD.findall(plain)) or "unnamed"


def meanings_of(issues: Sequence[str], embedder: Embedder) -> Vectors:
    """One unit vector an issue. Raises EmbeddingFailed."""
    templates = [issue_template(issue) for issue in issues]
    vectors = embedder.embed([*templates, *map(_subject, templates)])
    both = vectors[: len(issues)] + vectors[len(issues) :]
    lengths = np.linalg.norm(both, axis=1, keepdims=True)
    return np.asarray(both / np.where(lengths == 0, 1, lengths), dtype=np.float32)


def topic_of(meaning: npt.NDArray[np.float32], topics: Iterable[Topic]) -> Topic | None:
    """None when it is near to none of them, so that it begins a topic of its own."""
    nearness = ((float(topic.total @ meaning) / topic.wordings, topic) for topic in topics)
    near = [(how, topic) for how, topic in nearness if how >= NEAR]
    return max(near, key=lambda one: (one[0], -one[1].key))[1] if near else None


def _subject(template: str) -> str:
    return " ".join(word for word in template.split() if word not in COMPLAINING) or template
