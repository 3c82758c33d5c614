"""The retrievals of the sample story: what it tells is what the gate decides, and it can be taken away."""

from __future__ import annotations

import pytest
from django.utils import timezone

from retrieval.domain.result import RETRIEVAL
from retrieval.management.sample.load import SETS, RetrievalSample
from retrieval.models import Retrieval, RetrievalFeedback, StoredResult
from tests.api_client import ApiClient
from tests.retrieval.site.conftest import Judged
from tests.rows import OnceAFile
from validation.models import Intervention
from validation.platform.sample import remove_sample

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def loaded(once_a_file: OnceAFile[None]) -> None:
    once_a_file(lambda: RetrievalSample().load(now=timezone.now()))


def test_every_set_is_rated_as_the_story_tells(loaded: None) -> None:
    rated = dict(Retrieval.objects.filter(sample=True).values_list("query", "quality"))
    assert rated == {one.query: one.quality for one in SETS}


def test_the_story_shows_every_quality_a_conflict_a_dropped_quote_and_a_halt(loaded: None) -> None:
    assert set(Retrieval.objects.values_list("quality", flat=True)) == {"Good", "Partial", "Poor", ""}
    found = {told["code"] for one in StoredResult.objects.all() for told in one.document["findings"]}
    assert found >= {"conflict", "quote_dropped", "id_duplicate", "metadata_only", "other_language", "no_chunks"}
    assert Intervention.objects.filter(gate=RETRIEVAL, kind="halt", sample=True).count() == 1


def test_loading_twice_adds_nothing(loaded: None) -> None:
    RetrievalSample().load(now=timezone.now())
    assert Retrieval.objects.count() == len(SETS)


def test_removing_takes_the_story_and_leaves_what_a_pipeline_handed_over(
    loaded: None, judged: Judged, api: ApiClient
) -> None:
    own = judged(query=SETS[0].query, texts=())
    remove_sample(by="test", now=timezone.now())
    assert [str(pk) for pk in Retrieval.objects.values_list("pk", flat=True)] == [own["id"]]
    assert StoredResult.objects.count() == 1
    assert not RetrievalFeedback.objects.exists()
    assert not Intervention.objects.exists()
