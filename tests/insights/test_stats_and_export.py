"""Figures and files of what this key's pipeline had judged."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from tests.api_client import ApiClient, MakeApi
from tests.factories import NOON, attempt, decide, final_ruling, halt, intervention, lamp_turn, turn
from tests.rows import OnceAFile
from validation.domain.attempt import Route

OF = "shop-assistant"


@pytest.fixture(scope="module")
def story(once_a_file: OnceAFile[None]) -> None:
    once_a_file(tell_story)


def tell_story() -> None:
    """A lamp turn, a halt with its intervention, and an approval of another pipeline."""
    lamp_turn()
    halted = halt(attempt(turn("halted", at=NOON + timedelta(hours=1)))).attempt
    intervention(halted, title="=SUM(A1)")
    final_ruling(halted, "dismiss")
    decide(attempt(turn("other", of="other")), Route.APPROVE)


@pytest.fixture
def mine(story: None, make_api: MakeApi) -> ApiClient:
    """The key of the pipeline whose story is told; it must never see the other's."""
    return make_api("read", pipeline=OF)


def lines(api: ApiClient, path: str) -> list[str]:
    response = api.get(path)
    assert response.status_code == 200
    return b"".join(response).decode().splitlines()


def rows(api: ApiClient, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("\n".join(lines(api, path)))))


def test_a_line_of_attempts_is_what_get_shows(mine: ApiClient) -> None:
    for line in lines(mine, "/export/attempts.jsonl"):
        shown = json.loads(line)
        assert shown == mine.get(f"/attempts/{shown['id']}").json()


def test_a_line_of_interventions_is_what_get_shows(mine: ApiClient) -> None:
    (line,) = lines(mine, "/export/interventions.jsonl")
    shown = json.loads(line)
    assert shown == mine.get(f"/interventions/{shown['id']}").json()


@pytest.mark.parametrize("path", ["/export/attempts.csv", "/export/attempts.jsonl"])
def test_a_key_exports_its_own_pipeline_newest_first(mine: ApiClient, path: str) -> None:
    told = rows(mine, path) if path.endswith("csv") else [json.loads(line) for line in lines(mine, path)]
    assert [row["turn_id"] for row in told] == ["halted", "turn_lamp", "turn_lamp"]


@pytest.mark.parametrize(
    ("query", "turns"),
    [
        ("decision=APPROVE", ["turn_lamp"]),
        ("state=halted", ["halted"]),
        ("turn_id=nobody", []),
        (f"since={quote((NOON + timedelta(minutes=30)).isoformat())}", ["halted"]),
        (f"until={quote((NOON + timedelta(minutes=1)).isoformat())}", ["turn_lamp"]),
    ],
)
def test_an_export_takes_the_filters_of_the_list(mine: ApiClient, query: str, turns: list[str]) -> None:
    assert [row["turn_id"] for row in rows(mine, f"/export/attempts.csv?{query}")] == turns
    assert [row["turn_id"] for row in mine.get(f"/attempts?{query}").json()["items"]] == turns


def test_a_csv_says_what_judged_and_has_no_formula(mine: ApiClient) -> None:
    assert {row["judge"] for row in rows(mine, "/export/attempts.csv")} == {"embedded", "vllm"}
    (work,) = rows(mine, "/export/interventions.csv")
    assert (work["title"], work["ruling"], work["ruled_by"]) == ("'=SUM(A1)", "dismiss", "rita")


def test_an_attempt_that_waits_is_exported_too(mine: ApiClient) -> None:
    attempt(turn("waits", at=NOON + timedelta(hours=2)))
    assert rows(mine, "/export/attempts.csv")[0]["state"] == "queued"


def test_an_export_longer_than_a_page_holds_everything_once(mine: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validation.insights.queries.export.PAGE", 2)
    told = [json.loads(line)["id"] for line in lines(mine, "/export/attempts.jsonl")]
    assert len(told) == len(set(told)) == 3


def test_another_suffix_is_refused_with_a_sentence(mine: ApiClient) -> None:
    answer = mine.get("/export/attempts.xlsx")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "suffix")


async def pieces(path: str, secret: str) -> list[bytes]:
    response = await AsyncClient().get(f"/api/v1{path}", headers={"Authorization": f"Bearer {secret}"})
    return [piece async for piece in response.streaming_content]


def test_a_server_sends_an_export_as_it_reads_it(mine: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing reads the iterator to its end first; Django would warn of that, and a warning is an error here."""
    monkeypatch.setattr("config.http.middleware.PIECE", 1)
    assert len(async_to_sync(pieces)("/export/attempts.csv", mine.secret)) == 4


def test_decisions_are_counted_with_halts_apart(mine: ApiClient) -> None:
    told = mine.get("/stats/decisions").json()
    assert told["routes"] == {"APPROVE": 1, "REVISE": 1, "RETRY": 0, "FAIL": 0, "HALT": 1}
    assert (told["halted"]["n"], told["approved"]["n"], told["approved"]["value"]) == (3, 2, 0.5)


def test_a_failure_rate_is_of_the_judgements_a_check_applied_to(mine: ApiClient) -> None:
    told = mine.get("/stats/checks").json()["checks"]["no_hallucinations"]
    assert (told["fail"], told["failure_rate"]["value"], told["failure_rate"]["n"]) == (1, 0.5, 2)


def test_calibration_counts_final_rulings_on_decided_attempts(mine: ApiClient) -> None:
    fails = decide(attempt(turn("fails", at=NOON)), Route.FAIL, confidence=0.2).attempt
    assert mine.get("/stats/calibration").json()["n"] == 0
    final_ruling(fails, "confirm_fail")
    told = mine.get("/stats/calibration").json()
    assert told["n"] == 1
    assert [(one["from"], one["approved_as_is"]["value"]) for one in told["reliability"]] == [(0.2, 0.0)]


def test_stats_hold_for_the_time_asked_for(mine: ApiClient) -> None:
    until = quote((NOON + timedelta(minutes=30)).isoformat())
    assert mine.get(f"/stats/decisions?until={until}").json()["n"] == 2


@pytest.mark.parametrize(
    ("since", "status"),
    [
        ("2026-11-03T12:30:00%2B18:34", 200),
        ("2026-11-03T12:30:00", 200),
        ("0001-01-01T00:00:00%2B12:00", 422),
        ("9999-12-31T23:00:00-12:00", 422),
        ("soon", 422),
    ],
)
def test_any_time_that_can_be_written_is_read_or_refused(mine: ApiClient, since: str, status: int) -> None:
    for path in ("/attempts", "/query-analyses", "/retrievals", "/interventions", "/stats/decisions"):
        assert mine.get(f"{path}?since={since}").status_code == status


@pytest.mark.parametrize("name", ["since", "until"])
@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00Z", "0001-01-05T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_figures_of_the_ends_of_the_calendar_are_read(mine: ApiClient, name: str, moment: str) -> None:
    stats = [f"/stats/{one}?{name}={moment}" for one in ("decisions", "checks", "calibration", "trust")]
    answers = [*map(mine.get, stats), mine.post(f"/policies/certify?{name}={moment}", {})]
    assert [answer.status_code for answer in answers] == [200] * 5


@pytest.mark.parametrize(
    "path",
    [
        "/attempts?turn_id=%00", "/turns/%00", "/query-analyses?status=%00", "/preflights?session_id=%00",
        "/interventions?kind=%00", "/retrievals?turn_id=%00", "/beliefs/%00", "/stats/decisions?judge=%00",
    ],
)  # fmt: skip
def test_what_no_database_can_hold_is_refused_in_an_address_too(mine: ApiClient, path: str) -> None:
    assert mine.get(path).status_code == 422
