"""The beliefs of the sample story: what they show is what the gate computes, and they can be taken away."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from beliefs.actions.store import put_belief
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.management.sample.part import BeliefSample
from beliefs.models import AuditRun, BeliefRecord, Origin, Source
from tests.rows import OnceAFile
from validation.models import Turn
from validation.platform.keys import pipeline_named

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
CITED = ("401", "402", "415", "423", "426", "431", "433")


@pytest.fixture(scope="module")
def loaded(once_a_file: OnceAFile[BeliefSample]) -> BeliefSample:
    return once_a_file(_load)


def _load() -> BeliefSample:
    pipeline = pipeline_named("showcase", now=NOON)
    for number in CITED:
        Turn.objects.create(pipeline=pipeline, turn_id=f"turn_000{number}", created_at=NOON, updated_at=NOON)
    part = BeliefSample()
    part.load(now=NOON)
    return part


@pytest.mark.parametrize(
    ("name", "status", "validation", "warning"),
    [
        ("price-beside-its-page", "valid", "valid", ""),
        ("fares-need-a-page-of-today", "valid", "valid", ""),
        ("two-pages-for-every-fare", "valid", "warning", "attacks it and is not defeated"),
        ("prefer-tables-for-comparing", "valid", "warning", "reads like the opposite"),
        ("avoid-tables-for-comparing", "valid", "warning", "Only key terms found"),
        ("opening-hours-of-the-day", "valid", "warning", "Revalidation is due"),
        ("greetings-need-no-source", "low_confidence", "warning", "1 verified evidence link,"),
        ("leaflet-outranks-memory", "invalid", "invalid", "leads nowhere: session-20190412-080000"),
    ],
)
def test_each_kind_of_belief_is_shown(
    loaded: BeliefSample, name: str, status: str, validation: str, warning: str
) -> None:
    record = BeliefRecord.objects.get(name=name)
    said = [one for check in record.validation["checks"] for one in check.get("warnings", [])]
    assert (record.status, record.validation_status) == (status, validation)
    assert any(warning in one for one in said) if warning else not said


def test_one_belief_survived_an_attack(loaded: BeliefSample) -> None:
    signals = BeliefRecord.objects.get(name="the-operators-page-is-enough").confidence["signals"]
    assert signals["graph_support"]["attacks_survived"] == 1


def test_loading_twice_adds_nothing(loaded: BeliefSample) -> None:
    before = loaded.size()
    loaded.load(now=NOON)
    assert (before, loaded.size()) == (12, 12)


def test_removing_takes_everything_away(loaded: BeliefSample) -> None:
    loaded.remove(by="test", now=NOON)
    assert [model.objects.count() for model in (BeliefRecord, Source, AuditRun)] == [0, 0, 0]


def test_a_belief_made_ones_own_stays(loaded: BeliefSample) -> None:
    markdown = BeliefRecord.objects.get(name="greetings-need-no-source").markdown.replace("any source", "a source")
    put_belief(pipeline=COMMON, belief=parse(markdown), markdown=markdown, origin=Origin.API, by="test", now=NOON)
    loaded.remove(by="test", now=NOON)
    assert list(BeliefRecord.objects.values_list("name", flat=True)) == ["greetings-need-no-source"]
