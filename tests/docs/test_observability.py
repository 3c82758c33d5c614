"""What docs/observability names is what the code exposes: metrics, labels and the values of labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client.core import Metric

from config.ops.metrics import collect_all
from validation.domain.attempt import Route
from validation.domain.check import CheckState
from validation.domain.intervention import InterventionState, Priority
from validation.judge.breaker import Circuit
from validation.models.outbox import DeliveryState

DOCS = Path(__file__).parents[2] / "docs"
VALUES = {"route": Route, "priority": Priority, "state": [*CheckState, *InterventionState, *DeliveryState, *Circuit]}
SELECTOR = re.compile(r"(countersign_\w+)(?:\{(.*?)\})?")
PARTS = {"_bucket": ["le"], "_sum": [], "_count": []}


def _expressions() -> Iterator[tuple[str, str]]:
    dashboard = json.loads((DOCS / "observability/dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield target["expr"], target["legendFormat"]
    for group in yaml.safe_load((DOCS / "observability/alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"], " ".join(rule["annotations"].values())


@pytest.fixture
def exposed(db: None) -> dict[str, set[str]]:
    """The labels of each time series that a scrape may read."""
    found: dict[str, set[str]] = {}
    for family in collect_all():
        for part, extra in PARTS.items() if family.type == "histogram" else [("", [])]:
            found[family.name + part] = {*_labels(family), *extra}
    return found


def _labels(family: Metric) -> tuple[str, ...]:
    return tuple(family._labelnames)


def test_dashboard_and_alerts_name_what_is_exposed(exposed: dict[str, set[str]]) -> None:
    for expression, text in _expressions():
        selected = SELECTOR.findall(expression)
        assert selected
        for name, matchers in selected:
            wanted = dict(re.findall(r'(\w+)=~?"([^"]*)"', matchers))
            grouped = re.findall(r"\w+", " ".join(re.findall(r"by \((.*?)\)", expression)))
            told = re.findall(r"\{\{ ?(?:\$labels\.)?(\w+) ?\}\}", text)
            assert {*wanted, *grouped, *told} <= exposed[name], expression
            for label, values in wanted.items():
                assert set(values.split("|")) <= set(VALUES[label]), expression


def test_the_page_lists_every_metric_with_its_labels(exposed: dict[str, set[str]]) -> None:
    rows = re.findall(r"^\| `(countersign_\w+)` \| (.*?) \|", (DOCS / "observability.md").read_text(), re.MULTILINE)
    listed = {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in rows}
    assert listed == {name: labels for name, labels in exposed.items() if not name.endswith(("_bucket", "_sum"))}
