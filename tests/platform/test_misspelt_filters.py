"""A filter of the API whose value is one of a few names: a misspelt one would find nothing, ever, and is refused."""

from __future__ import annotations

import pytest

from tests.api_client import ApiClient, MakeApi

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NAMES = {
    "/attempts?decision=": ["APPROVE", "REVISE", "RETRY", "FAIL"],
    "/attempts?route=": ["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"],
    "/attempts?state=": ["queued", "judging", "decided", "halted"],
    "/interventions?state=": ["open", "claimed", "ruled", "expired"],
    "/interventions?kind=": ["fail", "halt", "warning", "audit"],
    "/interventions?gate=": ["response", "query_analysis", "retrieval", "belief", "orchestration"],
    "/interventions?priority=": ["critical", "high", "medium", "low"],
    "/retrievals?quality=": ["Good", "Partial", "Poor", "halted", "undecided"],
    "/retrievals?state=": ["queued", "judging", "decided", "halted"],
    "/query-analyses?status=": ["pass", "retry", "clarify", "halted"],
    "/beliefs?status=": ["valid", "low_confidence", "invalid"],
    "/export/attempts.csv?decision=": ["FAIL"],
    "/export/interventions.csv?state=": ["open"],
}
WRONG = ["open,claimed", "opened", "fail ", "approved", "HALTED", "%27"]


@pytest.fixture
def api(make_api: MakeApi) -> ApiClient:
    return make_api("read")


@pytest.mark.parametrize("address", NAMES)
def test_each_name_and_none_is_taken(api: ApiClient, address: str) -> None:
    for name in ["", *NAMES[address]]:
        assert api.get(address + name).status_code == 200


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("address", NAMES)
def test_another_is_refused_with_the_names(api: ApiClient, address: str, wrong: str) -> None:
    refused = api.get(address + wrong)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_body")
    (error,) = refused.json()["errors"]
    assert error["field"] == address.split("?")[1].rstrip("=")
    assert all(name in error["message"] for name in NAMES[address])
