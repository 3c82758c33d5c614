"""How near a line is to a claim does not depend on the order a process keeps its sets in."""

from __future__ import annotations

from itertools import islice, permutations

from validation.evidence.reading.line import Line, stems_of
from validation.evidence.reading.windows import WindowFinder

WORDS = ["amber", "basalt", "cedar", "dune", "ember", "fjord"]


def test_a_score_is_the_same_in_whatever_order_words_are_summed() -> None:
    texts = [" ".join(WORDS[:size]) for size in range(1, 7)]
    finder = WindowFinder([Line(text, "", frozenset(stems_of(text)), 0, len(text)) for text in texts])
    orders = islice(permutations(stems_of(texts[-1])), 120)
    scores = {finder._score(dict.fromkeys(order, 1.0), frozenset(stems_of(texts[-1]))) for order in orders}
    assert len(scores) == 1
