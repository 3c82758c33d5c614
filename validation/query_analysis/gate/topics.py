"""Groups a judge's issues by meaning, since each is worded differently. Issues of rules have a fixed topic.

The vector of an issue is the normalized mean of two: of its words without values, and of these without the words common
to all complaints. It joins the topic with the highest mean cosine to its messages.
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
"""Least mean cosine to join a topic, measured on tests/query_analysis/gate/issues.py."""

_QUOTED = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”|`[^`]{0,400}`|(?<!\w)'[^']{0,400}'(?!\w)|\([^()]{0,400}\)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"\w+")
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Topic:
    """`total` is the sum of its messages' vectors, so its dot product with a vector is the sum of the cosines."""

    key: int
    total: npt.NDArray[np.float32]
    wordings: int


def issue_template(issue: str) -> str:
    """The message without values: `task not found` for `Task 3 not found`."""
    plain = _NUMBER.sub(" ", _QUOTED.sub(" ", issue[:_LONGEST].casefold()))
    return " ".join(_WORD.findall(plain)) or "unnamed"


def meanings_of(issues: Sequence[str], embedder: Embedder) -> Vectors:
    """Unit vectors of shape (issues, D). Raises EmbeddingFailed."""
    templates = [issue_template(issue) for issue in issues]
    vectors = embedder.embed([*templates, *map(_subject, templates)])
    both = vectors[: len(issues)] + vectors[len(issues) :]
    lengths = np.linalg.norm(both, axis=1, keepdims=True)
    return np.asarray(both / np.where(lengths == 0, 1, lengths), dtype=np.float32)


def topic_of(meaning: npt.NDArray[np.float32], topics: Iterable[Topic]) -> Topic | None:
    """The closest topic; None if none is close enough, so that a new one is needed."""
    nearness = ((float(topic.total @ meaning) / topic.wordings, topic) for topic in topics)
    near = [(how, topic) for how, topic in nearness if how >= NEAR]
    return max(near, key=lambda one: (one[0], -one[1].key))[1] if near else None


def _subject(template: str) -> str:
    return " ".join(word for word in template.split() if word not in COMPLAINING) or template
