"""A chat log handed over instead of a context.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api_client import ApiClient
from validation.response.tasks import judge_attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": "You sell outdoor gear."},
    {"role": "user", "content": [{"type": "text", "text": "A head torch under 60 EUR?"}]},
    {
        "role": "assistant",
        "content": None,
        "refusal": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{}"}}],
    },
    {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": '[{"name": "Lumo H4", "price": "49.90 EUR", "lumens": 450, "url": "https://lampenladen.example/h4"}]',
    },
]
RIGHT = "The [Lumo H4](https://lampenladen.example/h4) costs 49.90 EUR and gives 450 lumens.\n"


def body(**changed: object) -> dict[str, Any]:
    return {"turn_id": "turn_1", "messages": MESSAGES, "response_md": RIGHT, **changed}


def judged(api: ApiClient, **changed: object) -> dict[str, Any]:
    taken = api.post("/attempts", body(**changed)).json()
    judge_attempt(taken["id"])
    return api.get(f"/attempts/{taken['id']}").json()


def test_a_response_that_its_tool_results_support_is_approved(api: ApiClient) -> None:
    attempt = judged(api)
    assert (attempt["route"], attempt["issues"]) == ("APPROVE", [])


def test_a_price_that_no_tool_result_holds_is_sent_back(api: ApiClient) -> None:
    assert judged(api, response_md=RIGHT.replace("49.90", "39.90"))["route"] == "REVISE"


def test_claims_name_the_call_whose_result_supports_them(api: ApiClient) -> None:
    links = [link for claim in judged(api)["claims"] for link in claim["evidence"]]
    assert {(link["section"], link["source_ref"]) for link in links} == {(4, "call_1")}


def test_a_document_is_evidence_under_its_id(api: ApiClient) -> None:
    asked = [{"role": "user", "content": "When does the museum open on Sundays?"}]
    documents = [{"id": "hours", "text": "The museum opens at 10:00 on Sundays.", "url": "https://m.example/hours"}]
    said = "The museum opens at 10:00 on Sundays (source_ref: hours)."
    attempt = judged(api, messages=asked, documents=documents, response_md=said)
    assert attempt["route"] == "APPROVE"


PRICED = {
    "messages": [{"role": "user", "content": "What does the Lumo H4 cost?"}],
    "documents": [{"id": "d1", "text": "Lumo H4: 49.90 EUR.", "url": "https://lampenladen.example/h4"}],
}


def test_claims_name_the_address_of_their_document(api: ApiClient) -> None:
    attempt = judged(api, **PRICED, response_md="The Lumo H4 costs 49.90 EUR.")
    assert {link["url"] for claim in attempt["claims"] for link in claim["evidence"]} == {
        "https://lampenladen.example/h4"
    }


@pytest.mark.parametrize("name", ["Lumo H4", "[Lumo H4](https://lampenladen.example/h4)"])
def test_a_price_from_a_document_needs_no_link(api: ApiClient, name: str) -> None:
    attempt = judged(api, **PRICED, response_md=f"The {name} costs 49.90 EUR.")
    assert (attempt["route"], attempt["checks"]["source_metadata_present"]) == ("APPROVE", True)


def test_context_md_shows_what_was_built(api: ApiClient) -> None:
    attempt = judged(api)
    shown = api.get(f"/attempts/{attempt['id']}/context.md").content.decode()
    assert "## 0. User Query\n\n> A head torch under 60 EUR?" in shown
    assert "## 7. Validation" in shown


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"context_md": "## 0. User Query\nx"}, "invalid_body", "body"),
        ({"messages": []}, "invalid_body", "body"),
        ({"messages": [{"role": "assistant", "content": "Hi"}]}, "section_missing", "messages"),
        ({"messages": [{"role": "user", "content": None}]}, "section_missing", "messages"),
        ({"documents": [{"id": "a", "text": ""}, {"id": "a", "text": ""}]}, "invalid_body", "documents"),
        ({"messages": [{"role": "robot", "content": ""}]}, "invalid_body", "messages.0.role"),
    ],
)
def test_what_cannot_become_a_context_is_refused(
    api: ApiClient, changed: dict[str, Any], code: str, field: str
) -> None:
    answer = api.post("/attempts", body(**changed))
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["errors"][0]["field"]) == (422, code, field)


def test_items_of_a_batch_may_be_chat_logs(api: ApiClient) -> None:
    (result,) = api.post("/attempts/batch", {"attempts": [body()]}).json()["results"]
    assert result["status"] == 202
