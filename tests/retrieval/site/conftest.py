"""Retrievals handed over as a pipeline does, and judged in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from retrieval.actions.configured import RetrievalJudge
from retrieval.tasks import judge_retrieval
from tests.api_client import ApiClient
from tests.retrieval.gate.sets import ACCOUNT_CREATION, FOUNDED
from validation.embeddings.remote import RemoteEmbedder

FOUNDED_WHEN = "What year was the company founded?"
Judged = Callable[..., dict[str, Any]]
UseJudge = Callable[[RetrievalJudge], None]

HEADSET = (
    "The Orion 5 headset weighs 230 grams and folds flat.",
    "Reviewers praise the Orion 5 headset for its soft ear cushions and its case.",
)

ASKED = {
    "Good": (FOUNDED_WHEN, FOUNDED),
    "Partial": ("What is the battery life of the Orion 5 headset?", HEADSET),
    "Poor": ("How do I repot an orchid?", ACCOUNT_CREATION),
}
"""A query and its chunks for each quality."""


def submission(texts: tuple[str, ...] = FOUNDED, query: str = FOUNDED_WHEN, **fields: Any) -> dict[str, Any]:
    chunks = [{"id": f"c{number}", "text": text} for number, text in enumerate(texts, 1)]
    return {"query": query, "chunks": chunks, **fields}


@pytest.fixture
def judged(api: ApiClient) -> Judged:
    """Hands over, judges, and reads back."""

    def hand_over(body: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        taken = api.post("/retrievals", body or submission(**fields)).json()
        judge_retrieval(taken["id"])
        return api.get(f"/retrievals/{taken['id']}").json()

    return hand_over


@pytest.fixture
def of_quality(judged: Judged) -> Judged:
    def hand_over(quality: str, **fields: Any) -> dict[str, Any]:
        query, texts = ASKED[quality]
        return judged(submission(texts, query, **fields))

    return hand_over


@pytest.fixture
def use_judge(monkeypatch: pytest.MonkeyPatch) -> UseJudge:
    def use(judge: RetrievalJudge) -> None:
        monkeypatch.setattr("retrieval.tasks.configured_judge", lambda: judge)
        monkeypatch.setattr("retrieval.api.configured_judge", lambda: judge)

    return use


@pytest.fixture
def nobody_answers(use_judge: UseJudge) -> None:
    """Embeddings from an address where nothing listens."""
    use_judge(RetrievalJudge(RemoteEmbedder(url="http://127.0.0.1:9/v1", model="none", tries=1)))
