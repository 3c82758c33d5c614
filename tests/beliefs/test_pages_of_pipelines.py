"""The pages of beliefs, in the view of one pipeline or of all."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import create
from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefRecord
from tests.beliefs.pages import seen
from tests.beliefs.samples import BROKEN
from tests.desk.people import client_of
from tests.rows import OnceAFile
from validation.platform.keys import pipeline_named
from validation.platform.permissions import Role
from validation.platform.policies import policy_in_force

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def shared(once_a_file: OnceAFile[None]) -> None:
    once_a_file(share)


def share() -> None:
    """`lamp` of two pipelines, `quay` of all of them."""
    for pipeline, name, when in (("shop", "lamp", "dusk"), ("bank", "lamp", "dawn"), (COMMON, "quay", "noon")):
        pipeline_named(pipeline, now=NOON)
        markdown = f"---\nid: {name}\n---\n# {name}\nThe lamp is lit at {when}.\n"
        create(pipeline=pipeline, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
        refresh(pipeline=pipeline, policy=policy_in_force(), now=timezone.now())


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("", ["lamp/?pipeline=bank", "lamp/?pipeline=shop", "quay/"]),
        ("?pipeline=shop", ["lamp/?pipeline=shop", "quay/?pipeline=shop"]),
        ("?pipeline=other", ["quay/?pipeline=other"]),
    ],
)
@pytest.mark.parametrize("page", ["", "graph/", "health/"])
@pytest.mark.usefixtures("shared")
def test_a_page_shows_what_the_chosen_pipeline_sees(page: str, query: str, listed: list[str]) -> None:
    shown = html.unescape(seen(client_of(Role.VIEWER), f"/beliefs/{page}{query}"))
    assert sorted({*re.findall(r'/beliefs/b/((?:lamp|quay)/[^"\\]*)"', shown)}) == listed


@pytest.mark.parametrize(("query", "when"), [("?pipeline=shop", "dusk"), ("?pipeline=bank", "dawn"), ("", "dawn")])
@pytest.mark.usefixtures("shared")
def test_the_page_of_a_belief_is_that_of_the_chosen_pipeline(query: str, when: str) -> None:
    assert f"lit at {when}" in seen(client_of(Role.VIEWER), f"/beliefs/b/lamp/{query}")


@pytest.mark.parametrize(("query", "stored"), [("?pipeline=shop", "shop"), ("", COMMON)])
@pytest.mark.usefixtures("shared")
def test_a_new_belief_is_stored_where_the_page_says(query: str, stored: str) -> None:
    client = client_of(Role.REVIEWER)
    assert f'Stored in <span class="mono">{stored}</span>' in seen(client, f"/beliefs/new/{query}")
    form = {"markdown": "---\nid: weak\n---\n# weak\nNobody said so.\n", "confirm": "yes"}
    client.post(f"/beliefs/new/{query}", form)
    assert BeliefRecord.objects.get(name="weak").pipeline == stored


def test_a_new_belief_of_a_pipeline_that_nobody_knows_is_refused() -> None:
    form = {"markdown": "---\nid: weak\n---\n# weak\nNobody said so.\n", "confirm": "yes"}
    answer = client_of(Role.REVIEWER).post("/beliefs/new/?pipeline=ghost", form)
    assert (answer.status_code, BeliefRecord.objects.exists()) == (422, False)


@pytest.mark.usefixtures("shared")
def test_a_reviewer_removes_the_belief_of_the_page_alone() -> None:
    client_of(Role.REVIEWER).post("/beliefs/b/lamp/remove/?pipeline=shop")
    assert [one.pipeline for one in BeliefRecord.objects.filter(name="lamp")] == ["bank"]


@pytest.mark.usefixtures("shared")
def test_beliefs_of_one_id_are_counted_each() -> None:
    for pipeline in ("shop", "bank"):
        markdown = BROKEN.replace("id: gone", "id: lamp")
        create(pipeline=pipeline, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
        refresh(pipeline=pipeline, policy=policy_in_force(), now=timezone.now())
    page = " ".join(seen(client_of(Role.VIEWER), "/beliefs/health/").split())
    assert re.search(r'Broken evidence</span>\s*<span class="figure-value">2<', page)


@pytest.mark.parametrize(("query", "advised"), [("", True), ("?pipeline=shop", False)])
@pytest.mark.usefixtures("shared")
def test_a_cut_graph_advises_a_pipeline_to_whoever_chose_none(
    monkeypatch: pytest.MonkeyPatch, query: str, *, advised: bool
) -> None:
    monkeypatch.setattr("beliefs.web.pages.DRAWN_NODES", 1)
    page = seen(client_of(Role.VIEWER), f"/beliefs/graph/{query}")
    assert "most cited beliefs are drawn" in page
    assert ("Choose a pipeline" in page) is advised
