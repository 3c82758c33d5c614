"""What is observed over many validations."""

from __future__ import annotations

from validation.gates.query_analysis.analysis import Resolution
from validation.gates.query_analysis.observed import (
    failed_against_clarify,
    status_distribution,
)
from validation.gates.query_analysis.result import Status

PASS, RETRY, CLARIFY = Status.PASS, Status.RETRY, Status.CLARIFY


def test_every_status_has_its_share_even_at_zero():
    shares = {entry.status: entry.share.value for entry in status_distribution([PASS, PASS, PASS, RETRY])}
    assert shares == {PASS: 0.75, RETRY: 0.25, CLARIFY: 0.0}


def test_the_distribution_of_nothing_is_not_applicable():
    assert {entry.share.value for entry in status_distribution([])} == {None}


def test_a_failed_resolution_that_always_asks_correlates_fully():
    seen = [(Resolution.FAILED, CLARIFY)] * 5 + [(Resolution.NOT_NEEDED, PASS)] * 5 + [(None, RETRY)] * 2
    figure = failed_against_clarify(seen)
    assert (figure.phi.value, figure.phi.n, figure.table.both) == (1.0, 12, 5)


def test_no_failed_resolution_leaves_phi_undefined():
    assert failed_against_clarify([(Resolution.RESOLVED, PASS), (Resolution.RESOLVED, CLARIFY)]).phi.value is None
