"""Requests of the API that are refused, and what every answer carries."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from tests.api_client import ApiClient, MakeApi
from tests.texts import CONTEXT, submission
from validation.models import Attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BAD = [
    ("not JSON", "{", 400, "body_malformed"),
    ("a key twice", '{"turn_id": "t", "response_md": "a", "response_md": "b"}', 400, "body_malformed"),
    ("a key twice in the metadata", '{"turn_id": "t", "metadata": {"a": 1, "a": 2}}', 400, "body_malformed"),
    ("not a number", '{"turn_id": "t", "metadata": {"a": NaN}}', 400, "body_malformed"),
    ("an array", "[]", 422, "invalid_body"),
    ("a missing field", json.dumps({"turn_id": "t", "context_md": CONTEXT}), 422, "invalid_body"),
    ("a wrong type", json.dumps(submission(turn_id=7)), 422, "invalid_body"),
    ("an unknown field", json.dumps(submission(respons_md="x")), 422, "invalid_body"),
    ("an empty turn id", json.dumps(submission(turn_id="")), 422, "invalid_body"),
    ("a turn id of blanks", json.dumps(submission(turn_id=" \u3000")), 422, "invalid_body"),
    ("a NUL character", json.dumps(submission(response_md="a\x00b")), 422, "invalid_body"),
    ("a NUL character in the metadata", json.dumps(submission(metadata={"a": ["\x00"]})), 422, "invalid_body"),
    ("half a surrogate pair", json.dumps(submission(response_md="a\ud800b")), 422, "invalid_body"),
    ("a line break in the turn id", json.dumps(submission(turn_id="a\nb")), 422, "invalid_body"),
    ("no section 0", json.dumps(submission(context_md="## 4. Execution\nx")), 422, "section_missing"),
    ("an empty response", json.dumps(submission(response_md=" \n ")), 422, "response_empty"),
    ("a private callback", json.dumps(submission(callback_url="http://127.0.0.1/x")), 422, "target_refused"),
    ("a callback that is no url", json.dumps(submission(callback_url="ftp://x")), 422, "target_refused"),
    (
        "two goals of one id",
        json.dumps(submission(goals=[{"id": "G", "description": "a"}, {"id": "G", "description": "b"}])),
        422,
        "invalid_body",
    ),
    (
        "two memory candidates of one key",
        json.dumps(submission(memory_candidates=[{"key": "k", "content": "a"}, {"key": "k", "content": "b"}])),
        422,
        "invalid_body",
    ),
]


@pytest.mark.parametrize(("_what", "body", "status", "code"), BAD, ids=[case[0] for case in BAD])
def test_bad_input_gets_a_problem(api: ApiClient, _what: str, body: str, status: int, code: str) -> None:
    answer = api.post_raw("/attempts", body)
    assert (answer.status_code, answer["Content-Type"], answer.json()["code"]) == (
        status,
        "application/problem+json",
        code,
    )


@pytest.mark.parametrize(("_what", "body", "status", "code"), BAD, ids=[case[0] for case in BAD])
def test_bad_input_stores_nothing(api: ApiClient, _what: str, body: str, status: int, code: str) -> None:
    api.post_raw("/attempts", body)
    assert not Attempt.objects.exists()


def test_a_field_error_names_its_field(api: ApiClient) -> None:
    errors = api.post("/attempts", submission(turn_id=7)).json()["errors"]
    assert [error["field"] for error in errors] == ["turn_id"]


@pytest.mark.parametrize(
    ("body", "headers", "told"),
    [
        (b'{"turn_id": "t",\n "metadata": {"a": 1,}}', {}, "at line 2, column 22"),
        (b'{"turn_id": "t", "metadata": {"a": NaN}}', {}, "NaN is not a JSON number"),
        (b'{"turn_id": "t", "response_md": "caf\xe9"}', {}, "is not UTF-8 at byte 36"),
        (gzip.compress(b"{}", mtime=0), {"Content_Encoding": "gzip"}, "is encoded as gzip. Send it plain"),
    ],
    ids=["syntax", "NaN", "Latin-1", "gzip"],
)
def test_a_body_that_cannot_be_read_is_told_where_and_why(
    api: ApiClient, body: bytes, headers: dict[str, str], told: str
) -> None:
    refused = api.post_raw("/attempts", body, **headers)
    assert (refused.status_code, refused.json()["code"]) == (400, "body_malformed")
    assert told in refused.json()["detail"]


def test_a_body_whose_encoding_is_none_is_read(api: ApiClient) -> None:
    assert api.post_raw("/attempts", json.dumps(submission()), Content_Encoding="identity").status_code == 202


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"response_md": None}, "response_md", "must be a text"),
        ({"respons_md": "x"}, "respons_md", "is no field here; check its name, or leave it out"),
        ({"goals": [{"id": "G"}]}, "goals.0.description", "is missing"),
        ({"turn_id": ""}, "turn_id", "must not be empty"),
        ({"turn_id": " "}, "turn_id", "must not be blank"),
        (
            {"memory_candidates": [{"key": key, "content": key} for key in ("colour", "size", "colour")]},
            "memory_candidates",
            'keys of memory candidates must differ from each other; "colour" is repeated',
        ),
    ],
)
def test_a_field_error_says_what_to_do(api: ApiClient, changed: dict[str, object], field: str, told: str) -> None:
    refused = api.post("/attempts", submission(**changed))
    assert refused.json()["errors"] == [{"field": field, "message": told}]


def test_an_empty_batch_is_told_how_many_it_must_hold(api: ApiClient) -> None:
    refused = api.post("/attempts/batch", {"attempts": []})
    assert refused.json()["errors"] == [{"field": "attempts", "message": "must hold at least 1"}]


@pytest.mark.parametrize("content", [7, [1, None], {"text": "x"}, [{"type": "text", "text": 3}]])
def test_a_bad_content_of_a_message_is_named_as_the_sender_wrote_it(api: ApiClient, content: object) -> None:
    body = {"turn_id": "t", "messages": [{"role": "user", "content": content}], "response_md": "x"}
    fields = [error["field"] for error in api.post("/attempts", body).json()["errors"]]
    assert fields
    assert all(re.fullmatch(r"messages\.0\.content(\.\d+(\.text)?)?", name) for name in fields)


@pytest.mark.parametrize(
    ("content", "field", "told"),
    [
        ("a\x00b", "messages.0.content", "holds a NUL character; remove it"),
        ([{"type": "text", "text": "a\x00b"}], "messages.0.content.0.text", "holds a NUL character; remove it"),
        ([{"type": "text", "text": 3}], "messages.0.content.0.text", "must be a text"),
    ],
)
def test_what_is_wrong_with_a_content_is_said_once(api: ApiClient, content: object, field: str, told: str) -> None:
    body = {"turn_id": "t", "messages": [{"role": "user", "content": content}], "response_md": "x"}
    assert api.post("/attempts", body).json()["errors"] == [{"field": field, "message": told}]


@pytest.mark.parametrize("body", ["[]", "null", "7", ""])
def test_a_body_that_is_no_object_is_told_what_to_send(api: ApiClient, body: str) -> None:
    assert api.post_raw("/attempts", body).json()["errors"] == [{"field": "body", "message": "must be a JSON object"}]


def test_a_wrong_key_is_401(api: ApiClient) -> None:
    answer = ApiClient("cs_wrong").post("/attempts", submission())
    assert (answer.status_code, answer.json()["code"]) == (401, "key_invalid")


def test_a_missing_scope_is_403_and_named(make_api: MakeApi) -> None:
    answer = make_api("read").post("/attempts", submission())
    assert (answer.status_code, answer.json()["code"], "ingest" in answer.json()["detail"]) == (
        403,
        "scope_missing",
        True,
    )


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/attempts/00000000-0000-0000-0000-000000000000", 404),
        ("get", "/attempts/not-a-uuid", 422),
        ("get", "/turns/nothing", 404),
        ("get", "/nowhere", 404),
        ("delete", "/attempts", 405),
        ("get", "/attempts?cursor=zzz", 422),
        ("get", "/attempts?since=yesterday", 422),
        ("get", "/events?after=-1", 422),
        ("get", "/events?after=99999999999999999999", 422),
    ],
)
def test_an_address_that_cannot_be_served_is_a_problem(api: ApiClient, method: str, path: str, status: int) -> None:
    answer = getattr(api, method)(path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")


def test_every_answer_carries_a_request_id(api: ApiClient) -> None:
    assert api.get("/attempts")["X-Request-ID"]


def test_the_openapi_page_loads_nothing_from_elsewhere(api: ApiClient) -> None:
    assert b"https://" not in api.get("/docs").content


def test_every_operation_declares_its_key(api: ApiClient) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    open_ones = [
        f"{method} {path}"
        for path, methods in paths.items()
        for method, told in methods.items()
        if not told.get("security")
    ]
    assert open_ones == []


def test_a_key_that_stands_twice_is_named(api: ApiClient) -> None:
    detail = api.post_raw("/attempts", '{"turn_id": "t", "response_md": "a", "response_md": "b"}').json()["detail"]
    assert detail == 'The body holds the key "response_md" twice in one object. Keep one.'
