from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.platform.pages.markdown import syntax_spans, within

ALPHABET = "ab *_`~[]()#>-|\n\\"


def read(markdown: str) -> str:
    """What is left without the signs."""
    left, at = "", 0
    for start, end in syntax_spans(markdown):
        left, at = left + markdown[at:start], end
    return left + markdown[at:]


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("8.95 EUR ([pharmacy](https://a.example/p)).", "8.95 EUR (pharmacy)."),
        ("[a (b)](https://a.example/p_(x))", "a (b)"),
        ('[a](https://a.example "title")', "a"),
        ("![plan](https://a.example/p.png)", "plan"),
        ("The **Halm** is *light* and `fast`.", "The Halm is light and fast."),
        ("**[Halm](https://a.example)** fits", "Halm fits"),
        ("## Size", "Size"),
        ("- one\n* two\n> three", "one\ntwo\nthree"),
        ("| a | b |\n|---|---|\n| c | d |", "a | b\n\nc | d"),
        ("~~gone~~", "gone"),
        ("5 * 3 * 2 and snake_case_name stay", "5 * 3 * 2 and snake_case_name stay"),
        ("1. first", "1. first"),
        ("[no link] (at all)", "[no link] (at all)"),
        ("a -- b", "a -- b"),
    ],
)
def test_only_signs_are_left_out(markdown: str, words: str) -> None:
    assert read(markdown) == words


@given(st.text(ALPHABET, max_size=60))
def test_spans_are_in_order_apart_and_inside(markdown: str) -> None:
    edges = [edge for span in syntax_spans(markdown) for edge in span]
    assert edges == sorted(set(edges))
    assert all(0 <= edge <= len(markdown) for edge in edges)


@given(st.text(ALPHABET, max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_cut_covers_the_same_letters(markdown: str, start: int, end: int) -> None:
    covered = {at for span in syntax_spans(markdown) for at in range(*span)}
    found = {start + at for span in within(syntax_spans(markdown), start, end) for at in range(*span)}
    assert found == {at for at in covered if start <= at < end}
