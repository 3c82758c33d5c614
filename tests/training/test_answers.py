"""Whole answers are read as written; of a wrong one only the sentence that was edited is learned as wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from training.examples import Label
from training.sources.answers import draw_answer, measured_answers
from training.weights import answer_rows
from training.worlds.answers import AnswersError, Case, read_answers

ANSWER = "The pool opens at seven. Children pay 3 EUR, and lockers are free."
ROW = {
    "id": "t-1",
    "task": "events",
    "query": "When does the pool open, and what does it cost?",
    "evidence": [{"ref": "pool", "text": "Pool Velden opens at 7:00. Children 3 EUR, adults 5 EUR. Lockers are free."}],
}


def case(tmp_path: Path, *edits: tuple[str, list[list[str]]]) -> Case:
    answers = [{"text": ANSWER, "edits": [{"kind": kind, "replace": pairs} for kind, pairs in edits]}]
    (tmp_path / "t.jsonl").write_text(json.dumps(ROW | {"answers": answers}) + "\n", "utf-8")
    (read,) = read_answers(tmp_path)
    return read


@pytest.mark.parametrize(
    ("pairs", "text", "wrong"),
    [
        ([["3 EUR", "⟦5⟧ EUR"]], "The pool opens at seven. Children pay 5 EUR, and lockers are free.", ["5"]),
        (
            [["lockers", "⟦towels⟧"], ["seven", "⟦eight⟧ or ⟦nine⟧"]],
            "The pool opens at eight or nine. Children pay 3 EUR, and towels are free.",
            ["eight", "nine", "towels"],
        ),
    ],
)
def test_an_edit_knows_its_wrong_words(tmp_path: Path, pairs: list[list[str]], text: str, wrong: list[str]) -> None:
    (edit,) = case(tmp_path, ("digit", pairs)).answers[0].edits
    assert edit.text == text
    assert [text[start:end] for start, end in edit.places] == wrong


@pytest.mark.parametrize(
    ("kind", "label"),
    [("antonym", Label.CONTRADICTED), ("added_detail", Label.NEUTRAL), ("quantifier", Label.NOT_ENTAILED)],
)
def test_only_the_edited_sentence_is_wrong(tmp_path: Path, kind: str, label: Label) -> None:
    read = case(tmp_path, (kind, [["free", "⟦dear⟧"]]))
    found = {(one.text.partition(",")[0], one.label) for one in measured_answers([read])}
    assert found == {
        ("The pool opens at 07:00.", Label.ENTAILED),
        ("Children pay 3 EUR", Label.ENTAILED),
        ("Children pay 3 EUR", label),
    }


def test_a_wrong_sentence_is_learned_beside_the_right_one(tmp_path: Path) -> None:
    read = case(tmp_path, ("negation", [["free", "⟦dear⟧"]]))
    group = draw_answer(Random(1), [read])
    wrong = next(one for one in group if one.label is Label.CONTRADICTED)
    assert [wrong.text[start:end] for start, end in wrong.made_up or ()] == ["dear"]
    assert any(one.label is Label.ENTAILED and one.window == wrong.window for one in group)


def test_weights_are_fitted_to_all_right_sentences_and_the_wrong_ones(tmp_path: Path) -> None:
    answer = "The pool opens early in the morning. Children pay less than adults, and lockers are free."
    edits = [{"kind": "antonym", "replace": [["free", "⟦dear⟧"]]}]
    (tmp_path / "t.jsonl").write_text(json.dumps(ROW | {"answers": [{"text": answer, "edits": edits}]}), "utf-8")
    assert [row.supported for row in answer_rows(read_answers(tmp_path))] == [True, True, False]


def test_words_that_stand_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AnswersError, match="t-1: 'e' stands"):
        case(tmp_path, ("digit", [["e", "⟦a⟧"]]))


def test_the_cases_of_the_repository_can_be_read() -> None:
    assert len({one.id for one in read_answers()}) == len(read_answers()) > 300
