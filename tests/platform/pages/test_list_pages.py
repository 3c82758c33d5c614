"""What every list does alike: its part alone for htmx, its filters, its pages, its file."""

from __future__ import annotations

import csv
import re
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from beliefs.web.pages import TABLE
from retrieval.web.retrievals import LOG as RETRIEVALS
from tests.factories import attempt, decide, person, turn
from validation.accounts.web.audit import AUDIT
from validation.accounts.web.keys import KEYS
from validation.accounts.web.people import PEOPLE
from validation.accounts.web.webhooks import DELIVERIES
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.models import AuditEvent, Turn
from validation.notifications.web.page import LOG as MESSAGES
from validation.notifications.web.page import OWN_LOG
from validation.orchestration.web.orchestration import PREFLIGHTS, RETURNS
from validation.platform.keys import create_api_key, revoke_api_key
from validation.platform.pages.list_page import ListPage
from validation.policies.web.versions import VERSIONS
from validation.query_analysis.web.query_analyses import LOG as ANALYSES
from validation.response.web.lists import ATTEMPTS, PRINCIPLES, TURNS
from validation.trust.web.comparisons import COMPARISONS
from validation.trust.web.disagreements import DISAGREEMENTS
from validation.trust.web.gold import GOLD

pytestmark = pytest.mark.django_db
NOW = timezone.now()
BYTE_ORDER_MARK = "\ufeff"
LISTS = (TURNS, ATTEMPTS, PRINCIPLES, ANALYSES, PREFLIGHTS, RETURNS, RETRIEVALS, TABLE, COMPARISONS)
LISTS = (*LISTS, GOLD, DISAGREEMENTS, VERSIONS, AUDIT, PEOPLE, KEYS, DELIVERIES, MESSAGES, OWN_LOG)


def text_at(client: Client, address: str, **headers: str) -> str:
    answer: Any = client.get(address, headers=headers)
    assert answer.status_code == 200
    return (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()


def part_of(client: Client, shown: ListPage[Any], query: str = "") -> str:
    headers = {"HX-Request": "true", "HX-Target": shown.element}
    return text_at(client, f"{reverse(shown.view)}?{query}", **headers)


def names_in(part: str) -> list[str]:
    return re.findall(r'class="strong[^>]*>([^<]+)<', part)


@pytest.mark.parametrize("shown", LISTS, ids=lambda shown: shown.words)
def test_the_list_alone_comes_for_htmx_with_a_file_of_what_it_shows(admin: Client, shown: ListPage[Any]) -> None:
    part = part_of(admin, shown, "pipeline=shop")
    assert (f'id="{shown.element}"' in part, "<main" in part) == (True, False)
    link = re.search(r'href="([^"]*format=csv[^"]*)" download hx-swap-oob="true"', part)
    assert bool(link) == bool(shown.has_file)
    if link:
        assert "pipeline=shop" in link[1]
        header = text_at(admin, reverse(shown.view) + link[1].replace("&amp;", "&")).splitlines()[0]
        assert (header[0], "," in header) == (BYTE_ORDER_MARK, True)


@pytest.mark.parametrize("shown", [one for one in LISTS if one.search], ids=lambda shown: shown.words)
def test_a_filter_that_matches_nothing_is_not_called_empty(admin: Client, shown: ListPage[Any]) -> None:
    assert f">Show all {shown.words}</a>" in part_of(admin, shown, "q=zzyzx")


def test_people_are_found_by_name_and_state(admin: Client) -> None:
    for name in ("mara", "otto", "ottilie"):
        person(name)
    User.objects.filter(username="ottilie").update(is_active=False)
    assert names_in(part_of(admin, PEOPLE, "q=ott")) == ["otto", "ottilie"]
    assert names_in(part_of(admin, PEOPLE, "q=ott&state=deactivated")) == ["ottilie"]


def test_people_beyond_the_first_page_are_reached_and_counted(admin: Client) -> None:
    for number in range(55):
        person(f"person{number:02}")
    first = part_of(admin, PEOPLE)
    assert "1–50 of 56 people" in first
    rest = part_of(admin, PEOPLE, "cursor=50")
    assert (len(names_in(rest)), "51–56 of 56 people" in rest, "Previous" in rest) == (6, True, True)
    file = text_at(admin, "/settings/people/?format=csv").splitlines()
    assert (len(file), file[1].split(",")[:3]) == (57, ["anna", "admin", "True"])


def test_keys_are_narrowed_by_the_pipeline_and_by_what_became_of_them(admin: Client) -> None:
    for name, pipeline in (("live", "shop"), ("old", "shop"), ("other", "travel")):
        key, _ = create_api_key(name=name, pipeline=pipeline, scopes=["read"], by="anna", now=NOW)
        if name == "old":
            revoke_api_key(key=key, by="anna", now=NOW)
    assert names_in(part_of(admin, KEYS, "pipeline=shop")) == ["live", "old"]
    assert names_in(part_of(admin, KEYS, "state=revoked")) == ["old"]
    assert names_in(part_of(admin, KEYS, "q=oth")) == ["other"]


def test_the_file_of_the_attempts_holds_what_the_filters_keep_and_no_texts(admin: Client) -> None:
    for turn_id, route in (("a", Route.APPROVE), ("b", Route.FAIL)):
        decide(attempt(turn(turn_id, query="how bright is it?")), route)
    file = text_at(admin, "/attempts/?route=FAIL&format=csv")
    assert [row.split(",")[1] for row in file.splitlines()] == ["turn_id", "b"]
    assert "bright" not in file


def test_the_file_of_the_turns_holds_what_the_filters_keep(admin: Client) -> None:
    turn("none", query="what of it?")
    for turn_id, route in (("a", Route.APPROVE), ("b", Route.FAIL)):
        decide(attempt(turn(turn_id)), route, confidence=0.25, failed=[CheckName.COHERENT_FORMAT])
    rows = {row["turn_id"]: row for row in csv.DictReader(text_at(admin, "/turns/?format=csv")[1:].splitlines())}
    assert set(rows) == {"none", "a", "b"}
    assert (rows["none"]["query"], rows["none"]["attempts"], rows["none"]["confidence"]) == ("what of it?", "0", "")
    told = [rows["b"][name] for name in ("last_route", "confidence", "failed_checks")]
    assert told == ["FAIL", "0.25", "coherent_format"]
    assert len(text_at(admin, "/turns/?route=FAIL&format=csv").splitlines()) == 2


def test_a_turn_that_changes_while_the_file_is_read_is_in_it(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.http.middleware.PIECE", 1)
    made = [turn(f"t{number}", at=NOW + timedelta(minutes=number)) for number in range(201)]
    answer: Any = admin.get("/turns/?format=csv")
    pieces = iter(answer)
    first = list(islice(pieces, 150))
    Turn.objects.filter(pk=made[0].pk).update(updated_at=NOW + timedelta(days=1))
    text = b"".join([*first, *pieces]).decode("utf-8-sig")
    assert sorted(row["turn_id"] for row in csv.DictReader(text.splitlines())) == sorted(one.turn_id for one in made)


def test_what_the_audit_log_names_can_be_opened(admin: Client) -> None:
    one = attempt(turn("a"))
    subjects = {f"attempt:{one.pk}": f"/attempts/{one.pk}/", "policy:1": "/policies/1/"}
    nowhere = ["attempt:gone", "user:1", "retention:turns"]
    for subject in (*subjects, *nowhere):
        AuditEvent.objects.create(at=NOW, by="otto", verb="tested", subject=subject)
    AuditEvent.objects.create(at=NOW, by="otto", verb="tested", subject="belief:tides", data={"pipeline": "a b"})
    page = part_of(admin, AUDIT, "by=otto")
    links = dict(map(reversed, re.findall(r'<a href="([^"]+)" aria-label="Open ([^"]+)"', page)))
    assert links == {**subjects, "belief:tides": "/beliefs/b/tides/?pipeline=a+b"}
    assert admin.get(links[f"attempt:{one.pk}"]).status_code == 200


def test_the_file_of_the_audit_log_holds_what_the_filters_keep(admin: Client) -> None:
    for number in range(250):
        AuditEvent.objects.create(at=NOW, by="otto", verb="tested", subject=f"thing:{number}", data={"why": "=1+1"})
    AuditEvent.objects.create(at=NOW, by="mara", verb="tested", subject="thing:x")
    header, *rows = text_at(admin, "/settings/audit/?by=otto&format=csv").splitlines()
    assert (header, len(rows)) == (f"{BYTE_ORDER_MARK}at,by,verb,subject,data", 250)
    assert all(",otto,tested,thing:" in row and '""why"": ""=1+1""' in row for row in rows)
