"""The circuit breaker by a clock that the test moves."""

from __future__ import annotations

import pytest

from validation.judge.breaker import WHILE_TRYING, Breaker, BreakerState, Circuit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(clock=clock, threshold=3, pause=10.0, longest=35.0)


def fail(breaker: Breaker, times: int) -> None:
    for _ in range(times):
        breaker.failed("503")


def test_calls_pass_below_the_threshold(breaker: Breaker) -> None:
    fail(breaker, 2)
    assert breaker.try_acquire() == 0.0


def test_calls_wait_for_the_pause_at_the_threshold(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 4
    assert breaker.try_acquire() == 6.0


def test_a_success_in_between_starts_the_count_anew(breaker: Breaker) -> None:
    fail(breaker, 2)
    breaker.succeeded()
    fail(breaker, 2)
    assert breaker.state().circuit is Circuit.CLOSED


def test_after_the_pause_one_call_tries_and_the_others_wait(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 10
    assert (breaker.try_acquire(), breaker.try_acquire(), breaker.try_acquire()) == (0.0, WHILE_TRYING, WHILE_TRYING)


def test_a_success_of_the_trial_closes_the_circuit(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 10
    breaker.try_acquire()
    breaker.succeeded()
    assert breaker.state() == BreakerState(Circuit.CLOSED, 0, 0.0, "")


def test_a_trial_without_a_result_leaves_the_trial_to_the_next_call(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 10
    breaker.try_acquire()
    breaker.learned_nothing()
    assert (breaker.state().circuit, breaker.try_acquire()) == (Circuit.HALF_OPEN, 0.0)


def test_a_call_without_a_result_does_not_interrupt_the_count(breaker: Breaker) -> None:
    fail(breaker, 2)
    breaker.learned_nothing()
    fail(breaker, 1)
    assert breaker.state().circuit is Circuit.OPEN


def test_each_failed_trial_doubles_the_pause_up_to_the_longest(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    pauses = []
    for _ in range(4):
        pauses.append(breaker.state().retry_in)
        clock.now += pauses[-1]
        breaker.try_acquire()
        breaker.failed("503")
    assert pauses == [10.0, 20.0, 35.0, 35.0]


def test_a_late_failure_of_an_earlier_call_does_not_prolong_the_pause(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 4
    breaker.failed("503")
    assert breaker.try_acquire() == 6.0


@pytest.mark.parametrize(("later", "circuit"), [(0, Circuit.OPEN), (9.5, Circuit.OPEN), (10, Circuit.HALF_OPEN)])
def test_the_state_tells_the_circuit_and_the_last_fault(
    breaker: Breaker, clock: Clock, later: float, circuit: Circuit
) -> None:
    fail(breaker, 3)
    clock.now += later
    assert breaker.state() == BreakerState(circuit, 3, 10.0 - later, "503")
