"""One plan from the first step to the last: what is drawn, and how fast is learned."""

from training.plan import RATES, STAGES, TOKENS, WARMUP_STEPS, rate_at, weights

SCENES_FROM = next(begin for begin, drawn in STAGES if "scenes" in drawn)


def test_the_rate_rises_first_and_ends_low() -> None:
    assert rate_at(0, 0) < rate_at(WARMUP_STEPS, 0) == RATES[0][1]
    assert rate_at(10_000, TOKENS) == RATES[-1][1] < rate_at(10_000, SCENES_FROM)


def test_between_two_points_the_rate_lies_between_theirs() -> None:
    (begin, first), (end, last) = RATES[-2:]
    assert abs(rate_at(10_000, (begin + end) // 2) - (first + last) / 2) < 1e-9


def test_scenes_and_whole_answers_come_last() -> None:
    assert "scenes" not in weights(SCENES_FROM - 1)
    assert "answers" not in weights(SCENES_FROM)
    assert weights(TOKENS).keys() > {"scenes", "answers"}
