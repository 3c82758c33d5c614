"""Gradient-boosted trees as flat arrays, evaluated with numpy: no library of the trainer is needed at run time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
"""The width numpy indexes with, so that no step of a walk converts it."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Several boosted models of equal size; their probabilities are averaged.

    A node sends a row to `child[2 * node]` when `row[feature[node]] <= threshold[node]`, else to
    `child[2 * node + 1]`. A leaf leads to itself, so that all rows walk `depth` steps in step; `value` is the leaf's
    share of the log odds. `roots`: (models, trees) number of each tree's first node.
    """

    feature: Places
    threshold: Floats
    child: Places
    value: Floats
    roots: Places
    depth: int

    def probability(self, rows: Floats) -> Floats:
        """`rows`: (n, features). Returns (n,) probabilities of the positive label."""
        count, width = rows.shape
        node = np.tile(self.roots.ravel(), count)
        start = np.repeat(np.arange(count) * width, self.roots.size)
        values = np.ascontiguousarray(rows).ravel()
        for _ in range(self.depth):
            above = values.take(start + self.feature.take(node)) > self.threshold.take(node)
            node = self.child.take(2 * node + above)
        odds = self.value.take(node).reshape(count, *self.roots.shape).sum(axis=2)
        return (1.0 / (1.0 + np.exp(-odds))).mean(axis=1)  # type: ignore[no-any-return]


def read_forest(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Forest:
    """`arrays` holds `<name>_feature`, `<name>_threshold` and so on, as `flat_arrays` of the trainer wrote them."""
    return Forest(
        feature=np.asarray(arrays[f"{name}_feature"], dtype=np.intp),
        threshold=np.asarray(arrays[f"{name}_threshold"], dtype=np.float64),
        child=np.asarray(arrays[f"{name}_child"], dtype=np.intp),
        value=np.asarray(arrays[f"{name}_value"], dtype=np.float64),
        roots=np.asarray(arrays[f"{name}_roots"], dtype=np.intp),
        depth=int(arrays[f"{name}_depth"]),
    )
