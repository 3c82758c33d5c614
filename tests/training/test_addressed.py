"""Responses that answer their query, beside true ones that do not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from training.sources.addressed import draw_addressed
from training.worlds.answers import read_answers

ROW = {
    "id": "t-1",
    "task": "events",
    "query": "When does the pool open, and what does it cost?",
    "evidence": [{"ref": "pool", "text": "Pool Velden opens at 7:00. Children 3 EUR, adults 5 EUR. Lockers are free."}],
    "answers": [{"text": "Good question! You get in from **7 am** on. Adults pay 5 EUR.", "edits": []}],
    "off": [
        {"kind": "half", "text": "You get in from 7 am on."},
        {"kind": "other_question", "text": "Lockers are free."},
    ],
}


def test_the_response_is_the_passage_and_its_query_the_question(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text(json.dumps(ROW), "utf-8")
    group = draw_addressed(Random(1), read_answers(tmp_path))
    assert {(one.text, one.window, one.answerable) for one in group} == {
        (ROW["query"], "You get in from 07:00 on. Adults pay 5 EUR.", True),
        (ROW["query"], "You get in from 07:00 on.", False),
        (ROW["query"], "Lockers are free.", False),
    }
    assert all(one.label is None and one.answer is None for one in group)


def test_there_are_cases_to_learn_from_and_to_measure_on() -> None:
    measured = [case.is_measured for case in read_answers() if case.off]
    assert measured.count(False) > 1_000
    assert measured.count(True) > 100
