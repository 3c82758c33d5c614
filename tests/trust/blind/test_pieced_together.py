"""What a blind reviewer could piece together: ids that pages hear, numbers beside lists, work on the same turn."""

from __future__ import annotations

import csv
import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.desk.people import client_of, text_of
from tests.platform.test_tallies import fold
from tests.texts import CONTEXT, GOOD
from tests.trust.audits import given, publish, reply
from tests.verdicts import an_attempt, decided_as
from validation.models import Attempt, AuditItem, DailyFigure, Intervention, Pipeline, Policy
from validation.pipelines.queries.observed import ObservedDecisions
from validation.platform.permissions import Role
from validation.response import tasks
from validation.response.actions.record import RecordResult
from validation.response.api import submissions
from validation.response.queries.blind_attempts import blind_attempts
from validation.trust.actions import desk_rules, questions
from validation.trust.queries.drift import count_day, daily_figures

pytestmark = pytest.mark.django_db
ROUTES = {"approve": 1.0, "revise": 1.0, "retry": 1.0}
COUNTING = ("/?range=all", "/insights/", "/insights/trust/", "/insights/trust/drift/")
LEFT_OUT = "Decisions that wait for a blind answer are left out."
Heard = list[tuple[str, str]]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What pages are told of, topic and id."""
    told: Heard = []
    for module in (submissions, tasks, questions, desk_rules):
        monkeypatch.setattr(module, "publish", lambda topic, key, **_: told.append((topic.value, key)))
    return told


def with_a_rule() -> None:
    """Audits of everything, and a rule that brings everything to the desk."""
    made = publish(**ROUTES)
    rules = {"rules": [{"name": "Quokkarule", "priority": "high"}]}
    Policy.objects.filter(pk=made.pk).update(document={**made.document, "interventions": rules})


def two_audits_of_one_turn() -> tuple[AuditItem, AuditItem]:
    publish(**ROUTES)
    first = decided_as("REVISE")
    second = decided_as("APPROVE", an_attempt(draft=f"{GOOD} It is steel."))
    return AuditItem.objects.get(attempt=first), AuditItem.objects.get(attempt=second)


def rows_of(client: Client) -> list[str]:
    return re.findall(r'id="row-([0-9a-f-]+)"', text_of(client, "/desk/?q=is:open"))


def counted(client: Client) -> str:
    """What stands beside Review desk, on its own and on a page that has not counted it."""
    told = {
        match[1] for path in ("/fragments/open-count/", "/settings/")
        if (match := re.search(r'id="rail-open"[^>]*>(\d*)<', text_of(client, path)))
    }  # fmt: skip
    assert len(told) == 1
    return told.pop()


def test_pages_hear_no_id_of_what_was_received_decided_or_opened(
    heard: Heard, api: ApiClient, django_capture_on_commit_callbacks: Any
) -> None:
    with_a_rule()
    with django_capture_on_commit_callbacks(execute=True):
        made = api.post("/attempts", {"turn_id": "t", "context_md": CONTEXT, "response_md": GOOD}).json()
        tasks.judge_attempt(made["id"])
    assert sorted(Intervention.objects.values_list("kind", flat=True)) == ["audit", "warning"]
    assert set(heard) == {("attempts", "new"), ("interventions", "new")}


def test_an_attempt_is_named_when_nobody_is_asked_about_its_turn(heard: Heard) -> None:
    first, second = two_audits_of_one_turn()
    second.delete()
    other = Attempt.objects.exclude(pk=first.attempt_id).get()
    tasks._notify(RecordResult(other.pk))
    reply(first, "mara")
    tasks._notify(RecordResult(other.pk))
    assert heard[-2:] == [("attempts", "new"), ("attempts", str(other.pk))]


def test_one_audit_of_a_turn_is_shown_at_a_time(make_api: MakeApi) -> None:
    """That the second attempt is asked about too tells that the first was not approved."""
    first, second = two_audits_of_one_turn()
    mara, otto, key = client_of(Role.REVIEWER, "mara"), client_of(Role.REVIEWER, "otto"), make_api("review")
    work = [str(item.opinions.get().intervention_id) for item in (first, second)]
    assert (rows_of(mara), counted(mara), rows_of(otto)) == (work[:1], "1", work[:1])
    assert [item["id"] for item in key.get("/audits").json()["items"]] == [str(first.pk)]
    reply(first, "mara")
    assert (rows_of(mara), counted(mara), rows_of(otto)) == (work[1:], "1", work[1:])
    assert [item["id"] for item in key.get("/audits").json()["items"]] == [str(second.pk), str(first.pk)]


def test_withheld_work_is_not_counted_either() -> None:
    with_a_rule()
    decided_as("REVISE")
    mara = client_of(Role.REVIEWER, "mara")
    audit = str(Intervention.objects.get(kind="audit").pk)
    assert (rows_of(mara), counted(mara)) == ([audit], "1")
    overview = text_of(mara, "/")
    assert overview.count(f"/desk/{audit}/") == 1
    assert str(Intervention.objects.get(kind="warning").pk) not in overview
    reply(AuditItem.objects.get(), "mara")
    assert counted(mara) == "1"
    assert rows_of(mara) == [str(Intervention.objects.get(kind="warning").pk)]


def test_what_a_key_is_told_of_an_answered_gold_item_is_what_it_is_told_of_any(make_api: MakeApi) -> None:
    """A gold item has no attempt, so who cannot read attempts is told of none."""
    publish(**ROUTES)
    decided_as("REVISE")
    item = AuditItem.objects.get()
    sent = {"checks": dict(given().checks), "decision": "REVISE"}
    told = make_api("review").post(f"/audits/{item.pk}/answers", sent).json()
    assert (told["verdict"]["decision"], told["attempt_id"]) == ("REVISE", None)


def test_a_pipeline_without_attempts_says_how_one_is_sent_though_some_are_left_out_elsewhere() -> None:
    two_audits_of_one_turn()
    Pipeline.objects.create(name="quiet", created_at=timezone.now())
    page = text_of(client_of(Role.REVIEWER, "mara"), "/?pipeline=quiet")
    assert "No attempts to show" in page
    assert "curl -X POST" in page
    assert LEFT_OUT in page
    assert "nothing judged" in page
    assert "95 % in" not in page


@pytest.mark.parametrize("folded", [False, True])
def test_counts_leave_out_what_the_lists_leave_out(folded: bool) -> None:
    """From ten approvals above a list of nine one would know the tenth."""
    decided_as("APPROVE", turn_id="known")
    publish(**ROUTES)
    for route in ("REVISE", "APPROVE"):
        decided_as(route, turn_id=f"asked_{route}")
    if folded:
        fold()
    mara = client_of(Role.REVIEWER, "mara")
    assert told_in(mara) == {"REVISE": {0}, "APPROVE": {1}}
    assert {LEFT_OUT in text_of(mara, page) for page in COUNTING} == {True}
    for item in AuditItem.objects.all():
        reply(item, "mara")
    assert told_in(mara) == {"REVISE": {1}, "APPROVE": {2}}
    assert {LEFT_OUT in text_of(mara, page) for page in COUNTING} == {False}


def test_watched_pipelines_are_counted_without_what_the_lists_leave_out() -> None:
    decided_as("APPROVE", turn_id="known")
    two_audits_of_one_turn()
    Attempt.objects.update(enforced=False)
    anna = client_of(Role.ADMIN, "anna")
    page = anna.get("/settings/pipelines/")
    assert [seen for _, seen in page.context["rows"]] == [ObservedDecisions(passed=1)]
    assert LEFT_OUT in page.content.decode()


def test_a_day_of_drift_is_counted_without_what_the_lists_leave_out() -> None:
    decided_as("APPROVE", turn_id="known")
    two_audits_of_one_turn()
    today = timezone.now().date()
    found = count_day(Pipeline.objects.get(), today)
    DailyFigure.objects.bulk_create(DailyFigure(pipeline=Pipeline.objects.get(), **asdict(one)) for one in found)
    seen = {one.series: one for one in daily_figures(pipeline="", since=today, without=blind_attempts("mara"))}
    told = {name: (one.hits, one.n, one.value) for name, one in seen.items() if name.startswith(("route", "check"))}
    assert told["route:APPROVE"] == (1, 1, 1.0)
    assert told["route:REVISE"] == (0, 1, 0.0)
    assert {one for name, one in told.items() if name.startswith("check:")} == {(0, 1, 0.0)}
    assert "confidence" not in seen


def told_in(client: Client) -> dict[str, set[int]]:
    """How many of each route there are, by the overview, the charts and the list; of approvals by Trust as well."""
    overview, trust = (text_of(client, page) for page in ("/?range=all", "/insights/trust/?range=all"))
    slugs = ("decisions", "judges", "loops", "confidence")
    charts = [client.get(f"/insights/{slug}.csv?range=all").getvalue().decode() for slug in slugs]
    told: dict[str, set[int]] = {}
    for route in ("REVISE", "APPROVE"):
        shown = re.search(rf"{route}</span>\s*<span class=\"figure-value\">(\d+)", overview)
        assert shown
        listed = text_of(client, f"/attempts/?range=all&route={route}").count("<tr data-row")
        told[route] = {int(shown[1]), listed, *(_sum_of(chart, route) for chart in charts)}
    sentence = re.search(r"(\d+) approvals? by the gate (?:in|since)", trust)
    told["APPROVE"].add(int(sentence[1]) if sentence else 0)
    return told


def _sum_of(table: str, column: str) -> int:
    """Of a chart's CSV; 0 where nothing is of that kind."""
    head, *rows = csv.reader(table.splitlines())
    return sum(int(row[head.index(column)]) for row in rows) if column in head else 0


def test_where_all_approvals_wait_trust_does_not_say_that_there_is_none() -> None:
    publish(**ROUTES)
    decided_as("APPROVE")
    page = text_of(client_of(Role.REVIEWER, "mara"), "/insights/trust/")
    assert "nothing to trust yet" not in page
    assert "No approval by the gate in the last 30 days whose audit has ended: how many were wrong is unknown." in page
