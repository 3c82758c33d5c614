"""Return profiles as data: shipped ones, one's own, and who may add them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.api_client import ApiClient
from tests.desk.people import client_of
from tests.orchestration.site.delegations import handed_over, returned
from validation.domain.policy import PolicyDocument
from validation.models import Policy, ReturnProfile
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db

OWN = {
    "name": "mill",
    "required_fields": ["status", "session_id"],
    "statuses": ["weighed", "gave_up"],
    "completed_statuses": ["weighed"],
    "summary_tokens": 20,
}


def test_v1_and_fleet_are_shipped(api: ApiClient) -> None:
    told = api.get("/return-profiles").json()["items"]
    assert [(one["name"], one["shipped"]) for one in told] == [("v1", True), ("fleet", True)]


def test_an_added_profile_judges_returns(api: ApiClient) -> None:
    assert api.post("/return-profiles", OWN).status_code == 201
    told = api.post("/returns", handed_over(returned(status="weighed"), profile="mill")).json()
    assert told["valid"] is True


def test_an_added_profile_keeps_its_own_summary_limit(api: ApiClient) -> None:
    api.post("/return-profiles", OWN)
    long = returned(status="gave_up", summary="Sacks weighed and noted. " * 6)
    told = api.post("/returns", handed_over(long, profile="mill")).json()
    assert [error["code"] for error in told["errors"]] == ["summary_too_long"]


def test_the_summary_limit_of_a_shipped_profile_is_the_policys(api: ApiClient) -> None:
    document = PolicyDocument().model_dump(mode="json")
    document["orchestration"]["summary_tokens"] = 5
    Policy.objects.create(number=99, document=document, author="t", reason="short", published_at=factories.NOON)
    told = api.post("/returns", handed_over(returned(summary="All forty sacks of the mill were weighed today."))).json()
    assert [error["code"] for error in told["errors"]] == ["summary_too_long"]


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"name": "v1"}, 409, "profile_exists"),
        ({"name": "a b/c"}, 422, "profile_invalid"),
        ({"statuses": []}, 422, "profile_invalid"),
        ({"completed_statuses": ["other"]}, 422, "profile_invalid"),
        ({"required_fields": ["summary"]}, 422, "profile_invalid"),
        ({"summary_tokens": "many"}, 422, "profile_invalid"),
    ],
)
def test_a_profile_that_cannot_be_used_is_refused(
    changed: dict[str, Any], status: int, code: str, api: ApiClient
) -> None:
    answer = api.post("/return-profiles", {**OWN, **changed})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_name_is_given_once(api: ApiClient) -> None:
    api.post("/return-profiles", OWN)
    assert api.post("/return-profiles", OWN).json()["code"] == "profile_exists"


@pytest.mark.parametrize(("name", "status"), [("mill", 204), ("v1", 409), ("nobody", 404)])
def test_only_profiles_of_ones_own_can_be_removed(name: str, status: int, api: ApiClient) -> None:
    api.post("/return-profiles", OWN)
    assert api.delete(f"/return-profiles/{name}").status_code == status


TYPED = {"name": "mill", "statuses": "weighed\ngave_up", "completed_statuses": "weighed", "summary_tokens": "20"}


def _typed(**changed: Any) -> dict[str, Any]:
    return {**TYPED, "required_fields": ["status", "session_id"], **changed}


def test_an_admin_adds_one_on_the_page(db: None) -> None:
    answer = client_of(Role.ADMIN).post("/orchestration/profiles/add/", _typed(), follow=True)
    assert "Profile mill can be used from now on." in answer.text
    assert ReturnProfile.objects.get().document == {**OWN, "required_fields": ["status", "session_id"]}


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("completed_statuses", "swept", "Each must be one of the statuses."),
        ("name", "v1", "There is a return profile v1 already. Choose another name."),
        (
            "name",
            "a b",
            "Name it with letters, digits, points, dashes and underscores, beginning with a letter or digit.",
        ),
        ("summary_tokens", "-5", "A whole number from 1 to 10000 is expected."),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_says_why_beside_it(
    db: None, field: str, typed: str, told: str
) -> None:
    answer = client_of(Role.ADMIN).post("/orchestration/profiles/add/", _typed(**{field: typed}))
    assert answer.status_code == 422
    assert f'id="{field}_error" role="alert">{told}<' in answer.text
    assert f'value="{typed}"' in answer.text


def test_an_admin_removes_one_on_the_page(api: ApiClient) -> None:
    assert api.post("/return-profiles", OWN).json()["name"] == "mill"
    client_of(Role.ADMIN).post("/orchestration/profiles/mill/remove/")
    assert not ReturnProfile.objects.exists()


def test_a_viewer_sees_the_profiles_and_no_form(viewer: Client) -> None:
    text = viewer.get("/orchestration/profiles/").text
    assert ("tasks_created" in text, "Add a profile" in text) == (True, False)
