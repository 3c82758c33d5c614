"""How the weights of facts and reader are fitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.weights import Row, fit, scene_rows
from training.worlds.scenes import FOLDER, read_scenes

NONE = (0.0,) * 5


def rows(supported: int, others: int, *, strength: float = 1.0) -> list[Row]:
    """What is supported has the reader on its side, but for one in four of both."""
    return [
        Row(((strength if (number % 4 != 0) is right else -strength), *NONE[1:]), right)
        for right, count in ((True, supported), (False, others))
        for number in range(count)
    ]


def chance(*sets: list[Row], found: tuple[float, ...] = NONE) -> float:
    return float(fit(*sets).predict_proba([found])[0, 1])


def test_what_the_reader_supports_is_likelier() -> None:
    assert chance(rows(40, 40), found=(1.0, *NONE[1:])) > 0.7


@pytest.mark.parametrize(("supported", "others"), [(40, 40), (120, 8), (8, 120)])
def test_the_share_of_a_set_changes_nothing(supported: int, others: int) -> None:
    assert chance(rows(supported, others)) == pytest.approx(chance(rows(40, 40)), abs=0.03)


def test_a_large_set_counts_as_much_as_a_small_one() -> None:
    agreeing, opposed = rows(400, 400), rows(40, 40, strength=-1.0)
    assert chance(agreeing, opposed, found=(1.0, *NONE[1:])) == pytest.approx(chance(agreeing, opposed), abs=0.05)


def test_scenes_that_the_reader_learned_are_left_out(tmp_path: Path) -> None:
    learned = next(scene.id for scene in read_scenes(FOLDER / "scenes_d.txt") if not scene.is_measured)
    text = (FOLDER / "scenes_d.txt").read_text("utf-8")
    alone = "=== " + next(part for part in text.split("=== ") if part.startswith(f"{learned} "))
    (tmp_path / "one.txt").write_text(alone, "utf-8")
    assert [*scene_rows(tmp_path, "seen"), *scene_rows(tmp_path, "unseen")] == []
