"""Which approvals an audit could reach, and what follows for the certificate and the range of the page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.factories import NOON
from tests.trust.audits import answered, decided, drawn, publish
from validation.domain.trust.audit import hash_share
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem
from validation.platform.tallies.read import TallyScope
from validation.trust.queries import audited
from validation.trust.queries.trust_report import Trust, read_certificate, read_trust
from validation.trust.web.words import sentence

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def approved(name: str, confidence: float, policy: int) -> Attempt:
    """Decided by that policy."""
    attempt = decided(name, confidence=confidence)
    Attempt.objects.filter(pk=attempt.pk).update(policy=policy)
    attempt.judgements.update(policy=policy)
    attempt.refresh_from_db()
    return attempt


def read() -> Trust:
    return read_trust(TallyScope(since=NOON - timedelta(days=30)), now=LATER)


def band(confidence_from: float, rate: float, **fields: float) -> dict[str, object]:
    return {"route": "APPROVE", "confidence_from": confidence_from, "rate": rate, **fields}


def test_audits_of_one_rate_are_thinned_where_approvals_below_are_drawn_more_rarely() -> None:
    """At 0.97 half are drawn, at 0.90 one in five, of which none came: of 40 audits about 16 may be kept there."""
    policy = publish(approve=0.2, rates=[band(0.95, 0.5)]).number
    shares = []
    for number in range(40):
        attempt = approved(f"high_{number}", 0.97, policy)
        answered(drawn(attempt, probability=0.5))
        shares.append(hash_share("certificate", attempt.pk, 1))
    approved("low", 0.90, policy)
    steps = read_certificate(read(), tolerated=0.3, error=0.2).steps
    kept = {step.threshold: step.n for step in steps}
    assert (kept[0.97], kept[0.9]) == (40, sum(share * 0.5 < 0.2 for share in shares))


def test_approvals_of_a_time_without_audits_do_not_keep_the_certificate_from_beginning() -> None:
    """Half of all at 0.99 would be ten audits, enough to begin there; but one alone came after audits began."""
    policy = publish(approve=0.5).number
    for number in range(20):
        approved(f"before_{number}", 0.99, 1)
    answered(drawn(approved("since", 0.99, policy), probability=0.5))
    for number in range(40):
        answered(drawn(approved(f"later_{number}", 0.95, policy), probability=0.5))
    found = read_certificate(read(), tolerated=0.3, error=0.2)
    assert found.begins is not None
    assert (found.begins.threshold, found.threshold) == (0.95, 0.8)


def test_a_band_that_begins_between_two_hundredths_can_be_drawn() -> None:
    policy = publish(rates=[band(0.855, 0.2)]).number
    approved("one", 0.857, policy)
    assert (read().approved.out_of_reach, read().approved.rarest) == (0, {85: 0.2})


@pytest.fixture
def at_most(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    return lambda most: monkeypatch.setattr(audited, "MOST", most)


def test_too_many_audits_begin_the_range_where_the_oldest_was_drawn(at_most: Callable[[int], None]) -> None:
    """An old decision that was audited by hand lately says nothing about the decisions of its time."""
    at_most(2)
    old = drawn(decided("old", at=NOON - timedelta(days=200)), at=NOON - timedelta(hours=1))
    AuditItem.objects.filter(pk=old.pk).update(source="manual", probability=None)
    answered(drawn(decided("new")), decision=Decision.REVISE)
    drawn(decided("earlier", at=NOON - timedelta(hours=2)))
    assert read().scope.since == NOON - timedelta(hours=1)


@pytest.mark.parametrize(
    ("approvals_today", "begins"),
    [
        (0, "No approval by the gate today; in that time 1 was audited: 0\u00a0wrong. Too early"),
        (1, "1 approval by the gate today; in that time 2 were audited: 0\u00a0wrong. Too early"),
        (3, "3 approvals by the gate today; in that time 4 were audited: 0\u00a0wrong. Too early"),
    ],
)
def test_audits_of_earlier_approvals_are_not_said_to_be_of_those_of_the_range(
    approvals_today: int, begins: str
) -> None:
    answered(drawn(decided("earlier", at=NOON - timedelta(days=2)), at=NOON))
    for number in range(approvals_today):
        answered(drawn(decided(f"today_{number}")))
    found = read_trust(TallyScope(since=NOON - timedelta(hours=12)), now=NOON)
    assert sentence(found, "Today").startswith(begins)
