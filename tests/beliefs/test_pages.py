"""The pages of beliefs."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from beliefs.actions.audits import audit_beliefs, refresh
from beliefs.actions.precheck import create
from beliefs.actions.store import put_source
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.figures.waterfall import waterfall_rows
from beliefs.models import AuditRun, BeliefRecord, Origin
from beliefs.queries.health import health_report
from beliefs.tasks import audit
from tests.beliefs.pages import seen
from tests.beliefs.samples import BELIEF, BROKEN, COMMIT, OTHER, SESSIONS
from tests.desk.people import client_of
from tests.rows import OnceAFile
from validation.platform.permissions import Role
from validation.platform.policies import policy_in_force

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
PAGES = ("/beliefs/", "/beliefs/graph/", "/beliefs/health/", "/beliefs/b/quiet-harbour/")
HOSTILE = OTHER.replace("A harbour works best", "<script>alert(1)</script> A harbour works best")


@pytest.fixture(scope="module")
def stocked(once_a_file: OnceAFile[None]) -> None:
    once_a_file(stock)


def stock() -> None:
    for name, text in SESSIONS.items():
        put_source(pipeline=COMMON, kind="session", name=name, text=text, origin=Origin.API, by="test", now=NOON)
    put_source(pipeline=COMMON, kind="commit", name=COMMIT, text="", origin=Origin.API, by="test", now=NOON)
    for markdown in (OTHER, BELIEF):
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
    refresh(pipeline=COMMON, policy=policy_in_force(), now=timezone.now())


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.usefixtures("stocked")
def test_every_page_opens_for_a_viewer(path: str) -> None:
    assert "quiet-harbour" in seen(client_of(Role.VIEWER), path)


def test_an_empty_store_says_how_to_fill_it() -> None:
    assert "sync_beliefs" in seen(client_of(Role.VIEWER), "/beliefs/")


@pytest.mark.usefixtures("stocked")
def test_an_item_on_the_desk_shows_the_belief_without_its_frame() -> None:
    part = {"HX-Request": "true", "HX-Target": "desk-subject"}
    shown = client_of(Role.VIEWER).get("/beliefs/b/quiet-harbour/", headers=part).content.decode()
    assert "Link integrity" in shown
    assert "<h1" not in shown


def test_an_unknown_belief_is_404() -> None:
    assert client_of(Role.VIEWER).get("/beliefs/b/ghost/").status_code == 404


@pytest.mark.parametrize(
    ("query", "listed"), [("q=radio", ["quiet-harbour"]), ("facet=harbour", ["tide-tables-daily"])]
)
@pytest.mark.usefixtures("stocked")
def test_the_table_is_filtered(query: str, listed: list[str]) -> None:
    found = re.findall(r'/beliefs/b/([\w-]+)/"', seen(client_of(Role.VIEWER), f"/beliefs/?{query}"))
    assert found == listed


ATTACKER = OTHER.replace("id: quiet-harbour", "id: storm-watch") + "\n## Attacks\n\n- [[quiet-harbour]]\n"
LONELY = "---\nid: lonely\nextracted: 2026-08-01\n---\n# lonely\nNobody said so.\n"


@pytest.mark.parametrize(
    ("finding", "reported"),
    [
        ("broken_evidence", "broken_evidence"),
        ("weak_evidence", "weak_evidence"),
        ("approaching_review", "approaching_review"),
        ("review_due", "review_due"),
        ("contradicted", "contradicted"),
        ("orphans", "orphans"),
    ],
)
@pytest.mark.usefixtures("stocked")
def test_the_list_behind_a_figure_of_the_health_report_holds_what_it_counts(finding: str, reported: str) -> None:
    for markdown in (ATTACKER, LONELY, BROKEN):
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
    audit_beliefs(pipeline=COMMON, by="test", now=datetime(2026, 12, 31, 12, tzinfo=UTC))
    late = LONELY.replace("lonely", "not-assessed")
    create(pipeline=COMMON, markdown=late, name=None, confirm=True, by="test", now=NOON)
    report = health_report(pipeline=COMMON, policy=policy_in_force().read().belief)
    listed = re.findall(
        r'/beliefs/b/([\w-]+)/"', seen(client_of(Role.VIEWER), f"/beliefs/?finding={finding}&order=name")
    )
    assert (listed, bool(listed)) == (list(report[reported]), True)


@pytest.mark.usefixtures("stocked")
def test_the_file_holds_the_beliefs_that_the_filters_keep() -> None:
    answer: Any = client_of(Role.VIEWER).get("/beliefs/?q=quiet&format=csv")
    (row,) = csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines())
    stored = BeliefRecord.objects.get(name="quiet-harbour")
    assert (row["name"], row["score"], row["facets"]) == ("quiet-harbour", str(stored.score), ", ".join(stored.facets))


@pytest.mark.parametrize(("role", "offered"), [(Role.VIEWER, False), (Role.REVIEWER, True)])
@pytest.mark.parametrize(("path", "button"), [("/beliefs/", "New belief"), ("/beliefs/health/", "Audit now")])
def test_a_button_is_there_for_whom_it_works(path: str, button: str, role: Role, offered: bool) -> None:
    assert (button in seen(client_of(role), path)) is offered


@pytest.mark.usefixtures("stocked")
def test_hostile_words_are_shown_as_text() -> None:
    create(pipeline=COMMON, markdown=HOSTILE, name=None, confirm=True, by="test", now=NOON)
    client = client_of(Role.VIEWER)
    shown = [seen(client, path) for path in ("/beliefs/", "/beliefs/b/quiet-harbour/")]
    assert not any("<script>alert" in page for page in shown)


@pytest.mark.usefixtures("stocked")
def test_the_bars_of_the_waterfall_add_up_to_the_score() -> None:
    waterfall = BeliefRecord.objects.get(name="tide-tables-daily").waterfall
    *bars, total = waterfall_rows(waterfall)
    assert sum(float(bar[3]) for bar in bars) == pytest.approx(float(total[3]), abs=0.006)


@pytest.mark.parametrize("decay", [1.0, 0.9999])
def test_what_decay_takes_of_a_young_belief_has_no_minus(decay: float) -> None:
    parts = [{"name": "base_confidence", "weight": 0.15, "value": 1.0, "points": 0.15}]
    lost = waterfall_rows({"parts": parts, "decay": decay, "score": 0.15})[1]
    assert lost[3] == "+0.000"


def test_a_belief_that_is_cited_without_a_date_is_not_called_unreferenced() -> None:
    for markdown in ("# tides\nRead them.\n", "# boats\nThey float.\n## Supports\n- [[tides]]\n"):
        create(
            pipeline=COMMON,
            markdown=f"---\nid: {markdown[2:7]}\n---\n{markdown}",
            name=None,
            confirm=True,
            by="t",
            now=NOON,
        )
    refresh(pipeline=COMMON, policy=policy_in_force(), now=NOON)
    page = " ".join(seen(client_of(Role.VIEWER), "/beliefs/b/tides/").split())
    assert "cited by 1" in page
    assert "Age 0 days, never referenced with a date" in page
    assert "0 days, no reference with a date" in page


@pytest.mark.usefixtures("stocked")
def test_a_check_shows_the_weak_points_and_stores_nothing() -> None:
    markdown = "---\nid: weak\n---\n# weak\nNobody said so.\n"
    answer = client_of(Role.REVIEWER).post("/beliefs/new/check/", {"markdown": markdown})
    assert ("0 verified evidence links" in answer.content.decode(), BeliefRecord.objects.count()) == (True, 2)


def test_weak_evidence_is_stored_after_confirmation_only() -> None:
    client = client_of(Role.REVIEWER)
    form: dict[str, Any] = {"markdown": "---\r\nid: weak\r\n---\r\n# weak\r\nNobody said so.\r\n"}
    statuses = [client.post("/beliefs/new/", form).status_code]
    statuses.append(client.post("/beliefs/new/", {**form, "confirm": "yes"}).status_code)
    assert (statuses, BeliefRecord.objects.get().name) == ([422, 302], "weak")


def test_the_outline_takes_over_what_a_turn_taught() -> None:
    page = seen(client_of(Role.REVIEWER), "/beliefs/new/?statement=Name+every+price&source=turn-turn_7")
    wanted = ("id: name-every-price", "Name every price", "- [[turn-turn_7]] - ")
    assert [one for one in wanted if one not in page] == []


@pytest.mark.parametrize("query", ["", "?statement=%00%0A---&source=%5D%5D%0A%23x", "?statement=" + "ab " * 900])
def test_the_outline_reads_as_a_belief_whatever_is_asked(query: str) -> None:
    page = client_of(Role.REVIEWER).get(f"/beliefs/new/{query}").context["markdown"]
    assert parse(page).statement


@pytest.mark.usefixtures("stocked")
def test_a_belief_of_the_same_id_is_replaced_after_confirmation_only() -> None:
    client = client_of(Role.REVIEWER)
    form = {"markdown": BELIEF.replace("Prefer one", "Prefer no")}
    refused = client.post("/beliefs/new/", form)
    assert (refused.status_code, "replaces its words" in refused.content.decode()) == (422, True)
    assert "Prefer one" in BeliefRecord.objects.get(name="tide-tables-daily").statement


@pytest.mark.usefixtures("stocked")
def test_the_words_of_a_belief_can_be_taken_up_again() -> None:
    page = client_of(Role.REVIEWER).get("/beliefs/new/?belief=quiet-harbour")
    assert page.context["markdown"] == OTHER
    assert "<h1>Change a belief</h1>" in page.content.decode()


@pytest.mark.usefixtures("stocked")
def test_a_reviewer_removes_what_was_sent() -> None:
    answer = client_of(Role.REVIEWER).post("/beliefs/b/quiet-harbour/remove/")
    assert (answer.status_code, BeliefRecord.objects.count()) == (302, 1)


@pytest.mark.usefixtures("stocked")
def test_what_comes_from_a_file_is_changed_there() -> None:
    BeliefRecord.objects.filter(name="quiet-harbour").update(origin=Origin.CHECKOUT, path="layer/quiet-harbour.md")
    client = client_of(Role.REVIEWER)
    told = client.post("/beliefs/b/quiet-harbour/remove/", follow=True).content.decode()
    offered = "/remove/" in seen(client, "/beliefs/b/quiet-harbour/")
    assert ("Delete the file" in told, BeliefRecord.objects.count(), offered) == (True, 2, False)


def test_an_audit_that_a_reviewer_asks_for_begins_on_a_worker() -> None:
    page = client_of(Role.REVIEWER).post("/beliefs/health/audit/", follow=True).content.decode()
    assert "The audit has begun" in page


def test_the_worker_says_who_asked_for_the_audit() -> None:
    audit(by="user:rita")
    assert AuditRun.objects.get().by == "user:rita"


@pytest.mark.parametrize(("path", "part"), [("/beliefs/", "belief-list"), ("/beliefs/health/", "belief-health")])
@pytest.mark.usefixtures("stocked")
def test_a_page_that_hears_of_a_change_asks_for_its_part_alone(path: str, part: str) -> None:
    page = client_of(Role.VIEWER).get(path, headers={"HX-Request": "true", "HX-Target": part}).content.decode()
    assert (f'id="{part}"' in page, "<html" in page, page.count('data-live="beliefs"')) == (True, False, 1)


@pytest.mark.usefixtures("stocked")
def test_a_quote_leads_to_its_place_in_the_source() -> None:
    client = client_of(Role.VIEWER)
    address = re.search(r'href="(/beliefs/s/session/[^"]+quote)"', seen(client, "/beliefs/b/tide-tables-daily/"))
    assert address
    page = seen(client, address[1].replace("&amp;", "&").partition("#")[0])
    assert '<mark id="quote">tide tables are read once a day</mark>' in page


@pytest.mark.parametrize("path", ["session/ghost", "rumour/x", "session/%00"])
def test_an_unknown_source_is_404(path: str) -> None:
    assert client_of(Role.VIEWER).get(f"/beliefs/s/{path}/").status_code == 404


@pytest.mark.usefixtures("stocked")
def test_a_source_names_who_cites_it() -> None:
    page = seen(client_of(Role.VIEWER), "/beliefs/s/session/20251102-090000/")
    assert re.findall(r'/beliefs/b/([\w-]+)/"', page) == ["quiet-harbour", "tide-tables-daily"]


@pytest.mark.parametrize(
    ("path", "statements"),
    [("/beliefs/", 7), ("/beliefs/graph/", 6), ("/beliefs/health/", 9), ("/beliefs/b/quiet-harbour/", 7)],
)
@pytest.mark.usefixtures("stocked")
def test_a_page_asks_a_fixed_number_of_statements(path: str, statements: int, django_assert_num_queries: Any) -> None:
    client = client_of(Role.VIEWER)
    client.get(path)
    with django_assert_num_queries(statements):
        client.get(path)


ODD = ("a/b", "..", "a%2Fb", "a b/../c", "/etc", "a?b#c", "\\", "a\u2028b")


@pytest.mark.parametrize("kind", ["session", "path", "tag", "spec"])
def test_an_odd_id_of_a_source_breaks_no_page(kind: str) -> None:
    """As a checkout may bring it."""
    citing = OTHER
    for name in ODD:
        put_source(pipeline=COMMON, kind=kind, name=name, text=OTHER, origin=Origin.API, by="test", now=NOON)
        citing += f'- [[{kind}-{name}]] - "the radio was silent all day"\n- [[{name}]]\n'
    for belief in (citing, BELIEF):
        create(pipeline=COMMON, markdown=belief, name=None, confirm=True, by="test", now=NOON)
    refresh(pipeline=COMMON, policy=policy_in_force(), now=timezone.now())
    client = client_of(Role.VIEWER)
    for path in (*PAGES, "/beliefs/b/tide-tables-daily/"):
        seen(client, path)


def test_a_neighbour_that_is_called_like_a_session_leads_to_the_belief() -> None:
    for name in ("session-keeping", "quiet-harbour"):
        markdown = OTHER.replace("id: quiet-harbour", f"id: {name}")
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=NOON)
    refresh(pipeline=COMMON, policy=policy_in_force(), now=timezone.now())
    assert 'href="/beliefs/b/session-keeping/"' in seen(client_of(Role.VIEWER), "/beliefs/b/quiet-harbour/")
