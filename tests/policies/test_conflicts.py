"""A draft that was begun before a colleague published."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.policies.test_policies import publish, typed
from validation.models import Policy

pytestmark = pytest.mark.django_db


def test_a_draft_based_on_an_older_policy_is_not_published_over_a_newer_one(admin: Client) -> None:
    publish(admin, response__approve="0.9")
    response = publish(admin, response__retry="0.2")
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert Policy.objects.count() == 2


@pytest.mark.parametrize("changed", [{"step": "check"}, {"response__approve": "7"}, {"reason": ""}])
def test_whatever_is_sent_it_is_told_first_that_a_colleague_published_meanwhile(
    admin: Client, changed: dict[str, str]
) -> None:
    publish(admin, response__approve="0.9")
    page = publish(admin, **{"response__retry": "0.2", **changed}).content.decode()  # type: ignore[attr-defined]
    assert "Policy 2 was published meanwhile." in page


def value_of(page: str, name: str) -> str:
    return "".join(re.findall(rf'name="{re.escape(name)}" value="([^"]*)"', page))


def test_a_conflict_keeps_what_a_colleague_changed_and_what_was_typed(admin: Client) -> None:
    publish(admin, response__revise="0.55", retrieval__open_intervention_when_poor="on")
    page = publish(admin, response__approve="0.9").content.decode()  # type: ignore[attr-defined]
    assert [value_of(page, f"response.{name}") for name in ("approve", "revise")] == ["0.9", "0.55"]
    assert re.search(r'name="retrieval.open_intervention_when_poor"[^>]*checked', page)
    publish(admin, response__approve="0.9", response__revise="0.55", based_on="2",
            retrieval__open_intervention_when_poor="on")  # fmt: skip
    made = Policy.objects.order_by("-number")[0].read()
    assert (made.response.approve, made.response.revise) == (0.9, 0.55)


def test_a_conflict_about_one_setting_keeps_what_was_typed(admin: Client) -> None:
    publish(admin, response__approve="0.9")
    page = publish(admin, response__approve="0.85").content.decode()  # type: ignore[attr-defined]
    assert value_of(page, "response.approve") == "0.85"


def test_a_conflict_keeps_the_rows_of_a_colleague(admin: Client) -> None:
    blank = {"audit__rates__0__route": "APPROVE", "audit__rates__0__rate": ""}
    publish(admin, **blank | {"audit__rates__0__rate": "0.5"})
    assert Policy.objects.count() == 2
    page = publish(admin, response__approve="0.9", **blank).content.decode()  # type: ignore[attr-defined]
    assert value_of(page, "audit.rates.0.rate") == "0.5"


@pytest.mark.parametrize("based_on", ["", "x", "999"])
def test_a_form_of_an_unknown_policy_keeps_all_that_was_typed(admin: Client, based_on: str) -> None:
    page = publish(admin, response__approve="0.9", based_on=based_on).content.decode()  # type: ignore[attr-defined]
    assert value_of(page, "response.approve") == "0.9"


def test_the_replay_of_a_draft_tells_only_what_was_typed_in_it(admin: Client) -> None:
    publish(admin, response__revise="0.55")
    page = admin.post("/policies/edit/replay/", typed(response__approve="0.9")).content.decode()
    assert ("APPROVE from" in page, "REVISE from" in page) == (True, False)
