"""Every odd input of spec 5 has a defined output and a finding."""

from types import SimpleNamespace
from uuid import UUID

import pytest

from retrieval.domain.result import AnswerPresent, Quality, RetrievalFindingCode
from tests.retrieval.gate.conftest import Judge
from tests.retrieval.gate.sets import FOUNDED

QUERY = "What year was the company founded?"
ANSWER = FOUNDED[0]


def codes(result: object) -> list[RetrievalFindingCode]:
    return [found.code for found in result.findings]


@pytest.mark.parametrize(
    ("chunk", "code"),
    [
        ({"text": ANSWER}, RetrievalFindingCode.ID_MISSING),
        ({"id": None, "text": ANSWER}, RetrievalFindingCode.ID_MISSING),
        ({"id": "  ", "text": ANSWER}, RetrievalFindingCode.ID_EMPTY),
        ({"id": True, "text": ANSWER}, RetrievalFindingCode.ID_INVALID),
        ({"id": 2.5, "text": ANSWER}, RetrievalFindingCode.ID_INVALID),
        ({"id": ["a"], "text": ANSWER}, RetrievalFindingCode.ID_INVALID),
        ({"id": 10**5000, "text": ANSWER}, RetrievalFindingCode.ID_INVALID),
    ],
)
def test_a_chunk_without_a_usable_id_is_named_by_its_position_and_judged(
    judged: Judge, chunk: object, code: str
) -> None:
    result = judged(QUERY, [chunk])
    assert codes(result) == [code]
    assert [each.id for each in result.relevant_chunks] == ["#1"]


@pytest.mark.parametrize(
    ("broken", "code"),
    [(None, RetrievalFindingCode.CHUNK_MALFORMED), ({"text": FOUNDED[1]}, RetrievalFindingCode.ID_MISSING)],
)
def test_a_chunk_without_an_id_takes_none_that_another_has(judged: Judge, broken: object, code: str) -> None:
    result = judged(QUERY, [broken, {"id": "#1", "text": ANSWER}])
    assert [(found.code, found.chunk_ids) for found in result.findings] == [(code, ("#1#",))]
    assert [line.chunk_id for line in result.evidence] == ["#1"]


def test_the_second_of_two_chunks_with_one_id_is_renamed(judged: Judge) -> None:
    result = judged(QUERY, [{"id": "a", "text": FOUNDED[1]}, {"id": "a", "text": ANSWER}])
    assert codes(result) == [RetrievalFindingCode.ID_DUPLICATE]
    assert [line.chunk_id for line in result.evidence] == ["a#2"]


@pytest.mark.parametrize(
    ("chunk", "code"),
    [
        ({"id": "a"}, RetrievalFindingCode.TEXT_MISSING),
        ({"id": "a", "text": ""}, RetrievalFindingCode.TEXT_MISSING),
        ({"id": "a", "text": " \n\t"}, RetrievalFindingCode.TEXT_MISSING),
        ({"id": "a", "text": 7}, RetrievalFindingCode.TEXT_MISSING),
        ({"id": "a", "metadata": {"source": "handbook.pdf"}}, RetrievalFindingCode.METADATA_ONLY),
        ({"id": "a", "payload": {"source": "handbook.pdf"}}, RetrievalFindingCode.METADATA_ONLY),
        ("only a text", RetrievalFindingCode.CHUNK_MALFORMED),
        (None, RetrievalFindingCode.CHUNK_MALFORMED),
        ([1, 2], RetrievalFindingCode.CHUNK_MALFORMED),
    ],
)
def test_a_chunk_without_text_is_left_out_with_a_finding(embedder, chunk: object, code: RetrievalFindingCode) -> None:
    from retrieval.gate import validate_retrieval

    result = validate_retrieval(QUERY, [chunk], embedder=embedder)
    assert codes(result) == [code]
    assert result.retrieval_quality is Quality.POOR


def test_no_chunks_are_poor_with_a_finding(judged: Judge) -> None:
    result = judged(QUERY, [])
    assert (codes(result), result.retrieval_quality) == ([RetrievalFindingCode.NO_CHUNKS], Quality.POOR)
    assert result.message == "No relevant information found in retrieved data."


@pytest.mark.parametrize("query", ["", " \n", "\u200b", "\u3164"])
def test_an_empty_query_makes_nothing_relevant(judged: Judge, query: str) -> None:
    result = judged(query, FOUNDED)
    assert (codes(result), result.relevant_chunks) == ([RetrievalFindingCode.QUERY_EMPTY], ())


@pytest.mark.parametrize("query", ["what about it?", "and the other one?", "???", "why"])
def test_a_query_that_names_nothing_is_unclear(judged: Judge, query: str) -> None:
    result = judged(query, FOUNDED)
    assert codes(result) == [RetrievalFindingCode.QUERY_UNCLEAR]
    assert result.answer_present is AnswerPresent.NO


@pytest.mark.parametrize("key", ["text", "content", "page_content", "document"])
def test_a_scored_point_is_read_by_its_payload(judged: Judge, key: str) -> None:
    result = judged(QUERY, [{"id": 7, "score": 0.83, "payload": {key: ANSWER}}])
    assert [line.chunk_id for line in result.evidence] == ["7"]


@pytest.mark.parametrize(
    "chunk",
    [
        {"id": "a", "text": "", "payload": {"text": ANSWER}},
        {"id": "a", "text": " \n", "content": ANSWER},
        {"id": "a", "payload": {"text": "--", "page_content": ANSWER}},
        {"id": "a", "text": ANSWER, "content": "The canteen serves soup."},
    ],
)
def test_the_first_field_with_a_word_is_the_text(judged: Judge, chunk: object) -> None:
    result = judged(QUERY, [chunk])
    assert (codes(result), [line.quote for line in result.evidence]) == ([], [ANSWER])


@pytest.mark.parametrize("point_id", [7, "p7", UUID(int=7)])
def test_a_point_object_of_the_client_library_is_read_by_its_attributes(judged: Judge, point_id: object) -> None:
    point = SimpleNamespace(id=point_id, score=0.8, payload={"text": ANSWER, "source": "about"})
    assert [line.chunk_id for line in judged(QUERY, [point]).evidence] == [str(point_id)]


def test_a_very_long_chunk_is_read_from_its_beginning(judged: Judge) -> None:
    result = judged(QUERY, [{"id": "a", "text": f"{ANSWER} {'The canteen serves soup. ' * 8_000}"}])
    assert codes(result) == [RetrievalFindingCode.TEXT_TOO_LONG]
    assert [each.id for each in result.relevant_chunks] == ["a"]


def test_a_thousand_chunks_are_judged_and_the_answer_among_them_is_found(judged: Judge) -> None:
    texts = [f"Note {n}: the canteen serves soup number {n}." for n in range(999)]
    result = judged(QUERY, [*texts, ANSWER])
    assert codes(result) == [RetrievalFindingCode.SET_TOO_LARGE]
    assert [line.quote for line in result.evidence] == [ANSWER]


@pytest.mark.parametrize("rubbish", ["\x00\x01\x02", "\x1b[31m", "\ufffd\ufffd"])
def test_control_characters_are_flagged_and_the_text_is_judged(judged: Judge, rubbish: str) -> None:
    result = judged(QUERY, [{"id": "a", "text": f"{rubbish}\n{ANSWER}"}])
    assert codes(result) == [RetrievalFindingCode.CONTROL_CHARACTERS]
    assert result.evidence[0].quote == ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "Die Firma wurde 1995 in Berlin gegründet und hat heute zwanzig Angestellte.",
        "La empresa fue fundada en 1995 por dos hermanas de Sevilla y sigue siendo familiar.",
        "Компания была основана в 1995 году двумя сёстрами, сегодня в ней работают двадцать человек.",
    ],
    ids=["German", "Spanish", "Russian"],
)
def test_a_chunk_in_another_language_is_flagged(judged: Judge, text: str) -> None:
    assert (RetrievalFindingCode.OTHER_LANGUAGE, ("c1",)) in [
        (found.code, found.chunk_ids) for found in judged(QUERY, [text]).findings
    ]


def test_a_query_in_another_language_is_flagged(judged: Judge) -> None:
    result = judged("In welchem Jahr wurde die Firma gegründet und von wem?", FOUNDED)
    assert RetrievalFindingCode.QUERY_LANGUAGE in codes(result)


def test_a_short_english_chunk_is_not_taken_for_another_language(judged: Judge) -> None:
    assert codes(judged(QUERY, ["Basic plan: 5 EUR. Pro plan: 9 EUR.", *FOUNDED])) == []


def test_every_field_of_the_document_is_there_for_an_empty_set(judged: Judge) -> None:
    assert set(judged(QUERY, []).as_document()) == {
        "relevant_chunks",
        "answer_present",
        "explanation",
        "pieces",
        "evidence",
        "retrieval_quality",
        "message",
        "findings",
        "report",
        "halt",
    }
