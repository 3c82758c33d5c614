"""Evaluates a boosted ensemble of decision trees that is stored as flat arrays, with numpy alone.

All trees lie one after the other in the same arrays. A negative child is a leaf: `~child` is its place in `leaf`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Trees:
    """`roots` index the first node of each tree (or are leaves themselves); a row goes left where
    `row[feature] <= threshold`."""

    roots: npt.NDArray[np.int64]
    feature: npt.NDArray[np.int64]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    leaf: npt.NDArray[np.float64]

    @classmethod
    def read(cls, stored: Mapping[str, Sequence[Any]]) -> Trees:
        """From plain lists under the names of the fields."""
        return cls(
            roots=np.array(stored["roots"], dtype=np.int64),
            feature=np.array(stored["feature"], dtype=np.int64),
            threshold=np.array(stored["threshold"], dtype=np.float64),
            left=np.array(stored["left"], dtype=np.int64),
            right=np.array(stored["right"], dtype=np.int64),
            leaf=np.array(stored["leaf"], dtype=np.float64),
        )

    def probabilities(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Shape (rows,), 0.0-1.0; each row's value depends on that row alone."""
        at = np.tile(self.roots, (len(rows), 1))
        while (inner := at >= 0).any():
            row, tree = np.nonzero(inner)
            node = at[row, tree]
            goes_left = rows[row, self.feature[node]] <= self.threshold[node]
            at[row, tree] = np.where(goes_left, self.left[node], self.right[node])
        # Summed tree by tree: numpy's pairwise sum could group terms by the shape of the batch.
        scores = np.zeros(len(rows))
        for tree_leaves in self.leaf[~at].T:
            scores += tree_leaves
        odds: npt.NDArray[np.float64] = 1.0 / (1.0 + np.exp(-scores))
        return odds
