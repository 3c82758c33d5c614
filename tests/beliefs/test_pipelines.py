"""Beliefs and sources of one pipeline beside those of another, and the corpus `common` that all of them read."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from validation.models import Attempt, AttemptText, Pipeline, Turn

SECRET = "the vault opens at seven o'clock"
LAMP = "---\nid: lamp\n---\n# lamp\nThe lamp is lit {when}.\n## Evidence\n- [[session-20260101-080000]]\n"


@pytest.fixture
def shop(make_api: MakeApi) -> ApiClient:
    return make_api("ingest", "read", pipeline="shop")


@pytest.fixture
def bank(make_api: MakeApi) -> ApiClient:
    return make_api("ingest", "read", pipeline="bank")


@pytest.fixture
def keeper(make_api: MakeApi) -> ApiClient:
    """Of the pipeline `shop`, and may write what all pipelines share."""
    return make_api("instance", pipeline="shop")


def put_session(client: ApiClient, text: str, query: str = "") -> Any:
    return client.put(f"/sources/session/20260101-080000{query}", {"text": text})


def put_lamp(client: ApiClient, when: str, query: str = "") -> Any:
    return client.put(f"/beliefs/lamp{query}", {"markdown": LAMP.format(when=when), "confirm": True})


def checked(client: ApiClient, evidence: str, query: str = "") -> dict[str, Any]:
    markdown = f"---\nid: probe\n---\n# probe\nA probe.\n## Evidence\n- {evidence}\n"
    answer: dict[str, Any] = client.post(f"/beliefs/check{query}", {"markdown": markdown}).json()
    return answer


def told(answer: dict[str, Any]) -> tuple[bool, list[str]]:
    """Whether the first link leads anywhere, and how each quote matches."""
    quotes = answer["confidence"]["signals"]["content_match"]["quotes"]
    return answer["links"][0]["resolved"], [quote["match"] for quote in quotes]


def make_turn(pipeline: str, turn_id: str, text: str) -> None:
    now = timezone.now()
    turn = Turn.objects.create(
        pipeline=Pipeline.objects.get(name=pipeline), turn_id=turn_id, created_at=now, updated_at=now
    )
    attempt = Attempt.objects.create(turn=turn, number=1, state="queued", submitted_at=now, content_hash="0" * 64)
    AttemptText.objects.create(attempt=attempt, context_md=text, response_md="")


def test_a_check_is_no_way_to_read_what_another_pipeline_was_given(shop: ApiClient, bank: ApiClient) -> None:
    make_turn("bank", "t-1", SECRET)
    evidence = f'[[turn-t-1]] - "{SECRET}"'
    assert (told(checked(shop, evidence)), told(checked(bank, evidence))) == (
        (False, ["not_found"]),
        (True, ["verbatim"]),
    )


def test_a_turn_of_the_same_id_in_another_pipeline_changes_nothing(shop: ApiClient, bank: ApiClient) -> None:
    make_turn("bank", "t-1", SECRET)
    make_turn("shop", "t-1", "nothing of note")
    assert told(checked(shop, f'[[turn-t-1]] - "{SECRET}"')) == (True, ["not_found"])


def test_a_check_knows_no_session_of_another_pipeline(shop: ApiClient, bank: ApiClient) -> None:
    put_session(bank, SECRET)
    assert told(checked(shop, f'[[session-20260101-080000]] - "{SECRET}"')) == (False, ["not_found"])


def test_a_quote_is_looked_for_elsewhere_in_what_the_pipeline_may_read_only(shop: ApiClient, bank: ApiClient) -> None:
    put_session(bank, SECRET)
    shop.put("/sources/session/20260102-080000", {"text": "nothing of note"})
    assert told(checked(shop, f'[[session-20260102-080000]] - "{SECRET}"')) == (True, ["not_found"])


def test_a_check_measures_no_neighbour_of_another_pipeline(shop: ApiClient, bank: ApiClient) -> None:
    put_session(bank, "A probe.")
    signal = checked(shop, "nothing")["confidence"]["signals"]["semantic_support"]
    assert (signal["value"] or 0, signal["top_results"]) == (0, [])


def test_two_pipelines_keep_their_own_words_under_one_id(shop: ApiClient, bank: ApiClient) -> None:
    for client, when in ((shop, "at dusk"), (bank, "at dawn")):
        put_session(client, "x")
        put_lamp(client, when)
    told = [client.get("/beliefs/lamp").json()["statement"] for client in (shop, bank)]
    assert told == ["The lamp is lit at dusk.", "The lamp is lit at dawn."]


def test_what_one_pipeline_sends_is_not_seen_by_another(shop: ApiClient, bank: ApiClient) -> None:
    put_session(bank, "x")
    put_lamp(bank, "at dawn")
    seen = [
        shop.get("/beliefs").json()["items"],
        shop.get("/beliefs/graph").json()["nodes"],
        shop.get("/beliefs/lamp").status_code,
        shop.delete("/beliefs/lamp").status_code,
        shop.get("/beliefs/audit").json()["beliefs"],
    ]
    assert seen == [[], [], 404, 404, 0]


def test_everybody_reads_what_is_common(keeper: ApiClient, bank: ApiClient) -> None:
    put_session(keeper, SECRET, "?pipeline=common")
    put_lamp(keeper, "at noon", "?pipeline=common")
    found = bank.get("/beliefs/lamp").json()
    quoted = told(checked(bank, f'[[session-20260101-080000]] - "{SECRET}"'))
    assert (found["statement"], found["pipeline"]) == ("The lamp is lit at noon.", "common")
    assert quoted == (True, ["verbatim"])


def test_the_own_wins_over_the_common_and_gives_way_when_it_goes(keeper: ApiClient, bank: ApiClient) -> None:
    put_session(keeper, "x", "?pipeline=common")
    put_lamp(keeper, "at noon", "?pipeline=common")
    put_lamp(bank, "at dawn")
    own = bank.get("/beliefs/lamp").json()["statement"]
    listed = [one["statement"] for one in bank.get("/beliefs").json()["items"]]
    bank.delete("/beliefs/lamp")
    after = bank.get("/beliefs/lamp").json()["statement"]
    assert (own, listed, after) == ("The lamp is lit at dawn.", [own], "The lamp is lit at noon.")


@pytest.mark.parametrize(("query", "status"), [("?pipeline=common", 403), ("?pipeline=bank", 404)])
def test_a_key_of_a_pipeline_writes_only_there(shop: ApiClient, bank: ApiClient, query: str, status: int) -> None:
    answers = [put_session(shop, "x", query), put_lamp(shop, "x", query), shop.delete(f"/beliefs/lamp{query}")]
    answers += [shop.post(f"/beliefs/check{query}", {"markdown": LAMP}), shop.post(f"/beliefs/audit{query}", {})]
    assert {answer.status_code for answer in answers} == {status}


def test_a_key_of_a_pipeline_called_common_still_needs_the_scope(make_api: MakeApi) -> None:
    client = make_api("ingest", "read", pipeline="common")
    assert (put_session(client, "x").status_code, client.get("/beliefs").status_code) == (403, 200)


def test_a_common_belief_is_not_removed_by_a_pipeline(keeper: ApiClient, bank: ApiClient) -> None:
    put_session(keeper, "x", "?pipeline=common")
    put_lamp(keeper, "at noon", "?pipeline=common")
    answer = bank.delete("/beliefs/lamp")
    assert (answer.status_code, bank.get("/beliefs/lamp").status_code) == (404, 200)


def test_common_rests_on_nothing_of_a_pipeline(keeper: ApiClient, shop: ApiClient) -> None:
    put_session(shop, "x")
    assert put_lamp(keeper, "at noon", "?pipeline=common").json()["confidence"]["status"] == "invalid"


def test_an_audit_by_api_runs_on_a_worker(shop: ApiClient) -> None:
    put_session(shop, "x")
    put_lamp(shop, "at dusk")
    answer = shop.post("/beliefs/audit", {"all": True})
    told = answer.json()
    report = shop.get("/beliefs/audit").json()
    assert (answer.status_code, told["state"], told["pipeline"], report["beliefs"]) == (202, "queued", "shop", 1)


@pytest.mark.parametrize("name", ["a%2Fb", "a%2F..%2Fb", "..", "%2Fetc", "a%5Cb", "%20", "a%09b", "a%C2%85b"])
@pytest.mark.parametrize("kind", ["session", "commit", "core"])
def test_an_id_that_no_page_can_carry_is_refused(shop: ApiClient, kind: str, name: str) -> None:
    answer = shop.put(f"/sources/{kind}/{name}", {"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (422, "source_name_invalid")


@pytest.mark.parametrize("name", ["docs/../plan.md", "docs//plan.md", "docs/./plan.md"])
def test_a_path_that_browsers_would_shorten_is_refused(shop: ApiClient, name: str) -> None:
    answer = shop.put(f"/sources/path/{name}", {"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (422, "source_name_invalid")


@pytest.mark.parametrize("body", [{}, {"text": None}])
def test_a_source_without_a_text_is_refused_and_keeps_its_words(shop: ApiClient, body: dict[str, Any]) -> None:
    put_session(shop, SECRET)
    status = shop.put("/sources/session/20260101-080000", body).status_code
    assert (status, told(checked(shop, f'[[session-20260101-080000]] - "{SECRET}"'))) == (422, (True, ["verbatim"]))
