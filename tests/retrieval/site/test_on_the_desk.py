"""Retrievals as items of the review desk: what halted is judged again, and the item shows the retrieval itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from retrieval.actions.configured import RetrievalJudge
from retrieval.models import Retrieval
from retrieval.tasks import judge_retrieval
from tests.desk.people import a_fail, client_of, text_of
from tests.retrieval.site.conftest import Judged, UseJudge
from validation.desk.actions.rulings import RulingText, rule
from validation.domain.errors import InputRejected
from validation.domain.intervention import OF_DRAFTS, Ruling
from validation.embeddings.local import fast_embedder
from validation.models import Intervention
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
Halted = Callable[[int], Intervention]
PART = {"HX-Request": "true", "HX-Target": "desk-subject"}


@pytest.fixture
def halted(judged: Judged, nobody_answers: None) -> Halted:
    def halt(count: int) -> Intervention:
        for number in range(count):
            judged(query=f"question {number}?", turn_id=f"turn_{number}")
        return Intervention.objects.get()

    return halt


@pytest.mark.parametrize(("count", "told"), [(1, "Judging 1 retrieval again."), (3, "Judging 3 retrievals again.")])
def test_what_halted_goes_back_to_the_queue(reviewer: Client, halted: Halted, count: int, told: str) -> None:
    work = halted(count)
    page = reviewer.post(f"/desk/{work.pk}/judge-again/", follow=True).content.decode()
    assert told in page
    assert set(Retrieval.objects.values_list("state", "halt_cause")) == {("queued", "")}


def test_the_item_closes_when_all_of_it_is_judged(reviewer: Client, halted: Halted, use_judge: UseJudge) -> None:
    work = halted(2)
    use_judge(RetrievalJudge(fast_embedder()))
    reviewer.post(f"/desk/{work.pk}/judge-again/")
    for pk in Retrieval.objects.values_list("pk", flat=True):
        judge_retrieval(str(pk))
    assert Intervention.objects.get().state == "ruled"


@pytest.mark.parametrize("ruling", OF_DRAFTS)
def test_without_a_draft_there_is_nothing_to_edit_or_send_back(halted: Halted, ruling: Ruling) -> None:
    text = RulingText(response_md="Edited.", hints="Look again.")
    with pytest.raises(InputRejected, match="no draft"):
        rule(intervention_id=halted(1).pk, ruling=ruling, by="rita", now=timezone.now(), text=text)


def test_without_a_draft_a_failing_speaks_to_the_pipeline(reviewer: Client, halted: Halted) -> None:
    page = text_of(reviewer, f"/desk/{halted(1).pk}/")
    assert ("Message to the pipeline" in page, "stand behind" in page) == (True, False)


def test_what_has_a_pending_ruling_stays_halted(reviewer: Client, halted: Halted) -> None:
    work = halted(2)
    first = work.occurrences.first().subject_id
    reviewer.post(f"/desk/{work.pk}/rule/?subject={first}", {"ruling": "dismiss"})
    reviewer.post(f"/desk/{work.pk}/judge-again/")
    assert Retrieval.objects.get(pk=first).state == "halted"


def test_a_failed_draft_is_not_judged_again_at_the_desk(reviewer: Client) -> None:
    page = reviewer.post(f"/desk/{a_fail().pk}/judge-again/", follow=True).content.decode()
    assert "Only what halted can be judged again" in page


def test_a_group_tells_its_retrievals_by_turn_and_query(reviewer: Client, halted: Halted) -> None:
    page = reviewer.get(f"/desk/{halted(2).pk}/").content.decode()
    assert all(told in page for told in ("Judge all again", "turn_0", "turn_1", "question 1?"))


def test_an_item_asks_for_the_part_of_the_occurrence_that_is_open(reviewer: Client, halted: Halted) -> None:
    work = halted(2)
    last = work.occurrences.last().subject_id
    page = reviewer.get(f"/desk/{work.pk}/?subject={last}").content.decode()
    assert f'hx-get="/retrievals/{last}/?pipeline=' in page


def test_the_part_has_the_chunks_and_no_frame(judged: Judged) -> None:
    part = client_of(Role.VIEWER).get(f"/retrievals/{judged()['id']}/", headers=PART).content.decode()
    assert "<mark>" in part
    assert not any(told in part for told in ("<h1", "<html", "Open on the desk"))


@pytest.mark.parametrize("ruling", ["approve_edited", "revise", "retry"])
def test_no_ruling_about_a_draft_is_offered_where_there_is_none(reviewer: Client, halted: Halted, ruling: str) -> None:
    page = reviewer.get(f"/desk/{halted(1).pk}/?form={ruling}").content.decode()
    assert 'value="dismiss"' in page
    assert f'value="{ruling}"' not in page
    assert f'data-ruling="{ruling}"' not in page


def test_a_key_for_a_ruling_about_a_draft_says_why_it_does_nothing(reviewer: Client, halted: Halted) -> None:
    page = reviewer.get(f"/desk/{halted(1).pk}/").content.decode()
    assert 'data-key-hint="Nothing was drafted here' in page
