"""Evidence is chosen by need when tokens are short."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.context_md.parser import parse
from validation.domain.claim import Claim, ClaimState, EvidenceLink
from validation.domain.halt import HaltCause, Halted
from validation.judge.budget import FittedText, estimate_tokens, fit
from validation.judge.selection import LONGEST, Passage, passages_of, ranked

CONTEXT = """# Context

## 0. User Query
Which lamp is cheaper?

## 2. Gathered Context
- likes warm light (source_ref: memory:light)

## 4. Execution Progress

### Shops
| lamp | price |
|---|---|
| Halden | 49 EUR |
| Orla | 59 EUR |

### Reviews
The Orla is said to flicker.
"""


def passage(text: str, *, start: int = 0, section: int = 4) -> Passage:
    return Passage(section, "", start, start + len(text), text)


def row(*texts: str) -> list[Passage]:
    """Passages that lie one after the other."""
    placed: list[Passage] = []
    for text in texts:
        placed.append(passage(text, start=placed[-1].end if placed else 0))
    return placed


def claim(text: str, *links: tuple[int, int]) -> Claim:
    evidence = tuple(EvidenceLink(4, start, end, "") for start, end in links)
    return Claim("c", text, 0, len(text), ClaimState.SUPPORTED, 0.9, evidence)


def test_passages_come_from_sections_2_and_4_alone() -> None:
    assert {passage.section for passage in passages_of(parse(CONTEXT))} == {2, 4}


def test_a_passage_is_its_span_of_the_document() -> None:
    found = passages_of(parse(CONTEXT))
    assert len(found) > 1
    assert [CONTEXT[one.start : one.end] for one in found] == [one.text for one in found]


def test_what_stands_under_one_heading_stays_together() -> None:
    shops = [found for found in passages_of(parse(CONTEXT)) if found.heading == "Shops"]
    assert len(shops) == 1
    assert "Orla | 59 EUR" in shops[0].text


def test_a_table_that_is_cut_carries_its_header_on() -> None:
    rows = "".join(f"| Lamp number {number} | {number} EUR |\n" for number in range(60))
    found = passages_of(parse(f"## 4. Execution Progress\n\n| lamp | price |\n|---|---|\n{rows}"))
    assert len(found) > 2
    assert {later.header for later in found[1:]} == {"lamp | price"}


NESTED = "### Lumo H4\n\n#### Price\n\n49.90 EUR\n\n### Lumo H5\n\n#### Price\n\n89.90 EUR\n"


def test_a_passage_is_told_with_all_its_headings() -> None:
    found = passages_of(parse(f"## 4. Execution Progress\n\n{NESTED}"))
    assert [(one.heading, one.text) for one in found] == [
        ("Lumo H4, Price", "49.90 EUR"),
        ("Lumo H5, Price", "89.90 EUR"),
    ]


def test_the_reference_of_a_document_is_not_repeated_above_its_headings() -> None:
    item = f"### Lumo H4 (source_ref: shop/{'p' * 195})"
    [found] = passages_of(parse(f"## 4. Execution Progress\n\n{item}\n\n#### Price\n\n49.90 EUR\n"))
    assert found.heading == "Lumo H4, Price"


def test_a_long_heading_is_not_repeated_whole_with_all_that_is_below() -> None:
    [found] = passages_of(parse(f"## 4. Execution Progress\n\n### {'lamp ' * 300}\n\n#### Price\n\n49.90 EUR\n"))
    assert len(found.heading) < 150


def test_a_heading_with_nothing_below_it_is_a_passage() -> None:
    found = passages_of(parse("## 4. Execution Progress\n\n### Lumo H4 - 49.90 EUR\n\n### Lumo H5 - 59.90 EUR\n"))
    assert [one.text for one in found] == ["### Lumo H4 - 49.90 EUR", "### Lumo H5 - 59.90 EUR"]


def test_what_a_list_is_about_is_told_where_the_list_is_cut() -> None:
    rows = "".join(f"- part {number} of the lamp is made of steel\n" for number in range(40))
    found = passages_of(parse(f"## 4. Execution Progress\n\n**Lumo H5**\n\n{rows}"))
    assert len(found) > 2
    assert {later.heading for later in found[1:]} == {"Lumo H5"}


@given(st.lists(st.tuples(st.sampled_from(["###", "####", "#####", "-", ">", ""]), st.integers(0, 99)), max_size=12))
def test_no_line_of_the_evidence_is_withheld(lines: list[tuple[str, int]]) -> None:
    body = "\n\n".join(f"{mark} word{number}".strip() for mark, number in lines)
    found = passages_of(parse(f"## 4. Execution Progress\n\n### Results\n\n{body}"))
    told = " ".join(f"{one.heading} {one.text}" for one in found)
    assert all(f"word{number}" in told for _, number in lines)


@given(st.text(max_size=3000))
def test_no_passage_is_longer_than_the_longest_and_no_word_is_lost(body: str) -> None:
    found = passages_of(parse(f"## 4. Execution Progress\n\n{'word ' * 300}\n\n{body}"))
    assert all(len(one.text) <= LONGEST for one in found)
    assert sum(one.text.split().count("word") for one in found) >= 300


def test_a_claims_own_evidence_comes_first() -> None:
    passages = row("lamp lamp lamp", "something else", "the last one")
    start = passages[2].start
    assert ranked(passages, [claim("lamp", (start, start + 3))], "lamp")[0] == 2


def test_every_claim_gets_its_turn_before_any_gets_a_second_passage() -> None:
    passages = row("aaa", "bbb", "ccc", "ddd")
    first = claim("x", (0, 3), (3, 6))
    second = claim("y", (9, 12))
    assert ranked(passages, [first, second], "")[:3] == [0, 3, 1]


def test_a_claim_without_evidence_gets_the_passage_that_reads_most_like_it() -> None:
    passages = row("weather in spring", "the Halden costs 49 EUR", "roads and rivers")
    assert ranked(passages, [claim("Halden for 59 EUR")], "")[0] == 1


def test_at_a_tie_fresh_results_outrank_remembered_ones() -> None:
    passages = [passage("the Halden lamp", section=2), passage("the Halden lamp", start=20, section=4)]
    assert ranked(passages, [], "Halden") == [1, 0]


@given(st.lists(st.text(min_size=1, max_size=30), max_size=15), st.lists(st.text(max_size=30), max_size=4))
def test_the_ranking_names_every_passage_once(texts: list[str], claims: list[str]) -> None:
    passages = row(*texts)
    order = ranked(passages, [claim(text, (0, 10)) for text in claims], " ".join(texts))
    assert sorted(order) == list(range(len(passages)))


def fitted(
    passages: Sequence[Passage],
    *,
    head: str = "head",
    limit: int = 60,
    count: Callable[[str], int] = estimate_tokens,
    order: list[int] | None = None,
) -> FittedText:
    return fit(
        passages,
        write=lambda chosen: "\n".join([head, *(one.text for one in chosen)]),
        rank=lambda: order if order is not None else list(range(len(passages))),
        count_tokens=count,
        limit=limit,
    )


def test_what_fits_is_sent_whole_without_asking_the_server() -> None:
    def never(text: str) -> int:
        raise AssertionError(text)

    assert fitted(row("one", "two"), count=never) == FittedText("head\none\ntwo", 0)


def test_the_servers_count_decides_where_the_estimate_is_over() -> None:
    assert fitted(row("word " * 100), count=lambda text: 10).omitted == 0


def test_over_budget_the_most_needed_stay_in_order_of_the_document() -> None:
    passages = row("alpha " * 40, "beta " * 30, "gamma " * 40)
    result = fitted(passages, order=[2, 0, 1], limit=110)
    assert result.omitted == 1
    assert result.text.index("alpha") < result.text.index("gamma")


@pytest.mark.parametrize("head", ["word " * 70, "word " * 100_000])
def test_a_fixed_part_over_the_budget_is_too_long(head: str) -> None:
    with pytest.raises(Halted, match="alone take") as caught:
        fitted(row("one"), head=head)
    assert caught.value.halt.cause is HaltCause.CONTEXT_TOO_LONG


def test_no_room_for_any_evidence_halts_instead_of_judging_without() -> None:
    with pytest.raises(Halted, match="no room for evidence"):
        fitted(row("word " * 50), head="word " * 50)


@given(st.lists(st.integers(1, 40), max_size=30), st.integers(20, 80), st.floats(0.5, 1.0))
def test_what_is_sent_never_exceeds_the_limit_by_the_servers_count(sizes: list[int], limit: int, ratio: float) -> None:
    def count(text: str) -> int:
        return round(estimate_tokens(text) * ratio)

    passages = row(*("word " * size for size in sizes))
    try:
        result = fitted(passages, limit=limit, count=count)
    except Halted:
        return
    assert count(result.text) <= limit
    assert result.text.count("word") == 0 or result.omitted < len(passages)
