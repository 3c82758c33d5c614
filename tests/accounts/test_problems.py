"""No HTML under /api, whatever is sent; each problem's `type` opens the page that explains its code."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.api_client import ApiClient
from tests.described_answers import document_as_sent
from validation.platform.gates import code_lists

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
METHODS = ["get", "post", "put", "patch", "delete", "options", "trace"]
PATHS: dict[str, dict[str, object]] = json.loads(document_as_sent())["paths"]
UNROUTED = [
    "/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/attempts", "/api/v1/nothing", "/api/v1/nothing/",
    "/api/v1/attempts/", "/api/v1/policies/", "/api/v1/attempts/batch/", "/api/v1//attempts", "/api/v1/stats/",
    "/api/v1/%00", "/api/v1/ä",
]  # fmt: skip


def send(method: str, path: str) -> HttpResponse:
    """As a browser or a script without a key does, with the CSRF check that Django's test client leaves out."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    return client.generic(method.upper(), path, data="{}", content_type="application/json")


def assert_problem(answer: HttpResponse, *statuses: int) -> None:
    assert (answer.status_code in statuses, answer["Content-Type"]) == (True, "application/problem+json"), (
        answer.content
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", UNROUTED)
def test_an_unknown_address_is_a_problem_whatever_the_method(path: str, method: str) -> None:
    assert_problem(send(method, path), 404)


@pytest.mark.parametrize("path", PATHS)
def test_a_method_that_an_address_does_not_take_is_a_problem(path: str) -> None:
    filled = path.replace("{", "").replace("}", "")
    for method in set(METHODS) - set(PATHS[path]):
        assert_problem(send(method, filled), 404, 405)


def test_a_wrong_method_names_the_right_ones() -> None:
    answer = send("delete", "/api/v1/attempts")
    assert (answer.status_code, sorted(answer["Allow"].split(", "))) == (405, ["GET", "POST"])


@pytest.mark.parametrize("path", PATHS)
def test_a_slash_at_the_end_is_another_address_and_says_so(path: str, api: ApiClient) -> None:
    answer = send("post", path.replace("{", "").replace("}", "") + "/")
    assert_problem(answer, 404, 401, 405)
    if answer.status_code == 404:
        assert "slash at the end" in answer.json()["detail"]


# --- the page


def test_the_type_of_a_problem_opens_a_page_without_signing_in() -> None:
    kind = urlsplit(send("get", "/api/v1/nothing").json()["type"])
    page = Client().get(kind.path)
    assert (page.status_code, f'id="{kind.fragment}"' in page.content.decode()) == (200, True)


def test_the_page_explains_every_code() -> None:
    page = Client().get("/docs/problems/").content.decode()
    places = {one.place(code) for one in code_lists() for code in one.codes}
    assert {"turn_closed", "halt-judge_refused", "finding-raw_url", "retrieval-conflict"} <= places
    assert [place for place in places if f'id="{place}"' not in page] == []


def test_every_code_says_what_it_means() -> None:
    assert [code for one in code_lists() for code, meaning in one.codes.items() if not meaning.strip()] == []
