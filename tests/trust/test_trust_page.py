"""The page Trust, its tables as CSV, and the same by API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api_client import MakeApi
from tests.desk.people import client_of
from tests.rows import OnceAFile
from tests.trust.audits import answered, decided, drawn
from validation.domain.attempt import Route
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, Pipeline, Policy
from validation.platform.permissions import Role
from validation.platform.tallies.read import TallyScope
from validation.trust.estimates.report import BYS
from validation.trust.queries.trust_report import read_certificate, read_trust

pytestmark = pytest.mark.django_db
NOW = timezone.now()
EARLY = "/insights/trust/?range=24h"


@pytest.fixture(scope="module", autouse=True)
def audits(once_a_file: OnceAFile[None]) -> None:
    """Within 30 days 60 approvals, of which 40 were audited and 2 wrong; one of them today."""
    once_a_file(_audits)
    return


def _audits() -> None:
    for number in range(60):
        at = NOW - timedelta(hours=1) if number == 0 else NOW - timedelta(days=3)
        attempt = decided(f"turn_{number}", Route.APPROVE, confidence=0.99, at=at)
        if number < 40:
            answered(
                drawn(attempt, probability=0.5), decision=Decision.REVISE if number in (5, 6) else Decision.APPROVE
            )


def test_the_first_sentence_says_of_how_many_how_many_were_wrong(viewer: Client) -> None:
    page = viewer.get("/insights/trust/").content.decode()
    assert (
        "60 approvals by the gate in the last 30 days; in that time 40 were audited: 2\u00a0wrong, 5.0 % [0.6–16.9]."
        in page
    )


def test_too_few_audits_say_how_many_more_it_takes(viewer: Client) -> None:
    page = viewer.get(EARLY).content.decode()
    audited = "1 approval by the gate in the last 24 hours; in that time 1 was audited: 0\u00a0wrong."
    early = "Too early for a rate: 29 more audits give a first one, about 456 for ±\u00a02\u00a0points."
    assert f"{audited} {early}" in page


def test_a_figure_that_is_too_early_tells_the_first_from_the_narrow_one(viewer: Client) -> None:
    page = viewer.get(EARLY).content.decode()
    assert "Too early: 0 answered. 30 more for a first figure, about 292 for ± 0.05." in page


def test_a_table_says_how_many_answers_its_first_figure_takes(viewer: Client) -> None:
    table = viewer.get("/insights/trust/agreement-by-month.csv?range=24h").getvalue().decode()
    assert "29 more needed" in table


def test_groups_that_are_too_small_are_told_in_words_and_not_drawn(viewer: Client) -> None:
    early, later = (viewer.get(page).content.decode() for page in (EARLY, EARLY.replace("24h", "30d")))
    assert ("no month has 30 answers yet" in early, 'data-chart="figure-by-month"' in early) == (True, False)
    assert ("no month has 30 answers yet" in later, 'data-chart="figure-by-month"' in later) == (False, True)


def test_approvals_that_no_policy_would_draw_are_told(viewer: Client) -> None:
    """An estimate of a band that is never audited is no estimate."""
    assert "20 of these approvals had no chance of an audit" in viewer.get("/insights/trust/").content.decode()
    rates = [{"route": "APPROVE", "confidence_from": 0.95, "rate": 0.5}]
    Policy.objects.update(document={"audit": {"rates": rates}})
    assert "no chance of an audit" not in viewer.get("/insights/trust/").content.decode()
    Attempt.objects.filter(turn__turn_id="turn_59").update(confidence=0.9)
    assert "1 of these approvals had no chance of an audit" in viewer.get("/insights/trust/").content.decode()


def test_no_approval_is_nothing_to_trust(viewer: Client) -> None:
    assert (
        "No approval by the gate in the last 30 days" in viewer.get("/insights/trust/?pipeline=other").content.decode()
    )


def test_no_certificate_says_why(viewer: Client) -> None:
    page = viewer.get("/insights/trust/").content.decode()
    assert "No certificate for at most 2 % wrong approvals" in page
    assert "Use as draft" not in page


def test_a_certificate_opens_the_policy_editor_with_it() -> None:
    page = client_of(Role.ADMIN).get("/insights/trust/?tolerated=30&error=20").content.decode()
    assert "APPROVE from 0.80 is certified" in page
    assert 'href="/policies/edit/?response.approve=0.80"' in page


def test_a_certificate_of_one_pipeline_opens_the_editor_of_that_pipeline() -> None:
    page = client_of(Role.ADMIN).get("/insights/trust/?pipeline=shop-assistant&tolerated=30&error=20").content.decode()
    assert 'href="/policies/edit/?pipeline=shop-assistant&amp;response.approve=0.80"' in page


def test_nothing_is_certified_below_the_threshold_of_a_pipelines_own_policy() -> None:
    shop, own = Pipeline.objects.get(name="shop-assistant"), {"response": {"approve": 0.95}}
    Policy.objects.create(number=2, pipeline=shop, document=own, author="anna", reason="Surer.", published_at=NOW)
    Attempt.objects.update(policy=2)
    for number in range(30):
        trip = decided(f"trip_{number}", confidence=0.99, of="travel", at=NOW - timedelta(days=3))
        answered(drawn(trip, probability=0.5))
    for of, lowest in (("shop-assistant", 0.95), ("travel", 0.8), ("", 0.95)):
        found = read_certificate(read_trust(TallyScope(of), now=NOW), tolerated=0.3, error=0.2)
        assert (of, found.threshold) == (of, lowest)


def test_who_may_not_publish_is_not_sent_to_the_editor(viewer: Client) -> None:
    assert "Use as draft" not in viewer.get("/insights/trust/?tolerated=30&error=20").content.decode()


def test_the_editor_shows_what_a_link_proposes_and_publishes_nothing() -> None:
    page = client_of(Role.ADMIN).get("/policies/edit/?response.approve=0.86").content.decode()
    assert 'name="response.approve" value="0.86"' in page
    assert "now 0.8" in page


def test_a_proposal_that_is_no_policy_is_refused_beside_its_field() -> None:
    answer = client_of(Role.ADMIN).get("/policies/edit/?response.approve=7")
    assert answer.status_code == 422
    assert 'id="response.approve_error"' in answer.content.decode()


SLUGS = [f"{kind}by-{by}" for kind in ("", "agreement-", "checks-") for by in BYS]


@pytest.mark.parametrize("slug", [*SLUGS, "certificate"])
def test_a_table_is_a_csv(viewer: Client, slug: str) -> None:
    _judged_by("sha256:1f", failed="coherent_format")
    lines = viewer.get(f"/insights/trust/{slug}.csv").getvalue().decode().splitlines()
    assert len(lines) > 1


def _judged_by(prompt: str, failed: str = "") -> None:
    """And closed anew: of an audit that ended nothing is read twice."""
    items = list(AuditItem.objects.all())
    for item in items:
        failing = {failed: "fail"} if failed else {}
        item.verdict = {**item.verdict, "prompt": prompt, "checks": {**item.verdict["checks"], **failing}}
        item.closed_at = timezone.now()
    AuditItem.objects.bulk_update(items, ["verdict", "closed_at"])


def test_an_unknown_table_is_not_found(viewer: Client) -> None:
    assert viewer.get("/insights/trust/agreement-by-mood.csv").status_code == 404


def test_a_kappa_whose_judge_always_says_the_same_is_void(viewer: Client) -> None:
    """All 40 were approved by the gate."""
    page = viewer.get("/insights/trust/?by=judge").content.decode()
    assert "38 of 40 the same; one side always says the same" in page
    assert "0.00" not in page
    rows = viewer.get("/insights/trust/agreement-by-judge.csv").getvalue().decode()
    assert "embedded,not measurable,40" in rows


@pytest.mark.parametrize("by", BYS)
def test_the_api_has_every_figure_of_every_group(make_api: MakeApi, by: str) -> None:
    _judged_by("sha256:1f")
    groups = make_api("read", pipeline="shop-assistant").get("/stats/trust").json()["groups"]
    of_by = [one for one in groups if one["by"] == by]  # of months two, early in one
    assert [
        sum(figures["n"] for figures in column)
        for column in zip(
            *((one["false_approve"], one["kappa"], one["checks"]["coherent_format"]["recall"]) for one in of_by),
            strict=True,
        )
    ] == [40, 40, 0]


def test_the_api_has_the_figures_of_the_page(make_api: MakeApi) -> None:
    told = make_api("read", pipeline="shop-assistant").get("/stats/trust").json()["false_approve"]
    assert (told["value"], told["n"], told["hits"], told["audited_of"]) == (0.05, 40, 2, 60)


def test_a_key_sees_its_own_pipeline_only(make_api: MakeApi) -> None:
    told = make_api("read", pipeline="other").get("/stats/trust").json()["false_approve"]
    assert (told["n"], told["audited_of"]) == (0, 0)


def test_reviewers_are_shown_to_a_key_of_the_instance(make_api: MakeApi) -> None:
    assert make_api("read", pipeline="shop-assistant").get("/stats/trust").json()["reviewers"] == []
    (mara,) = make_api("read", "instance", pipeline="shop-assistant").get("/stats/trust").json()["reviewers"]
    assert (mara["name"], mara["answered"]) == ("mara", 40)


def test_certify_answers_with_the_curve(make_api: MakeApi) -> None:
    api = make_api("read", pipeline="shop-assistant")
    found = api.post("/policies/certify", {"alpha": 0.3, "delta": 0.2}).json()
    assert found["threshold"] == 0.8
    assert found["curve"][-1]["n"] == 40
    assert api.post("/policies/certify", {}).json()["threshold"] is None


def test_a_limit_that_is_refused_is_named_as_it_was_sent(make_api: MakeApi) -> None:
    refused = make_api("read", pipeline="shop-assistant").post("/policies/certify", {"alpha": 0})
    assert [error["field"] for error in refused.json()["errors"]] == ["alpha"]


def test_the_page_takes_a_bounded_number_of_statements(viewer: Client, django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(26):  # type: ignore[operator]
        viewer.get("/insights/trust/")


def test_a_weighted_share_says_what_it_is_unweighted(viewer: Client) -> None:
    assert "Weighted" not in viewer.get("/insights/trust/").content.decode()
    AuditItem.objects.filter(attempt__turn__turn_id__in=["turn_5", "turn_6"]).update(probability=0.1)
    assert "of the 40 audited alone it is 5.0 %" in viewer.get("/insights/trust/").content.decode()


def test_audits_are_read_in_two_statements_without_what_was_judged(viewer: Client) -> None:
    viewer.get("/insights/trust/")
    answered(drawn(Attempt.objects.get(turn__turn_id="turn_50"), probability=0.5), decision=Decision.REVISE)
    with CaptureQueriesContext(connection) as seen:
        viewer.get("/insights/trust/")
    assert len([one for one in seen if "truth_checks" in one["sql"]]) == 1
    assert len([one for one in seen if "answered" in one["sql"] and '"blind"' in one["sql"]]) == 1
    assert not [one for one in seen if "validation_judgement" in one["sql"] or "checkrecord" in one["sql"]]


def test_what_was_read_is_read_again_when_an_audit_is_answered(viewer: Client) -> None:
    """As often as nothing is new, no row of an audit is read."""
    viewer.get("/insights/trust/")
    with CaptureQueriesContext(connection) as seen:
        viewer.get("/insights/trust/")
    assert not [one for one in seen if "truth_checks" in one["sql"]]
    answered(drawn(Attempt.objects.get(turn__turn_id="turn_50"), probability=0.5), decision=Decision.REVISE)
    assert "41 were audited: 3\u00a0wrong" in viewer.get("/insights/trust/").content.decode()
