"""Figures against values worked out by hand."""

from math import isnan

import numpy as np
import pytest

from evals import metrics
from evals.metrics import Band, estimated


def flags(bits: str) -> metrics.Flags:
    return np.array([bit == "1" for bit in bits])


TRUTH, FLAGGED = flags("11110000"), flags("11100001")


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        (metrics.precision, 3 / 4),
        (metrics.recall, 3 / 4),
        (metrics.f1, 3 / 4),
        (metrics.balanced_accuracy, 3 / 4),
    ],
)
def test_a_figure_equals_its_definition(measure: object, value: float) -> None:
    assert measure(TRUTH, FLAGGED) == pytest.approx(value)  # type: ignore[operator]


@pytest.mark.parametrize("measure", [metrics.precision, metrics.recall, metrics.f1])
def test_an_empty_denominator_has_no_figure(measure: object) -> None:
    assert isnan(measure(flags("000"), flags("000")))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("score", "value"),
    [
        ([1.0, 2.0, 3.0, 4.0], 1.0),
        ([4.0, 3.0, 2.0, 1.0], 0.0),
        ([1.0, 1.0, 1.0, 1.0], 0.5),
        ([1.0, 3.0, 2.0, 4.0], 0.75),
    ],
)
def test_auroc_counts_pairs_in_order(score: list[float], value: float) -> None:
    assert metrics.auroc(flags("0011"), np.array(score)) == pytest.approx(value)


def test_auroc_of_one_class_has_no_figure() -> None:
    assert isnan(metrics.auroc(flags("11"), np.array([0.1, 0.2])))


def test_calibration_error_is_the_mean_gap() -> None:
    assert metrics.calibration_error(flags("1100"), np.array([0.85, 0.85, 0.05, 0.05])) == pytest.approx(0.1)


def test_a_chance_of_one_has_its_bin() -> None:
    assert metrics.calibration_error(flags("1"), np.array([1.0])) == 0.0


def test_reliability_counts_an_upper_edge_once() -> None:
    bands = metrics.reliability(flags("011"), np.array([0.2, 0.5, 1.0]), (0.0, 0.5, 1.0))
    assert bands == (Band(0.0, 0.5, 1, 0.2, 0.0), Band(0.5, 1.0, 2, 0.75, 1.0))


def test_span_f1_counts_characters() -> None:
    counts = np.array([metrics.overlap(((0, 4),), ((2, 6),), 10)])
    assert metrics.span_f1(counts) == pytest.approx(0.5)


def test_overlapping_spans_count_once() -> None:
    assert metrics.overlap(((0, 4), (2, 6)), (), 10) == (0, 6, 0)


def test_the_interval_holds_the_value_and_repeats() -> None:
    labels = flags("1101101110" * 10)
    first, second = (estimated(lambda at: metrics.share(labels[at]), len(labels)) for _ in range(2))
    assert first == second
    assert first is not None
    assert first.low < first.value == 0.7 < first.high


def test_what_is_undefined_on_all_items_is_left_out() -> None:
    assert estimated(lambda _: float("nan"), 5) is None
