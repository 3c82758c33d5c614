"""Sources over HTTP: read and removed as they are stored, by kind and id."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from beliefs.actions.store import put_source
from beliefs.models import BeliefRecord, Origin, Source
from tests.api_client import ApiClient, MakeApi
from tests.beliefs.samples import BELIEF, COMMIT, SESSIONS
from validation.models import AuditEvent

NOTE = "/sources/session/20260101-080000"


@pytest.fixture
def shop(make_api: MakeApi) -> ApiClient:
    return make_api("ingest", "read", pipeline="shop")


@pytest.fixture
def keeper(make_api: MakeApi) -> ApiClient:
    """Of the pipeline `shop`, and may write what all pipelines share."""
    return make_api("instance", pipeline="shop")


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_source_comes_back_as_it_was_stored(shop: ApiClient) -> None:
    shop.put(NOTE, {"text": "Maya: small batches."})
    answer = shop.get(NOTE)
    told = answer.json()
    second = slice(len("2026-01-01T08:00:00"))
    assert (answer.status_code, told.pop("updated_at")[second]) == (
        200,
        Source.objects.get().updated_at.isoformat()[second],
    )
    own = {"kind": "session", "id": "20260101-080000", "pipeline": "shop"}
    assert told == {**own, "text": "Maya: small batches.", "origin": "api"}


def test_an_id_may_hold_slashes_and_an_empty_text(shop: ApiClient) -> None:
    shop.put("/sources/path/docs/notes.md", {"text": ""})
    told = shop.get("/sources/path/docs/notes.md").json()
    assert (told["id"], told["text"]) == ("docs/notes.md", "")


def test_an_id_is_found_however_its_accents_are_spelt(shop: ApiClient) -> None:
    shop.put("/sources/path/cafe%CC%81.md", {"text": "x"})
    assert shop.get("/sources/path/cafe%CC%81.md").json()["id"] == "caf\u00e9.md"
    assert shop.delete("/sources/path/cafe%CC%81.md").status_code == 204


@pytest.mark.parametrize("call", ["get", "delete"])
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(shop: ApiClient, call: str) -> None:
    answer = getattr(shop, call)("/sources/banana/x")
    assert refusal(answer) == (422, "source_kind_unknown")
    assert "session" in answer.json()["detail"]


def test_a_removed_source_is_gone_and_the_audit_log_says_so(shop: ApiClient) -> None:
    shop.put(NOTE, {"text": "x"})
    answer = shop.delete(NOTE)
    assert (answer.status_code, answer.content) == (204, b"")
    assert refusal(shop.get(NOTE)) == (404, "source_not_found")
    event = AuditEvent.objects.get(verb="source.removed")
    assert (event.subject, event.data["pipeline"]) == ("session:20260101-080000", "shop")


@pytest.mark.parametrize("path", [NOTE, "/sources/path/" + "x" * 600])
@pytest.mark.parametrize("method", ["get", "delete"])
def test_what_is_not_there_is_404(shop: ApiClient, method: str, path: str) -> None:
    assert refusal(getattr(shop, method)(path)) == (404, "source_not_found")


def test_what_a_sync_would_bring_back_is_not_removed(shop: ApiClient) -> None:
    now = timezone.now()
    put_source(pipeline="shop", kind="path", name="a.md", text="x", origin=Origin.CHECKOUT, by="shell", now=now)
    answer = shop.delete("/sources/path/a.md")
    assert refusal(answer) == (409, "source_of_checkout")
    assert shop.get("/sources/path/a.md").json()["origin"] == "checkout"


def test_a_key_reads_what_all_pipelines_share_and_does_not_remove_it(shop: ApiClient, keeper: ApiClient) -> None:
    keeper.put(f"{NOTE}?pipeline=common", {"text": "shared"})
    assert shop.get(NOTE).json()["pipeline"] == "common"
    assert refusal(shop.delete(NOTE)) == (404, "source_not_found")
    assert refusal(shop.delete(f"{NOTE}?pipeline=common")) == (403, "scope_missing")
    assert keeper.delete(f"{NOTE}?pipeline=common").status_code == 204


def test_once_its_own_is_removed_a_pipeline_sees_the_shared_one(shop: ApiClient, keeper: ApiClient) -> None:
    keeper.put(f"{NOTE}?pipeline=common", {"text": "shared"})
    shop.put(NOTE, {"text": "own"})
    texts = [shop.get(NOTE).json()["text"], shop.get(f"{NOTE}?pipeline=common").json()["text"]]
    shop.delete(NOTE)
    assert [*texts, shop.get(NOTE).json()["text"]] == ["own", "shared", "shared"]


def test_another_pipeline_neither_reads_nor_removes_it(shop: ApiClient, make_api: MakeApi) -> None:
    shop.put(NOTE, {"text": "x"})
    bank = make_api("ingest", "read", pipeline="bank")
    assert [refusal(bank.get(NOTE)), refusal(bank.delete(NOTE))] == [(404, "source_not_found")] * 2
    assert shop.get(NOTE).status_code == 200


@pytest.mark.parametrize(("scope", "method"), [("ingest", "get"), ("read", "delete")])
def test_reading_takes_read_and_removing_takes_ingest(make_api: MakeApi, scope: str, method: str) -> None:
    assert refusal(getattr(make_api(scope, pipeline="shop"), method)(NOTE)) == (403, "scope_missing")


def test_the_next_audit_finds_that_what_a_belief_cites_is_gone(shop: ApiClient) -> None:
    for name, text in SESSIONS.items():
        shop.put(f"/sources/session/{name}", {"text": text})
    shop.put(f"/sources/commit/{COMMIT}", {"text": ""})
    shop.put("/beliefs/tide-tables-daily", {"markdown": BELIEF, "confirm": True})
    BeliefRecord.objects.update(assessed_on=timezone.now().date() - timedelta(days=1))
    before = shop.get("/beliefs/tide-tables-daily").json()["broken_links"]
    shop.delete(f"/sources/commit/{COMMIT}")
    shop.put("/beliefs/zebras", {"markdown": "---\nid: zebras\n---\n# zebras\nZebras graze.\n", "confirm": True})
    assert shop.get("/beliefs/tide-tables-daily").json()["broken_links"] == before + 1
