"""Where people decided otherwise than the gate: order, filters, and the labelled set that evals read."""

from __future__ import annotations

import csv
from copy import copy
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from evals.datasets_io import grounding_items
from tests.api_client import MakeApi
from tests.factories import finding
from tests.trust.audits import ALL_RIGHT, answered, decided, drawn
from tests.trust.truth import row
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.trust.audit import AuditSource, CheckAnswer
from validation.domain.verdict import Decision
from validation.models import AuditItem, Judgement
from validation.platform.paging.filters import EVERYTHING
from validation.trust.estimates.disagreements import Difference, disagreements
from validation.trust.queries.labelled import labelled_rows

CLAIMS = CheckName.CLAIMS_SUPPORTED.value


def test_the_worst_is_a_sure_approval_of_what_should_have_failed() -> None:
    found = disagreements(
        [
            row("REVISE", "APPROVE"), row("RETRY", "FAIL"), row("APPROVE", "REVISE", confidence=0.99), row(),
            row("APPROVE", "FAIL", confidence=0.9), row("APPROVE", "FAIL", confidence=0.97), row(truth=""),
        ]
    )  # fmt: skip
    assert [(one.row.truth_route, one.row.confidence) for one in found[:3]] == [
        ("FAIL", 0.97), ("FAIL", 0.9), ("REVISE", 0.99),
    ]  # fmt: skip
    assert [one.difference for one in found[3:]] == [Difference.NEEDLESS_HOLD, Difference.OTHER_ROUTE]


@pytest.mark.parametrize(
    ("state", "said", "differs"),
    [("pass", "wrong", True), ("fail", "right", True), ("pass", "right", False), ("fail", "cannot_tell", False)],
)
def test_a_check_that_people_answered_otherwise_is_a_disagreement(state: str, said: str, differs: bool) -> None:
    found = disagreements([row(checks={CLAIMS: state}, truth_checks={CLAIMS: said})])
    assert bool(found) is differs


def test_checks_that_do_not_apply_and_were_not_asked_differ_in_nothing() -> None:
    assert disagreements([row(checks={CLAIMS: "not_applicable"}, truth_checks={})]) == []


@pytest.fixture
def audited(db: None) -> None:
    """A wrong approval with a marked sentence and a finding, a needless hold, and an approval that people share."""
    wrong = decided("wrong", Route.APPROVE, confidence=0.97)
    finding(Judgement.objects.get(attempt=wrong), wrong.text.response_md[:9], "No.", code="money_not_in_evidence")
    answered(
        drawn(wrong), decision=Decision.FAIL, unsupported=[(0, 9)], checks={**ALL_RIGHT, CLAIMS: CheckAnswer.WRONG}
    )
    answered(drawn(decided("held", Route.REVISE, confidence=0.6)))
    answered(drawn(decided("fine", Route.APPROVE)))


def listed(viewer: Client, query: str = "") -> list[str]:
    page = viewer.get(f"/insights/trust/disagreements/?range=all{query}").content.decode()
    return [name for name in ("wrong", "held", "fine") if f">{name}</a>" in page]


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize(
    ("query", "turns"),
    [
        ("", ["wrong", "held"]),
        ("&difference=needless_hold", ["held"]),
        (f"&check={CLAIMS}", ["wrong"]),
        ("&finding=money_not_in_evidence", ["wrong"]),
        ("&finding=moon", []),
        ("&pipeline=other", []),
    ],
)
def test_the_list_is_filtered_by_its_address(viewer: Client, query: str, turns: list[str]) -> None:
    assert listed(viewer, query) == turns


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize(("query", "turns"), [("", ["wrong", "held"]), (f"&check={CLAIMS}", ["wrong"])])
def test_the_file_holds_the_list(viewer: Client, query: str, turns: list[str]) -> None:
    answer: Any = viewer.get(f"/insights/trust/disagreements/?range=all&format=csv{query}")
    rows = list(csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines()))
    assert [row["turn_id"] for row in rows] == turns
    told = [rows[0][name] for name in ("query", "difference", "route", "truth_route", "wrong_checks", "findings")]
    assert told == ["what of wrong?", "wrong_approval", "APPROVE", "FAIL", CLAIMS, "money_not_in_evidence"]


@pytest.mark.usefixtures("audited")
def test_the_labelled_set_is_one_that_evals_read(viewer: Client, tmp_path: Path) -> None:
    answer = viewer.get("/insights/trust/disagreements/audits.jsonl?range=all")
    file = tmp_path / "audits.jsonl"
    file.write_bytes(b"".join(answer))  # type: ignore[arg-type]
    wrong, held = grounding_items(file)
    assert (wrong.grounded, wrong.spans, wrong.kind) == (False, ((0, 9),), "APPROVE should be FAIL")
    assert held.grounded
    assert wrong.context_md


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize(("query", "n"), [("", 2), ("?which=all", 3), (f"?check={CLAIMS}", 1)])
def test_the_api_exports_the_same(make_api: MakeApi, query: str, n: int) -> None:
    api = make_api("read", pipeline="shop-assistant")
    assert len(b"".join(api.get(f"/export/labelled.jsonl{query}")).splitlines()) == n


def test_a_labelled_set_of_all_has_no_end_but_that_of_the_audits(db: None) -> None:
    item = drawn(decided("fine", Route.APPROVE))
    answered(item)
    item.refresh_from_db()
    copies = []
    for number in range(10, 5_010):
        again = copy(item)
        again.pk, again.judgement_number = uuid4(), number
        copies.append(again)
    AuditItem.objects.bulk_create(copies)
    assert sum(1 for _ in labelled_rows(EVERYTHING, None)) == 5_001


@pytest.mark.usefixtures("audited")
def test_a_list_reads_no_body(viewer: Client, django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(20) as asked:  # type: ignore[operator]
        viewer.get("/insights/trust/disagreements/?range=all")
    assert not [one for one in asked.captured_queries if "response_md" in one["sql"]]


def test_an_audit_that_was_asked_for_by_hand_is_in_the_list(viewer: Client) -> None:
    answered(drawn(decided("wrong", Route.APPROVE)), decision=Decision.FAIL)
    AuditItem.objects.update(source=AuditSource.MANUAL, probability=None)
    assert listed(viewer) == ["wrong"]
