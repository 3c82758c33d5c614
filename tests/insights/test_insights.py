"""The insights: what is counted, and that a chart and its table say the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from html import unescape
from itertools import combinations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from tests.desk.people import client_of
from tests.factories import attempt, decide, final_ruling, halt, turn
from tests.rows import OnceAFile
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.calibration import ReliabilityBin
from validation.domain.halt import HaltCause
from validation.domain.policy import ResponsePolicy
from validation.insights.figures.figure import (
    LABEL_HEIGHT,
    LABEL_WIDTH,
    confidence_histogram,
    counts_over_time,
    reliability_diagram,
)
from validation.insights.queries.insights import InsightScope, latencies, span_of
from validation.insights.web.charts import Chart, csv_of
from validation.insights.web.insight_charts import CHARTS, chart_of
from validation.models import Attempt, Judgement
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(scope="module")
def story(once_a_file: OnceAFile[None]) -> None:
    once_a_file(tell_story)


def tell_story() -> None:
    """Two approvals, a revision and a halt, in two pipelines and by two judges, an hour ago."""
    at = NOW - timedelta(hours=1)
    decide(attempt(turn("a", of="shop", at=at)), Route.APPROVE, confidence=1.0, latency_ms=40)
    decide(
        attempt(turn("b", of="shop", at=at)), Route.APPROVE, confidence=0.8, latency_ms=90, tokens_in=9, judge="vllm"
    )
    decide(attempt(turn("c", of="help", at=at)), Route.REVISE, confidence=0.6, failed=[CheckName.NO_HALLUCINATIONS])
    halt(attempt(turn("d", of="help", at=at)), HaltCause.JUDGE_TIMEOUT)
    final_ruling(Attempt.objects.get(turn__turn_id="c"), "confirm_fail", at=at)


def chart(slug: str, **scope: object) -> Chart:
    return chart_of(slug, InsightScope(now=NOW, **scope))  # type: ignore[arg-type]


def rows(slug: str, **scope: object) -> dict[object, tuple[object, ...]]:
    return {row[0]: row[1:] for row in chart(slug, **scope).rows}


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(
    ("slug", "n"),
    [
        ("decisions", 4), ("confidence", 3), ("checks", 3 * len(CheckName)), ("loops", 4), ("halts", 1),
        ("pipelines", 4), ("reliability", 1), ("agreement", 1),
        ("policies", 4), ("judges", 4), ("prompts", 0),
        ("latency", 4), ("tokens", 2), ("tokens-per-call", 1), ("tries", 2), ("cost", 0),
    ],
)  # fmt: skip
def test_a_chart_says_how_many_it_counts(slug: str, n: int) -> None:
    assert chart(slug).n == n


@pytest.mark.usefixtures("story")
def test_decisions_are_told_by_pipeline() -> None:
    assert rows("pipelines") == {"help": (0, 1, 0, 0, 1, 2), "shop": (2, 0, 0, 0, 0, 2)}


def test_the_pipelines_with_most_attempts_are_told_with_all_their_routes() -> None:
    at = NOW - timedelta(hours=1)
    for number in range(31):
        routes = (Route.APPROVE, Route.REVISE, Route.RETRY, Route.FAIL) if number else (Route.APPROVE,)
        for route in routes:
            decide(attempt(turn(route, of=f"p{number:02}", at=at)), route)
        halt(attempt(turn("halted", of=f"p{number:02}", at=at)))
    told = rows("pipelines")
    assert (len(told), told["p30"], "p00" in told) == (30, (1, 1, 1, 1, 1, 5), False)


@pytest.mark.usefixtures("story")
def test_decisions_are_told_by_policy_and_lead_to_its_attempts() -> None:
    assert rows("policies") == {"policy 1": (2, 1, 0, 0, 1, 4)}
    assert chart("policies").lists == ("policy=1",)


@pytest.mark.usefixtures("story")
def test_decisions_are_told_by_prompt_where_there_is_one() -> None:
    Judgement.objects.filter(judge="vllm").update(prompt=f"sha256:{'ab' * 32}")
    assert rows("prompts") == {"abababababababababa": (1, 0, 0, 0, 1, 2)}
    assert rows("prompts", judge="embedded") == {}


@pytest.mark.usefixtures("story")
def test_a_halt_is_told_by_its_cause_and_judge() -> None:
    assert chart("halts").columns == ("Cause", "vllm", "All")
    assert rows("halts") == {"judge timeout": (1, 1)}


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(("pipeline", "turns"), [("help", ["c"]), ("shop", [])])
def test_a_check_leads_to_the_attempts_that_failed_it(pipeline: str, turns: list[str]) -> None:
    client = client_of(Role.VIEWER)
    page = client.get("/insights/", {"pipeline": pipeline}).content.decode()
    [address] = re.findall(r'<a href="(/attempts/[^"]*)">No hallucinations</a>', page)
    shown = client.get(unescape(address)).content.decode()
    assert re.findall(r'class="table-link[^>]*>(\w+) ', shown) == turns


@pytest.mark.usefixtures("story")
def test_a_boundary_belongs_to_the_upper_bin_and_one_to_the_last() -> None:
    assert [(row[0], row[-1]) for row in chart("confidence").rows] == [("0.60", 1), ("0.80", 1), ("0.95", 1)]


@pytest.mark.usefixtures("story")
def test_a_failure_rate_is_of_those_the_check_applied_to() -> None:
    assert rows("checks")["No hallucinations"] == (1, 3, 33.3)


@pytest.mark.parametrize(("counts", "ticks"), [([1, 2], 1), ([1, 40], None)])
def test_small_counts_have_whole_ticks(counts: list[int], ticks: int | None) -> None:
    figure = counts_over_time(["a", "b"], {"Good": counts, "Poor": [1, 1]}, {"Good": "g", "Poor": "p"})
    assert figure["layout"]["yaxis"].get("dtick") == ticks


@pytest.mark.usefixtures("story")
def test_a_judge_narrows_what_is_counted() -> None:
    assert (chart("decisions", judge="vllm").n, chart("confidence", judge="vllm").n) == (2, 1)


@pytest.mark.usefixtures("story")
def test_percentiles_are_latencies_that_were_measured() -> None:
    told = {row.judge: (row.n, row.p50, row.p95) for row in latencies(InsightScope(now=NOW, pipeline="shop"))}
    assert told == {"embedded": (1, 40, 40), "vllm": (1, 90, 90)}


@pytest.mark.parametrize(("days", "span"), [(1, "hour"), (30, "day"), (365, "week")])
def test_a_longer_time_has_wider_bars(days: int, span: str) -> None:
    assert span_of(InsightScope(now=NOW, since=NOW - timedelta(days=days))) == span


@pytest.mark.parametrize("slug", CHARTS)
def test_a_chart_of_nothing_says_so(slug: str) -> None:
    assert chart(slug).n == 0


@pytest.mark.usefixtures("story")
@pytest.mark.parametrize("slug", CHARTS)
def test_a_figure_is_plain_data_in_token_colours(slug: str) -> None:
    priced = {"judge": "vllm", "cost": Decimal("0.01"), "currency": "EUR"}
    decide(attempt(turn("e", of="shop", at=NOW - timedelta(hours=1))), Route.APPROVE, **priced)
    drawn = json.loads(json.dumps(chart(slug).figure))
    assert drawn["data"]
    assert all(trace["marker"]["color"].startswith("--") for trace in drawn["data"])


@pytest.mark.usefixtures("story")
def test_agreement_is_told_for_all_and_by_what_judged() -> None:
    assert [row[0] for row in chart("agreement").rows] == ["All", "judge embedded", "policy 1", "pipeline help"]


@pytest.mark.usefixtures("story")
def test_a_dismissal_says_nothing_of_the_judge() -> None:
    final_ruling(Attempt.objects.get(turn__turn_id="a"), "dismiss", at=NOW)
    assert chart("reliability").n == 1


@pytest.mark.usefixtures("story")
def test_the_last_ruling_on_an_attempt_counts() -> None:
    final_ruling(Attempt.objects.get(turn__turn_id="a"), "revise", at=NOW - timedelta(minutes=5))
    final_ruling(Attempt.objects.get(turn__turn_id="a"), "approve", at=NOW)
    assert [(row[0], row[3], row[-1]) for row in chart("reliability").rows] == [("0.6", "0.00", 1), ("0.9", "1.00", 1)]


@pytest.mark.parametrize(
    ("confidence", "share", "place"),
    [(0.3, 0.0, "top right"), (0.3, 1.0, "bottom right"), (0.97, 0.0, "top left"), (0.97, 1.0, "bottom left")],
)
def test_what_a_point_rests_on_is_written_within_the_plot(confidence: float, share: float, place: str) -> None:
    ruled = ReliabilityBin(0.0, 1.0, confidence, MeasuredValue(share, None, None, 3))
    [points] = reliability_diagram([ruled])["data"]
    assert (points["text"], points["textposition"]) == (["n 3"], [place])


@pytest.mark.parametrize(
    ("confidences", "sides"),
    [
        ((0.3, 0.5), ["right", "right"]),
        ((0.5, 0.52), ["left", "right"]),
        ((0.3, 0.49, 0.51, 0.7), ["right", "left", "right", "right"]),
        ((0.89, 0.91), ["left", "right"]),
    ],
)
def test_neighbours_are_not_written_over_each_other(confidences: tuple[float, ...], sides: list[str]) -> None:
    bins = [ReliabilityBin(0.0, 1.0, one, MeasuredValue(0.0, None, None, 1)) for one in confidences]
    [points] = reliability_diagram(bins)["data"]
    assert points["textposition"] == [f"top {side}" for side in sides]


def test_the_thresholds_are_drawn_into_the_histogram() -> None:
    layout = chart("confidence").figure["layout"]
    assert [shape["x0"] for shape in layout["shapes"]] == [0.8, 0.5, 0.3]


@given(bands=st.lists(st.integers(1, 100).map(lambda share: share / 100), min_size=3, max_size=3, unique=True))
@example(bands=[0.48, 0.5, 0.55])
def test_the_names_of_thresholds_do_not_lie_on_each_other(bands: list[float]) -> None:
    retry, revise, approve = sorted(bands)
    policy = ResponsePolicy(retry=retry, revise=revise, approve=approve)
    layout = confidence_histogram({"APPROVE": [1] * 20}, policy, draft=None)["layout"]
    labels = layout["annotations"]
    for one, other in combinations(labels, 2):
        apart = (abs(one["x"] - other["x"]), abs(one["yshift"] - other["yshift"]))
        assert apart[0] >= LABEL_WIDTH or apart[1] >= LABEL_HEIGHT
    assert layout["margin"]["t"] >= LABEL_HEIGHT + max(label["yshift"] for label in labels)


def test_thresholds_far_apart_stand_in_one_row() -> None:
    labels = confidence_histogram({"APPROVE": [1] * 20}, ResponsePolicy(), draft=None)["layout"]["annotations"]
    assert [label["yshift"] for label in labels] == [0, 0, 0]


@pytest.mark.usefixtures("story")
def test_a_csv_holds_the_table_of_the_page(viewer: Client) -> None:
    text = viewer.get("/insights/pipelines.csv").getvalue().decode("utf-8-sig")
    assert text.splitlines() == ["Pipeline,APPROVE,REVISE,RETRY,FAIL,HALT,All", "help,0,1,0,0,1,2", "shop,2,0,0,0,0,2"]


def test_a_name_cannot_become_a_formula(viewer: Client) -> None:
    decide(attempt(turn("a", of="=1+1", at=NOW)), Route.APPROVE)
    assert "'=1+1" in viewer.get("/insights/pipelines.csv").getvalue().decode()


def test_an_empty_cell_stays_empty_in_a_table_for_a_spreadsheet() -> None:
    chart = Chart(slug="s", title="t", note="", n=1, columns=("judge", "n"), rows=(("", 1),), figure={})
    assert csv_of(chart).getvalue().decode().splitlines()[1] == ",1"


def test_an_unknown_chart_is_not_found(viewer: Client) -> None:
    assert viewer.get("/insights/moon.csv").status_code == 404


@pytest.mark.usefixtures("story")
def test_a_range_in_the_address_is_kept(viewer: Client) -> None:
    page = viewer.get("/insights/?range=24h&pipeline=shop").content.decode()
    assert "last 24 hours, pipeline shop" in page
    assert "pipelines.csv?range=24h&amp;pipeline=shop" in page


def test_the_page_takes_a_fixed_number_of_statements(viewer: Client, django_assert_max_num_queries: object) -> None:
    for number in range(20):
        decide(
            attempt(turn(f"turn_{number}", of=f"pipeline_{number}", at=NOW)), Route.APPROVE, judge=f"judge_{number % 2}"
        )
    with django_assert_max_num_queries(22) as told:  # type: ignore[operator]
        viewer.get("/insights/")
    assert not [one for one in told.captured_queries if "text" in one["sql"].split("WHERE")[0] and "_md" in one["sql"]]


@pytest.mark.usefixtures("story")
def test_no_statement_is_asked_twice_for_one_page(viewer: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        viewer.get("/insights/")
    counted = Counter(one["sql"] for one in asked.captured_queries)
    assert [sql for sql, times in counted.items() if times > 1] == []
