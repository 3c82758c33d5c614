"""One plan from the first step to the last: what is drawn, and how fast is learned."""

from training.plan import RATES, TOKENS, WARMUP_STEPS, rate_at


def test_the_rate_rises_first_and_ends_low() -> None:
    assert rate_at(0, 0) < rate_at(WARMUP_STEPS, 0) == RATES[0][1]
    assert rate_at(10_000, TOKENS) == RATES[-1][1] < RATES[0][1]


def test_between_two_points_the_rate_lies_between_theirs() -> None:
    (begin, first), (end, last) = RATES[-2:]
    assert abs(rate_at(10_000, (begin + end) // 2) - (first + last) / 2) < 1e-9
