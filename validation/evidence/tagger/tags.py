"""What the tagger says of a response."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Tags:
    """One entry a token, in order: its place `response_md[start:end]` and the log odds that it is made up. Of a very
    long response only `response_md[:until]` was read."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    odds: NDArray[np.float64]
    until: int

    def within(self, start: int, end: int) -> NDArray[np.float64]:
        """The odds of the tokens that begin in `response_md[start:end]`."""
        first, stop = np.searchsorted(self.start, (start, end))
        return self.odds[first:stop]
