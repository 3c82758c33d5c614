"""A labelled item becomes a turn that the response gate reads as evidence."""

from evals.as_turn import as_context
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
