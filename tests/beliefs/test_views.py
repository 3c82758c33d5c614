"""What a pipeline's beliefs rest on when its own things come and go beside those of `common`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from beliefs.actions.assess import assess_stale
from beliefs.actions.audits import audit_beliefs, audit_every_pipeline
from beliefs.actions.checkout import open_checkout
from beliefs.actions.store import drop_beliefs, drop_sources, put_belief, put_source
from beliefs.actions.sync import sync
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.models import AuditRun, BeliefRecord, Origin, Source
from beliefs.queries.graph import belief_graph
from beliefs.queries.health import health_report
from beliefs.queries.known import read_known
from beliefs.queries.sources import beliefs_citing_turn
from tests.beliefs.checkout import make_checkout
from tests.shell import run_json
from validation.domain.policy import BeliefPolicy, PolicyDocument
from validation.embeddings.configured import configured_embedder
from validation.models import Intervention, Policy, Turn
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
NAME = "20260101-080000"
TIDES = "Tide tables are read once a day in the harbour."
ZEBRAS = "Zebras graze on dry grassland."


def put_words(pipeline: str, text: str, name: str = NAME) -> None:
    put_source(pipeline=pipeline, kind="session", name=name, text=text, origin=Origin.API, by="test", now=NOON)


def put(pipeline: str, name: str, statement: str, links: str = f"- [[session-{NAME}]]\n") -> None:
    markdown = f"---\nid: {name}\n---\n# {name}\n{statement}\n## Evidence\n{links}"
    put_belief(pipeline=pipeline, belief=parse(markdown), markdown=markdown, origin=Origin.API, by="test", now=NOON)


def assessed(pipeline: str, *, everything: bool = False) -> int:
    return assess_stale(
        pipeline=pipeline, policy=policy_in_force(), embedder=configured_embedder(), now=NOON, everything=everything
    )


def results() -> list[Any]:
    fields = ("pipeline", "name", "score", "confidence", "validation", "near", "inputs")
    return list(BeliefRecord.objects.order_by("pipeline", "name").values_list(*fields))


def take_away_the_own_session() -> None:
    drop_sources(pipeline="shop", kind="session", names=[NAME], origin=Origin.API)


def take_away_the_own_belief() -> None:
    drop_beliefs(pipeline="shop", names=["tides"], by="test", now=NOON)


CHANGES = {
    "the own session comes": lambda: put_words("shop", ZEBRAS),
    "the own session comes empty": lambda: put_words("shop", ""),
    "the common session changes": lambda: put_words(COMMON, ZEBRAS),
    "the own belief comes": lambda: put("shop", "tides", ZEBRAS),
    "the common belief changes": lambda: put(COMMON, "tides", ZEBRAS),
    "the common belief goes": lambda: drop_beliefs(pipeline=COMMON, names=["tides"], by="test", now=NOON),
    "another pipeline sends the same id": lambda: put("bank", "tides", ZEBRAS),
}


@pytest.mark.parametrize("order", [(COMMON, "shop", "bank"), ("bank", "shop", COMMON)])
@pytest.mark.parametrize("change", CHANGES)
def test_stepwise_audits_give_what_a_full_one_gives(change: str, order: tuple[str, ...]) -> None:
    """Whichever pipeline looks first, the others still learn of what is common."""
    put_words(COMMON, TIDES)
    put(COMMON, "tides", TIDES)
    for pipeline in ("shop", "bank"):
        put(
            pipeline,
            "quay",
            "The tide tables of the harbour are read every day.",
            f"- [[session-{NAME}]] - [[tides]]\n",
        )
    for pipeline in order:
        assessed(pipeline)
    CHANGES[change]()
    for pipeline in order:
        assessed(pipeline)
    stepwise = results()
    for pipeline in order:
        assessed(pipeline, everything=True)
    assert stepwise == results()


@pytest.mark.parametrize("take_away", [take_away_the_own_session, take_away_the_own_belief])
@pytest.mark.parametrize("own", [TIDES, ZEBRAS])
def test_what_is_common_counts_again_when_the_own_goes(take_away: Any, own: str) -> None:
    put_words(COMMON, TIDES)
    put(COMMON, "tides", TIDES)
    put("shop", "quay", "The tide tables of the harbour are read every day.")
    put_words("shop", own)
    put("shop", "tides", own)
    for pipeline in (COMMON, "shop"):
        assessed(pipeline)
    take_away()
    assessed("shop")
    stepwise = results()
    assessed("shop", everything=True)
    assert stepwise == results()


def test_what_one_pipeline_sends_is_nothing_to_assess_for_another() -> None:
    put_words(COMMON, TIDES)
    for pipeline in ("shop", "bank"):
        put(pipeline, "quay", TIDES)
        assessed(pipeline)
    put_words("bank", TIDES)
    put("bank", "tides", TIDES)
    assert assessed("shop") == 0


def test_an_audit_of_all_is_one_of_each_pipeline() -> None:
    for pipeline in ("shop", "bank"):
        put(pipeline, "quay", TIDES)
    audit_every_pipeline(by="test", now=NOON)
    assert sorted(AuditRun.objects.values_list("pipeline", flat=True)) == ["bank", COMMON, "shop"]


def test_an_edge_leads_to_the_own_belief_before_the_common() -> None:
    put(COMMON, "tides", TIDES)
    put("shop", "tides", TIDES)
    put("bank", "quay", TIDES, "- [[tides]]\n")
    put("shop", "quay", TIDES, "- [[tides]]\n")
    edges = {(edge["source"], edge["target"]) for edge in belief_graph("")["edges"]}
    assert edges == {("quay (bank)", "tides"), ("quay (shop)", "tides (shop)")}


def test_of_more_beliefs_than_fit_the_most_linked_are_drawn() -> None:
    put(COMMON, "tides", TIDES)
    put(COMMON, "quay", TIDES, "- [[tides]]\n")
    audit_beliefs(pipeline=COMMON, by="test", now=NOON)
    graph = belief_graph(COMMON, most=1)
    assert ([node["id"] for node in graph["nodes"]], graph["edges"], graph["truncated"]) == (["tides"], [], True)


def test_the_health_report_tells_what_was_assessed_since_it_was_last_read() -> None:
    put("shop", "tides", TIDES)
    before = health_report(pipeline="shop", policy=BeliefPolicy())
    audit_beliefs(pipeline="shop", by="test", now=NOON)
    after = health_report(pipeline="shop", policy=BeliefPolicy())
    assert [(one["beliefs"], one["not_assessed"]) for one in (before, after)] == [(0, 1), (1, 0)]


def test_the_health_report_goes_by_the_policy_that_it_is_read_under() -> None:
    put_words("shop", TIDES)
    put("shop", "tides", TIDES)
    audit_beliefs(pipeline="shop", by="test", now=NOON)
    policies = BeliefPolicy(), BeliefPolicy(min_evidence_count=0)
    assert [health_report(pipeline="shop", policy=policy)["fixes"] for policy in policies] == [1, 0]


def test_the_health_report_tells_a_score_that_was_assigned_anew() -> None:
    """Which changes no words of the belief, so nothing is assessed again."""
    told = []
    for score in (0.9, 0.4):
        markdown = f"---\nid: tides\nconfidence:\n  score: {score}\n---\n# tides\n{TIDES}\n"
        put_belief(pipeline="shop", belief=parse(markdown), markdown=markdown, origin=Origin.API, by="test", now=NOON)
        audit_beliefs(pipeline="shop", by="test", now=NOON)
        told.append(health_report(pipeline="shop", policy=BeliefPolicy())["assigned"]["mean_assigned"])
    assert told == [0.9, 0.4]


def test_a_pipeline_s_invalid_belief_is_work_of_that_pipeline() -> None:
    document = PolicyDocument().model_dump(mode="json")
    document["belief"]["open_interventions"] = True
    Policy.objects.create(number=7, document=document, author="a", reason="r", published_at=NOON)
    pipeline_named("shop", now=NOON)
    for pipeline in (COMMON, "shop"):
        put(pipeline, "n" * 150, TIDES)
        audit_beliefs(pipeline=pipeline, by="test", now=NOON)
    owners = [one.pipeline.name if one.pipeline else "" for one in Intervention.objects.order_by("pk")]
    assert sorted(owners) == ["", "shop"]


def test_a_turn_is_cited_by_beliefs_of_its_pipeline_only() -> None:
    for name in ("shop", "bank"):
        Turn.objects.create(pipeline=pipeline_named(name, now=NOON), turn_id="t-1", created_at=NOON, updated_at=NOON)
        put(name, f"of-{name}", TIDES, "- [[turn-t-1]]\n")
        assessed(name)
    found = beliefs_citing_turn("shop", "t-1", 9)
    assert [one.address for one in found] == ["/beliefs/b/of-shop/?pipeline=shop"]


@pytest.mark.parametrize("turn", ["turn_000742", "turn-9", "9"])
@pytest.mark.parametrize("prefix", ["", "turn-"])
def test_a_turn_is_cited_by_its_id(turn: str, prefix: str) -> None:
    Turn.objects.create(pipeline=pipeline_named("shop", now=NOON), turn_id=turn, created_at=NOON, updated_at=NOON)
    put("shop", "tides", TIDES, f"- [[{prefix}{turn}]]\n")
    assert read_known(pipeline="shop").corpus.resolve(prefix + turn).found_id == turn


def test_a_turn_is_cited_by_its_id_in_a_belief_that_is_not_stored() -> None:
    Turn.objects.create(pipeline=pipeline_named("shop", now=NOON), turn_id="turn_7", created_at=NOON, updated_at=NOON)
    incoming = parse("---\nid: tides\n---\n# tides\nHigh.\n## Evidence\n- [[turn_7]]\n")
    assert read_known(pipeline="shop", incoming=incoming).corpus.resolve("turn_7").resolved


def test_a_checkout_is_synced_into_the_named_pipeline(tmp_path: Path) -> None:
    pipeline_named("shop", now=timezone.now())
    make_checkout(tmp_path)
    run_json("sync_beliefs", str(tmp_path), "--pipeline", "shop", "--audit")
    found = {
        *BeliefRecord.objects.values_list("pipeline", flat=True),
        *Source.objects.values_list("pipeline", flat=True),
    }
    codes = [run_json("validate_belief", "quiet-harbour", "--pipeline", name)[0] for name in ("shop", COMMON)]
    assert (found, codes) == ({"shop"}, [0, 2])


def test_two_pipelines_sync_their_own_checkouts(tmp_path: Path) -> None:
    make_checkout(tmp_path)
    for pipeline in ("shop", "bank"):
        sync(pipeline=pipeline, checkout=open_checkout(tmp_path), by="test", now=NOON)
    (tmp_path / "layer/sessions/20251101-080000.md").unlink()
    sync(pipeline="shop", checkout=open_checkout(tmp_path), by="test", now=NOON)
    left = Source.objects.filter(kind="session", name="20251101-080000").values_list("pipeline", flat=True)
    assert list(left) == ["bank"]


@pytest.mark.parametrize(
    "command",
    [
        ("sync_beliefs", "."),
        ("audit_beliefs",),
        ("validate_belief", "x"),
        ("compute_confidence", "x"),
        ("create_belief", "x"),
    ],
)
def test_a_pipeline_that_nobody_knows_is_bad_input(command: tuple[str, ...]) -> None:
    assert run_json(*command, "--pipeline", "ghost")[0] == 2
