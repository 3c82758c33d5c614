"""A parameter that an address does not know: a misspelt filter would find everything, and is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.api_client import ApiClient, MakeApi

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PATHS = json.loads((Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text())["paths"]
ID = "6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506"
READ = sorted(path.removeprefix("/api/v1") for path, methods in PATHS.items() if "get" in methods)
PAGED = [path for path in READ if "'limit'" in str(PATHS[f"/api/v1{path}"]["get"]["parameters"])]
SENT = sorted(path.removeprefix("/api/v1") for path, methods in PATHS.items() if "post" in methods)


def filled(path: str) -> str:
    return re.sub(r"\{\w+\}", ID, path.replace("{suffix}", "csv").replace("{number}", "1"))


@pytest.mark.parametrize("path", READ)
def test_no_address_passes_over_an_unknown_one(path: str, api: ApiClient) -> None:
    refused = api.get(f"{filled(path)}?decison=FAIL")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_body")
    assert [error["field"] for error in refused.json()["errors"]] == ["decison"]


@pytest.mark.parametrize("path", SENT)
def test_neither_does_one_that_takes_a_body(path: str, api: ApiClient) -> None:
    refused = api.post(f"{filled(path)}?wait=20")
    assert (refused.status_code, [error["field"] for error in refused.json()["errors"]]) == (422, ["wait"])


def test_it_is_told_which_there_are(api: ApiClient) -> None:
    (error,) = api.get("/turns?turn=turn_1").json()["errors"]
    assert error["message"] == "is no parameter here; there are cursor, limit"


def test_where_there_is_none_it_is_told_so(api: ApiClient) -> None:
    (error,) = api.get("/webhooks?limit=1").json()["errors"]
    assert error["message"] == "is no parameter here; there is none"


def test_a_filter_that_is_given_twice_is_refused(api: ApiClient) -> None:
    refused = api.get("/attempts?state=decided&state=halted")
    assert (refused.status_code, refused.json()["errors"]) == (
        422,
        [{"field": "state", "message": "is given more than once; give it once"}],
    )


@pytest.mark.parametrize(
    "path", [path for path in READ if "limit" in str(PATHS[f"/api/v1{path}"]["get"]["parameters"])]
)
@pytest.mark.parametrize("limit", [0, -5])
def test_a_page_of_nothing_is_refused(path: str, limit: int, api: ApiClient) -> None:
    refused = api.get(f"{filled(path)}?limit={limit}")
    assert [error["field"] for error in refused.json()["errors"]] == ["limit"]


def test_without_a_key_nothing_is_told(make_api: MakeApi) -> None:
    assert ApiClient("cs_wrong").get("/turns?turn=turn_1").status_code == 401
    assert make_api("ingest").get("/turns?turn=turn_1").status_code == 403


def test_more_than_can_be_read_are_refused(api: ApiClient) -> None:
    refused = api.get(f"/turns?{'&'.join(['a=1'] * 2001)}")
    assert (refused.status_code, refused.json()["code"]) == (400, "request_malformed")
