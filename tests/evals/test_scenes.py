"""Scenes: how they are read, what is made of them, and that their table counts what the gate says."""

from __future__ import annotations

from pathlib import Path

from evals.scenes import Case, Reading, cases_of, table
from training.worlds.scenes import read_scenes

SCENE = """\
=== t-1 | fields | gardens
QUERY: when is the garden open?
[A]
Garden: Elm Court
Opens: 9:00
[B]
Garden: Elm Court
Opens: 11:00
[CLAIMS]
+- Elm Court opens at 9:00.
-+ Elm Court opens at 11:00.
++ The garden is called Elm Court.
?? Dogs are welcome.
[QUESTIONS]
When does it open? | 9:00 | 11:00
"""


def cases(tmp_path: Path) -> list[Case]:
    (tmp_path / "one.txt").write_text(SCENE, "utf-8")
    return [case for scene in read_scenes(tmp_path) for case in cases_of(scene)]


def test_each_sentence_stands_beside_each_version_with_its_sign(tmp_path: Path) -> None:
    alone = [(case.version, case.sign) for case in cases(tmp_path) if not case.is_answer]
    assert alone == [(0, "+"), (0, "-"), (0, "+"), (0, "?"), (1, "-"), (1, "+"), (1, "+"), (1, "?")]


def test_a_good_answer_holds_only_what_its_version_supports(tmp_path: Path) -> None:
    (good,) = (case for case in cases(tmp_path) if case.is_answer and case.sign == "+" and case.version == 1)
    assert good.response == "Elm Court opens at 11:00. The garden is called Elm Court."
    assert "Opens: 11:00" in good.context_md
    assert "Opens: 9:00" not in good.context_md


def test_a_wrong_answer_has_one_sentence_of_its_sign(tmp_path: Path) -> None:
    wrong = {case.sign: case.response for case in cases(tmp_path) if case.is_answer and case.version == 0}
    assert ("11:00" in wrong["-"], "Dogs" in wrong["?"]) == (True, True)


def test_the_table_counts_sentences_carried_and_answers_approved(tmp_path: Path) -> None:
    readings = [
        Reading(case, carried=case.sign == "+", approved=case.sign == "-", grounded=0.5) for case in cases(tmp_path)
    ]
    counted = ["4/4", "1.00", "0/2", "0.00", "0/2", "0.00", "0/2", "0.00", "2/2", "1.00", "0/2", "0.00"]
    assert table(readings)[-1].split() == ["fields", *counted]
