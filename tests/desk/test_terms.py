"""The search terms of the desk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.desk.queries.terms import DeskTerms, QueueStatus, read_terms


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("", DeskTerms()),
        ("is:ruled", DeskTerms(status=QueueStatus.RULED)),
        ("is:ruled is:open", DeskTerms(status=QueueStatus.OPEN)),
        ("kind:halt", DeskTerms(chosen={"kind": ("halt",)})),
        ("kind:halted", DeskTerms(chosen={"kind": ("halt",)})),
        ("priority:high PRIORITY:Critical", DeskTerms(chosen={"priority": ("high", "critical")})),
        ("mine overdue", DeskTerms(flags=frozenset({"mine", "overdue"}))),
        ("pipeline:shop", DeskTerms(pipelines=("shop",))),
        ("kettle price", DeskTerms(words=("kettle", "price"))),
        ('"steel kettle"', DeskTerms(words=("steel kettle",))),
        ("kind:sad", DeskTerms(unknown=("kind:sad",))),
        ("https://shop.example", DeskTerms(words=("https://shop.example",))),
    ],
)
def test_terms_are_read(asked: str, meant: DeskTerms) -> None:
    assert read_terms(asked) == meant


@pytest.mark.parametrize(
    ("asked", "mistaken"),
    [
        ("priorty:high lamp", ("priorty:high",)),
        ("10:30", ()),
        ("https://a.example", ()),
        ("priority:high kind:sad", ()),
        ("note:", ()),
    ],
)
def test_a_word_that_looks_like_a_term_is_named(asked: str, mistaken: tuple[str, ...]) -> None:
    assert read_terms(asked).mistaken == mistaken


@given(st.text(max_size=400))
def test_no_search_breaks_the_desk(asked: str) -> None:
    assert isinstance(read_terms(asked), DeskTerms)
