"""`/comparisons` for scripts, the CSV of one, and what an open page of it hears."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.desk.people import client_of, text_of
from tests.factories import pipeline, policy
from tests.trust.comparisons.test_comparisons import ROOT, audited, compared
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import ComparedItem, Comparison, Policy
from validation.platform.live import Topic
from validation.platform.permissions import Role
from validation.trust.actions import comparisons as act
from validation.trust.actions.comparisons import judge_waiting_cases
from validation.trust.actions.questions import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(make_api: MakeApi) -> ApiClient:
    return make_api("admin", pipeline="shop")


def body(**changed: Any) -> dict[str, Any]:
    return {"first": {"judge": "recorded"}, "second": {"judge": "embedded", "policy": policy().number}, **changed}


def test_one_is_started_read_and_its_cases_walked_by_cursor(admin: ApiClient) -> None:
    for turn_id in ("a", "b", "c"):
        audited(turn_id, "FAIL", Decision.APPROVE)
    started = admin.post("/comparisons", body())
    assert (started.status_code, started.json()["judged"], started.json()["n"]) == (201, 0, 3)
    judge_waiting_cases(now=timezone.now, limit=5)
    address = f"/comparisons/{started.json()['id']}"
    told = admin.get(address).json()
    assert (told["judged"], told["figures"]["first"]["right"]["value"]) == (3, 0.0)
    assert told["figures"]["first"]["false_hold"]["n"] == 3
    assert [one["id"] for one in admin.get("/comparisons").json()["items"]] == [told["id"]]
    page = admin.get(f"{address}/cases?show=all&limit=2").json()
    rest = admin.get(f"{address}/cases?show=all&limit=2&cursor={page['next']}").json()
    assert [one["position"] for one in page["items"] + rest["items"]] == [1, 2, 3]
    assert rest["next"] is None
    assert (page["items"][0]["truth"], page["items"][0]["first"]["decision"]) == ("APPROVE", "FAIL")
    assert admin.post(f"{address}/again", {}).json()["judged"] == 3  # nothing was halted
    assert admin.get(f"{address}/cases?cursor=x").json()["code"] == "cursor_invalid"


def test_those_of_another_pipeline_and_of_all_are_not_there(admin: ApiClient, make_api: MakeApi) -> None:
    audited("a", "FAIL", Decision.APPROVE)
    of_all = compared()
    other = make_api("admin", pipeline="other")
    own = admin.post("/comparisons", body()).json()["id"]
    for key, pk in ((other, own), (admin, of_all.pk)):
        assert key.get(f"/comparisons/{pk}").status_code == 404
        assert key.get(f"/comparisons/{pk}/cases").status_code == 404
        assert key.get(f"/export/comparisons/{pk}.csv").status_code == 404
    assert other.get("/comparisons").json()["items"] == []


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"second": {"judge": "recorded"}}, "second"),
        ({"second": {"judge": "embedded", "policy": 99}}, "second"),
        ({"second": {"judge": "vllm"}}, "second"),
        ({"cases": "gold"}, "cases"),
    ],
)
def test_what_cannot_be_compared_is_refused(admin: ApiClient, changed: dict[str, Any], field: str) -> None:
    audited("a", "FAIL", Decision.APPROVE)
    refused = admin.post("/comparisons", body(**changed))
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, field)


def test_the_policy_of_another_pipeline_is_unknown(admin: ApiClient) -> None:
    audited("a", "FAIL", Decision.APPROVE)
    Policy.objects.filter(pk=policy(7).pk).update(pipeline=pipeline("other"))
    refused = admin.post("/comparisons", body(second={"judge": "embedded", "policy": 7})).json()
    assert (refused["code"], refused["errors"][0]["field"]) == ("comparison_invalid", "second")


def test_page_and_api_give_the_cases_as_the_same_csv(admin: ApiClient) -> None:
    audited("=turn", "FAIL", Decision.APPROVE)
    pk = admin.post("/comparisons", body()).json()["id"]
    judge_waiting_cases(now=timezone.now, limit=5)
    person = client_of(Role.ADMIN, "anna")
    sent = [
        b"".join(got).decode() for got in (admin.get(f"/export/comparisons/{pk}.csv"), person.get(f"{ROOT}{pk}.csv"))
    ]  # type: ignore[arg-type]
    assert f"\ufeff{sent[0]}" == sent[1]
    (row,) = csv.DictReader(io.StringIO(sent[0]))
    assert (row["case"], row["truth"], row["first_decision"], row["first_right"]) == (
        "'=turn #1",
        "APPROVE",
        "FAIL",
        "no",
    )
    assert row["first_no_hallucinations"] in ("pass", "fail", "not_applicable")


def test_an_open_page_hears_of_each_judged_case(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[Topic, str]] = []
    monkeypatch.setattr(act, "publish", lambda topic, pk: heard.append((topic, pk)))
    audited("a", "FAIL", Decision.APPROVE)
    made = compared()
    assert heard == [(Topic.COMPARISONS, str(made.pk))]
    told = text_of(client_of(Role.ADMIN, "anna"), f"{ROOT}{made.pk}/")
    assert f'data-live="comparisons" data-live-id="{made.pk}"' in told


def test_the_list_of_cases_shows_what_both_sides_decided() -> None:
    audited("a", "RETRY", Decision.APPROVE)
    made = compared()
    ComparedItem.objects.update(second={**ComparedItem.objects.get().second, "decision": "FAIL"})  # type: ignore[dict-item]
    told = text_of(client_of(Role.ADMIN, "anna"), f"{ROOT}{made.pk}/?show=all").split('id="cases"')[1]
    assert ("RETRY" in told, "FAIL" in told) == (True, True)


def test_what_the_key_has_to_answer_blind_is_left_out(admin: ApiClient) -> None:
    made = audited("a", "FAIL", Decision.APPROVE)
    audited("b", "FAIL", Decision.APPROVE)
    pk = admin.post("/comparisons", body()).json()["id"]
    judge_waiting_cases(now=timezone.now, limit=5)
    ask(made.audits.get(), OpinionRole.SECOND, now=timezone.now())
    assert [one["case"] for one in admin.get(f"/comparisons/{pk}/cases").json()["items"]] == ["b #1"]
    assert "a #1" not in b"".join(admin.get(f"/export/comparisons/{pk}.csv")).decode()  # type: ignore[arg-type]
    assert Comparison.objects.count() == 1
