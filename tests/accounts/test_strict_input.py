"""Values that the schema does not allow are refused, and no key of one call stands for another's work."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api_client import ApiClient, MakeApi
from tests.texts import CONTEXT, GOOD
from validation.models import Attempt

pytestmark = pytest.mark.django_db
LISTS = [
    "/attempts",
    "/preflights",
    "/returns",
    "/query-analyses",
    "/interventions",
    "/stats/decisions",
    "/stats/query-analyses",
]
MOMENTS = ["0", "0.5", "1700000000", "-1", "1e9", "now", "2026", "20260101", "nan"]


@pytest.mark.parametrize("name", ["since", "until"])
@pytest.mark.parametrize("path", LISTS)
def test_a_number_is_no_time(api: ApiClient, path: str, name: str) -> None:
    answer = api.get(f"{path}?{name}=0.5")
    assert (answer.status_code, answer.json()["errors"][0]["field"].split(".")[-1]) == (422, name)


@pytest.mark.parametrize("value", MOMENTS)
def test_what_is_no_date_is_no_time(api: ApiClient, value: str) -> None:
    assert api.get(f"/attempts?since={value}").status_code == 422


@pytest.mark.parametrize(
    "value", ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.123456%2B02:00", "2026-01-01T10:00", "2026-01-01"]
)
def test_a_time_of_iso_8601_is_taken(api: ApiClient, value: str) -> None:
    assert api.get(f"/attempts?since={value}").status_code == 200


@pytest.mark.parametrize("value", [0, 0.5, True, "0", []])
def test_a_time_in_a_body_is_a_text(api: ApiClient, value: Any) -> None:
    body = {"document": {}, "until": value}
    assert api.post("/policies/replay", body).status_code == 422


@pytest.mark.parametrize("value", [0, 1, "yes", "true", 1.0])
def test_a_flag_in_a_body_is_true_or_false(api: ApiClient, value: Any) -> None:
    belief = {"markdown": "x", "confirm": value}
    assert [api.post("/beliefs/audit", {"all": value}).status_code, api.put("/beliefs/b", belief).status_code] == [
        422
    ] * 2


@pytest.mark.parametrize("value", [0, "true"])
def test_a_flag_of_judging_again_is_true_or_false(api: ApiClient, value: Any) -> None:
    made = api.post("/attempts", draft()).json()
    assert api.post(f"/attempts/{made['id']}/rejudge", {"apply": value}).status_code == 422


@pytest.mark.parametrize("path", ["/preflights?allowed=", "/returns?valid="])
@pytest.mark.parametrize(("value", "status"), [("true", 200), ("false", 200), ("0", 422), ("yes", 422), ("on", 422)])
def test_a_flag_in_an_address_is_true_or_false(api: ApiClient, path: str, value: str, status: int) -> None:
    assert api.get(path + value).status_code == status


# --- idempotency


def draft(turn_id: str = "turn_1") -> dict[str, Any]:
    return {"turn_id": turn_id, "context_md": CONTEXT, "response_md": GOOD}


def batch(api: ApiClient, key: str, *turns: str) -> list[dict[str, Any]]:
    body = {"attempts": [draft(turn_id) for turn_id in turns]}
    return list(api.post("/attempts/batch", body, Idempotency_Key=key).json()["results"])


UNKNOWN = {f"unknown_{number}": 1 for number in range(5_000)}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/attempts", draft() | UNKNOWN),
        ("/attempts", draft() | {"goals": [UNKNOWN] * 50}),
        ("/attempts/batch", {"attempts": [draft() | UNKNOWN]} | UNKNOWN),
        ("/policies/replay", {"document": {"response": UNKNOWN}}),
        ("/policies/replay", {"document": UNKNOWN}),
        ("/retrievals", {"query": "a", "chunks": []} | UNKNOWN),
    ],
)
def test_of_very_many_mistakes_the_first_are_named_and_the_others_counted(
    api: ApiClient, path: str, body: dict[str, Any]
) -> None:
    answer = api.post(path, body)
    assert (answer.status_code, len(answer.content) < 20_000) == (422, True)


def test_each_item_of_a_batch_names_few_of_its_mistakes(api: ApiClient) -> None:
    (item,) = api.post("/attempts/batch", {"attempts": [draft() | UNKNOWN]}).json()["results"]
    assert (item["status"], len(item["error"]["errors"])) == (422, 1)


@pytest.mark.parametrize("key", ["k#0", "k\n0", "batch\nk\n0"])
def test_the_key_of_a_single_call_is_no_item_of_a_batch(api: ApiClient, key: str) -> None:
    (item,) = batch(api, "k", "turn_1")
    answer = api.post("/attempts", draft("turn_2"), Idempotency_Key=key)
    assert answer.status_code == 422 if "\n" in key else answer.json()["id"] != item["attempt"]["id"]


def test_an_item_of_a_batch_is_no_single_call(api: ApiClient) -> None:
    first = api.post("/attempts", draft("turn_1"), Idempotency_Key="k#0").json()
    (item,) = batch(api, "k", "turn_2")
    assert (item["status"], item["attempt"]["id"] != first["id"]) == (202, True)


def test_a_batch_sent_again_makes_nothing_new(api: ApiClient) -> None:
    first, second = (batch(api, "k" * 255, "turn_1", "turn_2") for _ in range(2))
    assert [one["attempt"]["id"] for one in first] == [one["attempt"]["id"] for one in second]
    assert Attempt.objects.count() == 2


def test_a_key_that_is_too_long_is_said_once(api: ApiClient) -> None:
    answer = api.post("/attempts/batch", {"attempts": [draft()]}, Idempotency_Key="k" * 256)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_invalid")


def test_the_same_key_of_two_pipelines_is_two_keys(make_api: MakeApi) -> None:
    ids = [
        make_api("ingest", pipeline=name).post("/attempts", draft(), Idempotency_Key="k").json()["id"] for name in "ab"
    ]
    assert ids[0] != ids[1]
