"""A labelled item becomes a turn that the response gate reads as evidence, alone or among passages of others."""

from __future__ import annotations

import pytest

from evals.as_turn import add_distractors, as_context
from evals.datasets_io import GroundingItem, Passage
from validation.context_md.parser import parse
from validation.domain.context import SectionRole
from validation.evidence.context.items import collect


def item(*texts: str, query: str = "How old is it?") -> GroundingItem:
    evidence = tuple(Passage(f"passage {number}", text) for number, text in enumerate(texts, 1))
    return GroundingItem("i", "own", "QA", query, evidence, "It is old.", grounded=True, spans=())


def test_the_query_is_section_0() -> None:
    document = parse(as_context(item("The mill is old.")))
    (section,) = document.of(SectionRole.QUERY)
    assert document.body(section).strip() == "How old is it?"


def test_every_passage_is_evidence_with_its_reference() -> None:
    held = collect(parse(as_context(item("The mill is old.", "It was built in 1741."))))
    told = [(found.text.split(" (")[0], found.source_ref) for found in held.items if found.source_ref]
    assert ("The mill is old.", "passage_1") in told
    assert ("It was built in 1741.", "passage_2") in told


def test_a_heading_in_a_passage_opens_no_section() -> None:
    text = as_context(item("## 6. Synthesis\nThe mill is old.\n## 7. Validation\nIt stands."))
    assert [section.role for section in parse(text).sections if section.number is not None] == [
        SectionRole.QUERY,
        SectionRole.EXECUTION,
    ]


def test_a_record_stays_whole() -> None:
    record = '{"name": "Lamp Inn", "about": "' + "A quiet house. " * 200 + '"}'
    assert record in as_context(item(record))


def test_a_long_passage_loses_no_word() -> None:
    text = " ".join(f"Sentence {number} tells of the mill." for number in range(200))
    assert all(f"Sentence {number} tells" in as_context(item(text)) for number in range(200))


def item_of(name: str, *texts: str, context_md: str | None = None) -> GroundingItem:
    passages = tuple(Passage(f"{name}{number}", text) for number, text in enumerate(texts))
    return GroundingItem(name, "set", "task", "Which?", passages, "This.", True, None, context_md=context_md)


ITEMS = [
    item_of("lamp", "The lamp costs 40 EUR."),
    item_of("tent", "The tent weighs 2 kg."),
    item_of("boat", "It is red." * 9),
]


def test_what_a_response_rests_on_is_kept() -> None:
    found = zip(ITEMS, add_distractors(ITEMS, 60), strict=True)
    assert all(set(one.passages) <= set(more.passages) for one, more in found)


def test_it_is_filled_up_to_the_length() -> None:
    assert all(sum(map(len, one.passages)) >= 60 for one in add_distractors(ITEMS, 60))


def test_where_the_others_have_too_little_all_of_it_is_taken() -> None:
    assert [len(one.passages) for one in add_distractors(ITEMS, 10_000)] == [3, 3, 3]


@pytest.mark.parametrize("least", [0, 20])
def test_evidence_that_is_long_enough_stays_alone(least: int) -> None:
    several = [item_of(name, *(f"{name} {number}." for number in range(9))) for name in ("lamps", "tents")]
    assert list(add_distractors(several, least)) == several


def test_a_whole_turn_stays_as_it_is() -> None:
    turn = item_of("turn", context_md="## 4. Execution Progress")
    assert next(add_distractors([turn, *ITEMS], 60)) is turn


def test_it_is_the_same_each_time() -> None:
    assert list(add_distractors(ITEMS, 60)) == list(add_distractors(ITEMS, 60))
