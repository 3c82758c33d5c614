"""The data sets of our own keep their promises: unique, balanced, marked where they are wrong, in two halves."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.datasets_io import GroundingItem, grounding_items, rows
from evals.retrieval_data import LabelledRetrieval, labelled_retrievals

FOLDER = Path("evals/datasets")
HALVES = ("development", "test")
NATURAL = ("natural_development", "natural_test")
FOREIGN = ("german_development", "french_development")
FORMS = ("forms_development",)
DOMAINS = ("domains_development", "domains_test")
FORM_OR_GAP = {"half_answer", "other_question", "format", "table_without_rule", "language", "missing_source"}
"""Kinds that no place of the response shows."""


def responses(half: str) -> list[GroundingItem]:
    return list(grounding_items(FOLDER / f"response_{half}.jsonl"))


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_enough_responses_of_all_domains(half: str) -> None:
    items = responses(half)
    assert len(items) >= 200
    assert len({item.task for item in items}) >= 12


@pytest.mark.parametrize("half", HALVES)
def test_half_of_the_responses_are_good(half: str) -> None:
    items = responses(half)
    assert 0.45 <= sum(item.grounded for item in items) / len(items) <= 0.55


@pytest.mark.parametrize("half", HALVES + NATURAL + FOREIGN + FORMS + DOMAINS)
def test_ids_are_unique(half: str) -> None:
    items = responses(half)
    assert len({item.id for item in items}) == len(items)


@pytest.mark.parametrize("halves", [HALVES, NATURAL, DOMAINS])
def test_no_response_and_no_evidence_stands_in_both_halves(halves: tuple[str, str]) -> None:
    ours, closed = ({(item.passages, item.query) for item in responses(half)} for half in halves)
    assert not ours & closed
    assert not {passages for passages, _ in ours} & {passages for passages, _ in closed}


@pytest.mark.parametrize("half", HALVES + NATURAL + FOREIGN + FORMS + DOMAINS)
def test_no_case_is_told_twice(half: str) -> None:
    told = [(item.passages, item.query, item.response) for item in responses(half)]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("half", HALVES + NATURAL + FOREIGN + FORMS + DOMAINS)
def test_every_response_rests_on_passages_or_a_whole_turn(half: str) -> None:
    for item in responses(half):
        assert bool(item.evidence) is not bool(item.context_md), item.id


@pytest.mark.parametrize("half", HALVES + NATURAL + FOREIGN)
def test_wrong_places_are_marked_in_wrong_responses_only(half: str) -> None:
    for row in rows(FOLDER / f"response_{half}.jsonl"):
        spans = row["spans"]
        assert row["kind"], row["id"]
        if row["label_grounded"]:
            assert spans == [], row["id"]
        elif spans is None:
            assert row["kind"] in FORM_OR_GAP, row["id"]
        for span in spans or ():
            assert row["response"][span["start"] : span["end"]] == span["text"] != "", row["id"]


@pytest.mark.parametrize("half", HALVES + FOREIGN)
def test_a_minimal_pair_names_a_good_response_to_the_same_question(half: str) -> None:
    found = {row["id"]: row for row in rows(FOLDER / f"response_{half}.jsonl")}
    pairs = [row for row in found.values() if "pair_of" in row]
    assert len(pairs) >= 100
    for row in pairs:
        good = found[row["pair_of"]]
        assert good["label_grounded"], row["id"]
        assert not row["label_grounded"], row["id"]
        assert (good["query"], good["evidence"]) == (row["query"], row["evidence"]), row["id"]


def retrievals(half: str) -> list[LabelledRetrieval]:
    return list(labelled_retrievals(FOLDER / f"retrieval_{half}.jsonl"))


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_enough_retrievals_about_half_of_them_answered(half: str) -> None:
    items = retrievals(half)
    assert len({item.id for item in items}) == len(items) >= 60
    assert 0.45 <= sum(item.answer_present for item in items) / len(items) <= 0.6


@pytest.mark.parametrize("half", HALVES)
def test_answers_stand_in_relevant_chunks(half: str) -> None:
    for item in retrievals(half):
        texts = [chunk.text for chunk in item.chunks if chunk.ref in (item.relevant or ())]
        assert bool(item.answers) is item.answer_present, item.id
        assert all(any(answer in text for text in texts) for answer in item.answers), item.id


@pytest.mark.parametrize("half", HALVES)
def test_relevant_chunks_are_among_the_chunks(half: str) -> None:
    for item in retrievals(half):
        assert (item.relevant or frozenset()) <= {chunk.ref for chunk in item.chunks}, item.id


def test_no_chunk_stands_in_both_halves() -> None:
    ours, closed = ({chunk.text for item in retrievals(half) for chunk in item.chunks} for half in HALVES)
    assert not ours & closed
