"""Who may call what: every operation of the API, by every scope, and by the key of another pipeline. The operations
come from the API itself, so one that is added without a key, or with a lesser one, fails here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from config.api import api as described
from tests.api_client import ApiClient, MakeApi
from tests.described_answers import document_as_sent
from tests.rows import OnceAFile
from tests.texts import CONTEXT, GOOD
from tests.verdicts import decided_as, failed
from validation.models import Attempt, Intervention, Turn
from validation.platform.keys import create_api_key
from validation.platform.permissions import Scope

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-4000-8000-000000000000"
FILLED = {"suffix": "csv", "number": "1", "kind": "session"}
WRITES = {"POST", "PUT", "PATCH", "DELETE"}
AT_LEAST = {
    Scope.ADMIN: {
        "POST /webhooks", "DELETE /webhooks/{webhook_id}", "POST /pipelines/{name}/callback-secret",
        "PATCH /pipelines/{name}", "GET /notifications", "POST /notifications", "PUT /notifications/{target_id}",
        "DELETE /notifications/{target_id}", "GET /comparisons", "POST /comparisons",
    },
    Scope.REVIEW: {"GET /audits", "GET /audits/{audit_id}", "POST /audits", "POST /audits/{audit_id}/answers"},
    Scope.INSTANCE: {
        "POST /policies", "POST /policies/{number}/rollback", "POST /return-profiles", "DELETE /return-profiles/{name}",
    },
}  # fmt: skip
"""What must never be open to a lesser scope, whatever its route says."""
READ_BY_POST = {"POST /policies/replay", "POST /policies/certify"}
"""Change nothing; their body is only too long for an address."""


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    needed: Scope | None

    @property
    def label(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def address(self) -> str:
        named = re.sub(r"{(\w+)}", lambda name: FILLED.get(name[1], NOBODY), self.path)
        return f"/api/v1{named}"


def every_operation() -> Iterator[Operation]:
    for _, router in described._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                needed = {getattr(one, "scope", None) for one in operation.auth_callbacks}
                plain = re.sub(r"{\w+:(\w+)}", r"{\1}", path)
                for method in operation.methods:
                    yield Operation(method, plain, needed.pop() if len(needed) == 1 else None)


OPERATIONS = sorted(every_operation(), key=lambda one: one.label)
INCLUDED = {
    Scope.INGEST: {Scope.INGEST},
    Scope.READ: {Scope.READ},
    Scope.REVIEW: {Scope.REVIEW},
    Scope.ADMIN: set(Scope) - {Scope.INSTANCE},
    Scope.INSTANCE: set(Scope),
}


def a_client(scopes: list[Scope], pipeline: str) -> ApiClient:
    return ApiClient(create_api_key(name="test", pipeline=pipeline, scopes=scopes, by="test", now=timezone.now())[1])


def call(operation: Operation, secret: str = "") -> HttpResponse:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    client = Client(raise_request_exception=False)
    return client.generic(operation.method, operation.address, "{}", "application/json", headers=headers)


def test_the_walk_meets_every_operation_of_the_description() -> None:
    paths = json.loads(document_as_sent())["paths"]
    assert {one.label for one in OPERATIONS} == {
        f"{method.upper()} {path.removeprefix('/api/v1')}" for path, methods in paths.items() for method in methods
    }


def test_every_operation_says_which_scope_it_needs() -> None:
    assert [one.label for one in OPERATIONS if one.needed is None] == []


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.label)
def test_without_a_good_key_nothing_opens(operation: Operation) -> None:
    for secret in ("", "cs_nobodys", "cs_" + "x" * 5000):
        answer = call(operation, secret)
        assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json"), secret[:20]


@pytest.fixture(scope="module")
def key_of(once_a_file: OnceAFile[dict[Scope, str]]) -> dict[Scope, str]:
    return once_a_file(lambda: {scope: a_client([scope], "shop").secret for scope in Scope})


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.label)
def test_an_operation_opens_for_its_scope_and_for_no_other(operation: Operation, key_of: dict[Scope, str]) -> None:
    codes = {scope: call(operation, key).status_code for scope, key in key_of.items()}
    assert max(codes.values()) < 500
    assert {scope for scope, code in codes.items() if code == 403} == {
        scope for scope in Scope if operation.needed not in INCLUDED[scope]
    }


def test_a_key_that_only_reads_changes_nothing() -> None:
    writes = [one for one in OPERATIONS if one.method in WRITES and one.label not in READ_BY_POST]
    assert [one.label for one in writes if one.needed is Scope.READ] == []


def test_a_key_that_only_hands_over_reads_nothing() -> None:
    assert [one.label for one in OPERATIONS if one.method == "GET" and one.needed is Scope.INGEST] == []


DANGEROUS = [(scope, label) for scope, labels in AT_LEAST.items() for label in sorted(labels)]


@pytest.mark.parametrize(("scope", "label"), DANGEROUS)
def test_what_is_dangerous_needs_the_scope_for_it(scope: Scope, label: str) -> None:
    assert next(one.needed for one in OPERATIONS if one.label == label) is scope


# --- the key of another pipeline


@pytest.fixture(scope="module")
def theirs(once_a_file: OnceAFile[dict[str, str]]) -> dict[str, str]:
    return once_a_file(make_theirs)


def make_theirs() -> dict[str, str]:
    """One of each resource of the pipeline `shop`, by the name of its id in addresses."""
    shop = a_client([Scope.INSTANCE], "shop")
    attempt = failed("their_turn")
    revised = decided_as("REVISE", turn_id="their_other_turn")
    query = {"raw_query": "theirs", "analysis": {}}
    delegation = {"raw": "{}", "expected_session_id": "theirs"}
    chunks = [{"id": "c1", "text": "theirs"}]
    shop.put("/sources/session/their_session", {"text": "x"})
    belief = "---\nid: their_belief\n---\n# their_belief\nWords.\n## Evidence\n- [[their_gone]]\n"
    shop.put("/beliefs/their_belief", {"markdown": belief, "confirm": True})
    shop.post("/beliefs/audit")
    return {
        "attempt_id": str(attempt.pk),
        "intervention_id": str(Intervention.objects.get().pk),
        "turn_id": "their_turn",
        "analysis_id": shop.post("/query-analyses", query).json()["id"],
        "preflight_id": shop.post("/preflights", {"session_id": "their_session"}).json()["id"],
        "return_id": shop.post("/returns", delegation).json()["id"],
        "retrieval_id": shop.post("/retrievals", {"query": "theirs", "chunks": chunks}).json()["id"],
        "webhook_id": shop.post("/webhooks", {"url": "https://their.example/"}).json()["id"],
        "audit_id": shop.post("/audits", {"attempt_id": str(revised.pk)}).json()["id"],
        "name": "shop",
    }


BODIES: dict[str, Any] = {
    "POST /interventions/{intervention_id}/rulings": {"ruling": "dismiss"},
    "POST /interventions/{intervention_id}/comments": {"text": "x"},
    "POST /interventions/{intervention_id}/assign": {"assigned_to": None},
    "POST /interventions/{intervention_id}/snooze": {"until": None},
    "POST /audits/{audit_id}/answers": {"checks": {}, "decision": "APPROVE"},
}
OWNED = re.compile(r"{(attempt|intervention|turn|analysis|preflight|return|retrieval|webhook|audit)_id}|^/pipelines/")
OF_ONE = [one for one in OPERATIONS if OWNED.search(one.path)]


@pytest.mark.parametrize("operation", OF_ONE, ids=lambda one: one.label)
def test_nothing_of_another_pipeline_is_there(operation: Operation, theirs: dict[str, str], make_api: MakeApi) -> None:
    other = make_api("instance", pipeline="other")
    path = re.sub(r"{(\w+)}", lambda name: theirs[name[1]], operation.path)
    body = BODIES.get(operation.label)
    sent = {
        "GET": lambda: other.get(path),
        "DELETE": lambda: other.delete(path),
        "PATCH": lambda: other.patch(path, body or {}),
        "POST": lambda: other.post(path, body),
    }
    answer = sent[operation.method]()
    assert (answer.status_code, answer.json()["code"].endswith("_unknown")) == (404, True)


def test_no_audit_is_drawn_of_another_pipelines_attempt(theirs: dict[str, str], make_api: MakeApi) -> None:
    asked = make_api("instance", pipeline="other").post("/audits", {"attempt_id": theirs["attempt_id"]})
    assert (asked.status_code, asked.json()["code"]) == (404, "attempt_unknown")


LISTS = [one for one in OPERATIONS if one.method == "GET" and "{" not in one.path]


def marks_in(text: str, theirs: dict[str, str]) -> list[str]:
    marks = {value for name, value in theirs.items() if name != "name"} | {"their_", "their.example"}
    return [mark for mark in marks if mark in text]


@pytest.mark.parametrize("operation", LISTS, ids=lambda one: one.label)
def test_no_list_holds_anything_of_another_pipeline(
    operation: Operation, theirs: dict[str, str], make_api: MakeApi
) -> None:
    text = make_api("instance", pipeline="other").get(operation.path).getvalue().decode()
    assert marks_in(text, theirs) == []


def numbers_of(told: Any) -> list[int]:
    """Every `n` in an answer, however deep."""
    if isinstance(told, list):
        return [n for part in told for n in numbers_of(part)]
    parts = told.items() if isinstance(told, dict) else ()
    return [n for name, part in parts for n in ([part] if name == "n" else numbers_of(part))]


FIGURES = [one for one in LISTS if one.path.startswith("/stats/") and not one.path.endswith(".csv")]


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize("operation", FIGURES, ids=lambda one: one.label)
def test_no_figure_counts_anything_of_another_pipeline(operation: Operation, make_api: MakeApi) -> None:
    assert not any(numbers_of(make_api("instance", pipeline="other").get(operation.path).json()))


BY_NAME = [one for one in OPERATIONS if re.search(r"^/(beliefs|sources)", one.path)]


@pytest.mark.parametrize("operation", BY_NAME, ids=lambda one: one.label)
def test_another_pipeline_is_not_named_for_its_beliefs(
    operation: Operation, theirs: dict[str, str], make_api: MakeApi
) -> None:
    other = make_api("instance", pipeline="other")
    path = re.sub(r"{(\w+)}", lambda name: FILLED.get(name[1], "their_belief"), operation.path)
    body = {"POST /beliefs/check": {"markdown": "x"}, "PUT /sources/{kind}/{name}": {"text": "x"}}
    sent = json.dumps(body.get(operation.label, {"markdown": "x"} if operation.method == "PUT" else {}))
    headers = {"Authorization": f"Bearer {other.secret}"}
    address = f"/api/v1{path}?pipeline=shop"
    answer = Client().generic(operation.method, address, sent, "application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"].endswith("_unknown")) == (404, True)


@pytest.mark.parametrize(
    "path",
    ["/attempts", "/turns", "/interventions", "/query-analyses", "/preflights", "/returns", "/retrievals", "/events"],
)
def test_a_list_holds_what_its_own_key_made(path: str, theirs: dict[str, str], make_api: MakeApi) -> None:
    assert marks_in(make_api("read", pipeline="shop").get(path).getvalue().decode(), theirs)


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
@pytest.mark.parametrize("kind", ["attempts", "interventions"])
def test_no_export_holds_anything_of_another_pipeline(
    kind: str, suffix: str, theirs: dict[str, str], make_api: MakeApi
) -> None:
    answer = make_api("instance", pipeline="other").get(f"/export/{kind}.{suffix}")
    assert (answer.status_code, b"their_" in answer.getvalue()) == (200, False)


def test_a_turn_of_the_same_name_is_another_turn(theirs: dict[str, str], make_api: MakeApi) -> None:
    draft = {"turn_id": "their_turn", "context_md": CONTEXT, "response_md": GOOD}
    made = make_api("ingest", pipeline="other").post("/attempts", draft).json()
    assert (made["attempt"], Turn.objects.filter(turn_id="their_turn").count()) == (1, 2)
    assert Attempt.objects.get(pk=theirs["attempt_id"]).turn.pipeline.name == "shop"
