"""Beliefs under another policy, from what their assessment left."""

from __future__ import annotations

from typing import Any

import pytest

from beliefs.actions.assess import assess_stale
from beliefs.actions.store import put_belief
from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import parse
from beliefs.models import BeliefRecord, Origin
from beliefs.queries.replay import stored_beliefs
from tests.beliefs.test_views import NAME, NOON, TIDES, ZEBRAS, put, put_words
from validation.domain.policy import PolicyDocument
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import Embedder
from validation.platform.policies import policy_in_force
from validation.platform.replay import ReplayScope
from validation.policies.actions.policies import publish

pytestmark = pytest.mark.django_db
QUOTED = f'- [[session-{NAME}]] - "Tide tables are read once a day"\n'
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"valid": 0.2},
    {"valid": 0.95},
    {"min_evidence_count": 0},
    {"medium_evidence": 0.65},
    {"decay_rate": 1.0, "decay_floor": 0.1, "warn_age_days": 10, "max_age_days": 60},
    {"weights": {"content_match": 0.1, "semantic_support": 0.1, "graph_support": 0.2, "base_confidence": 0.6}},
    {"open_interventions": True},
)


@pytest.fixture
def corpus(db: None) -> None:
    put_words(COMMON, TIDES)
    put(COMMON, "quoted", "Read the tide tables once a day.", QUOTED)
    old = f"---\nid: old\nextracted: 2025-10-01\n---\n# old\n{TIDES}\n## Evidence\n{QUOTED}"
    put_belief(pipeline=COMMON, belief=parse(old), markdown=old, origin=Origin.API, by="test", now=NOON)
    put(COMMON, "supported", "The harbour reads its tide tables each day.", f"{QUOTED}- [[session-{NAME}]]\n")
    put(COMMON, "alone", ZEBRAS)
    put(COMMON, "broken", "Boats wait for the flood.", "- [[session-20990101-000000]]\n")


def assess(embedder: Embedder | None) -> None:
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=embedder, now=NOON, everything=True)


def replayed(document: PolicyDocument) -> dict[str, str | None]:
    (stored,) = stored_beliefs(ReplayScope())
    return {one.subject_id: one.outcome(document) for one in stored.outcomes}


def assessed(document: PolicyDocument) -> dict[str, str]:
    invalid = "invalid, for a person" if document.belief.open_interventions else "invalid"
    return {
        one.name: invalid
        if one.validation_status == "invalid"
        else one.status.replace("_", " ") + (", with warnings" if one.validation_status == "warning" else "")
        for one in BeliefRecord.objects.all()
    }


@pytest.mark.parametrize("measured", [True, False])
def test_signals_that_were_kept_give_what_assessing_anew_would(corpus: None, measured: bool) -> None:
    embedder = configured_embedder() if measured else None
    assess(embedder)
    documents = [PolicyDocument.model_validate({"belief": changed}) for changed in SETTINGS]
    kept, anew = [replayed(document) for document in documents], []
    for document in documents:
        if document != documents[0]:
            publish(document=document.model_dump(mode="json"), reason="x", by="a", now=NOON)
        assess(embedder)
        anew.append(assessed(document))
    assert kept == anew
    assert len({str(one) for one in anew}) > 2


def test_what_lay_below_the_threshold_was_not_kept(corpus: None) -> None:
    assess(configured_embedder())
    lower = replayed(PolicyDocument.model_validate({"belief": {"medium_evidence": 0.1}}))
    assert (lower["alone"], lower["broken"]) == (None, "invalid")


def test_a_pipeline_replays_its_own_beliefs(corpus: None) -> None:
    assess(configured_embedder())
    (stored,) = stored_beliefs(ReplayScope(pipeline="shop"))
    assert stored.outcomes == ()
