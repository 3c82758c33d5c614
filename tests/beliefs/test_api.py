"""Beliefs over HTTP."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.utils import timezone

from beliefs.actions.audits import audit_beliefs
from beliefs.models import BeliefRecord
from tests.api_client import ApiClient
from tests.beliefs.samples import BELIEF, COMMIT, OTHER, SESSIONS


@pytest.fixture
def stocked(api: ApiClient) -> ApiClient:
    for name, text in SESSIONS.items():
        api.put(f"/sources/session/{name}", {"text": text})
    api.put(f"/sources/commit/{COMMIT}", {"text": ""})
    return api


def put(client: ApiClient, name: str, markdown: str, *, confirm: bool = True) -> Any:
    return client.put(f"/beliefs/{name}", {"markdown": markdown, "confirm": confirm})


def test_a_belief_comes_back_with_the_schema_of_the_specification(stocked: ApiClient) -> None:
    body = put(stocked, "tide-tables-daily", BELIEF).json()
    names = [check["name"] for check in body["validation"]["checks"]]
    assert (set(body["confidence"]) >= {"score", "computed_at", "signals", "status"}, names) == (
        True,
        ["link_integrity", "content_match", "semantic_support", "contradiction_check", "temporal_health"],
    )


def test_weak_evidence_without_confirmation_is_409_with_the_warnings(stocked: ApiClient) -> None:
    answer = put(stocked, "quiet-harbour", OTHER, confirm=False)
    assert (answer.status_code, answer.json()["code"], bool(answer.json()["errors"])) == (
        409,
        "confirmation_needed",
        True,
    )


def test_a_check_stores_nothing(stocked: ApiClient) -> None:
    checked = stocked.post("/beliefs/check", {"markdown": BELIEF})
    assert (checked.status_code, stocked.get("/beliefs").json()["items"]) == (200, [])


@pytest.mark.parametrize(
    ("name", "markdown", "code"),
    [("other", BELIEF, "id_mismatch"), ("a", "no front matter", "belief_unreadable"), ("a", "x\x00", "invalid_body")],
)
def test_what_cannot_be_stored_is_422(stocked: ApiClient, name: str, markdown: str, code: str) -> None:
    answer = put(stocked, name, markdown)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_check_knows_the_sources_that_were_sent_before_it(stocked: ApiClient) -> None:
    markdown = OTHER.replace("A harbour works best when the radio is quiet.", "The radio was silent all day.")
    checked = stocked.post("/beliefs/check", {"markdown": markdown}).json()["confidence"]
    stored = put(stocked, "quiet-harbour", markdown).json()["confidence"]
    supports = [one["signals"]["semantic_support"]["value"] for one in (checked, stored)]
    assert supports[0] == supports[1] > 0


def test_a_write_leaves_what_it_does_not_concern_to_the_next_audit(stocked: ApiClient) -> None:
    put(stocked, "tide-tables-daily", BELIEF)
    put(stocked, "quiet-harbour", OTHER)
    yesterday = timezone.now().date() - timedelta(days=1)
    BeliefRecord.objects.update(assessed_on=yesterday)
    put(stocked, "zebras", "---\nid: zebras\n---\n# zebras\nZebras graze on dry grassland.\n")
    others = BeliefRecord.objects.exclude(name="zebras").values_list("assessed_on", flat=True)
    written = set(others)
    audit_beliefs(pipeline=BeliefRecord.objects.get(name="zebras").pipeline, by="test", now=timezone.now())
    assert (written, yesterday in set(others.all())) == ({yesterday}, False)


def test_an_unknown_kind_of_source_is_refused(stocked: ApiClient) -> None:
    assert stocked.put("/sources/rumour/x", {"text": "y"}).json()["code"] == "source_kind_unknown"


@pytest.mark.parametrize("facet", ["höhe", 'so "called"', "a\\b"])
def test_a_facet_lists_its_beliefs_whatever_its_letters(stocked: ApiClient, facet: str) -> None:
    put(stocked, "tide-tables-daily", BELIEF.replace("[harbour, planning]", f"[{json.dumps(facet)}]"))
    assert [one["facets"] for one in stocked.get(f"/beliefs?{urlencode({'facet': facet})}").json()["items"]] == [
        [facet]
    ]


@pytest.mark.parametrize("name", ["q", "facet"])
def test_a_nul_in_what_is_looked_for_is_422(stocked: ApiClient, name: str) -> None:
    assert stocked.get(f"/beliefs?{name}=a%00b").status_code == 422


def test_an_unknown_belief_is_404(stocked: ApiClient) -> None:
    assert stocked.get("/beliefs/ghost").status_code == 404


def test_the_graph_names_nodes_and_edges(stocked: ApiClient) -> None:
    put(stocked, "quiet-harbour", OTHER)
    put(stocked, "tide-tables-daily", BELIEF)
    edges = {(edge["source"], edge["target"], edge["kind"]) for edge in stocked.get("/beliefs/graph").json()["edges"]}
    expected = {("tide-tables-daily", "quiet-harbour", "supports"), ("quiet-harbour", "tide-tables-daily", "cites")}
    assert edges == expected


@pytest.mark.parametrize("statuses", [("active", "defeated"), ("defeated", "active")])
def test_two_entries_on_one_attacker_are_one_defeated_edge_of_the_graph(
    stocked: ApiClient, statuses: tuple[str, str]
) -> None:
    entries = "".join(f"- [[quiet-harbour]] (status: {status})\n" for status in statuses)
    put(stocked, "quiet-harbour", OTHER)
    put(stocked, "lamp", f"---\nid: lamp\n---\n# lamp\nThe lamp is lit.\n## Attacked-By\n{entries}")
    edge = {"source": "quiet-harbour", "target": "lamp", "kind": "attacks", "defeated": True}
    assert stocked.get("/beliefs/graph").json()["edges"] == [edge]


def test_a_path_may_hold_slashes(stocked: ApiClient) -> None:
    assert stocked.put("/sources/path/docs/plan.md", {"text": "x"}).json()["id"] == "docs/plan.md"


@pytest.mark.parametrize(("letters", "status"), [(250, 200), (251, 422)])
def test_the_length_of_a_name_is_that_of_the_stored_one(stocked: ApiClient, letters: int, status: int) -> None:
    name = quote("\u0958" * letters)  # one character, two when it is composed
    assert stocked.put(f"/sources/spec/{name}", {"text": "x"}).status_code == status


def test_the_health_report_can_be_read_after_an_audit(stocked: ApiClient) -> None:
    put(stocked, "tide-tables-daily", BELIEF)
    stocked.post("/beliefs/audit", {})
    report = stocked.get("/beliefs/audit").json()
    assert (report["beliefs"], "fix_first" in report) == (1, True)


def test_a_belief_that_is_removed_is_gone_and_missed_by_who_cited_it(stocked: ApiClient) -> None:
    put(stocked, "quiet-harbour", OTHER)
    put(stocked, "tide-tables-daily", BELIEF)
    before = stocked.get("/beliefs/quiet-harbour").json()["status"]
    status = stocked.delete("/beliefs/tide-tables-daily").status_code
    gone = stocked.get("/beliefs/tide-tables-daily").status_code
    after = stocked.get("/beliefs/quiet-harbour").json()["status"]
    assert (before == "invalid", status, gone, after) == (False, 204, 404, "invalid")


def test_the_list_is_paged(stocked: ApiClient) -> None:
    put(stocked, "quiet-harbour", OTHER)
    put(stocked, "tide-tables-daily", BELIEF)
    first = stocked.get("/beliefs?limit=1").json()
    second = stocked.get(f"/beliefs?limit=1&cursor={first['next']}").json()
    assert {first["items"][0]["id"], second["items"][0]["id"]} == {"quiet-harbour", "tide-tables-daily"}
