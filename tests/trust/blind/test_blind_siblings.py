"""An attempt of a turn whose audit has ended is kept back while another of the turn is to be answered blind: that there
is a second attempt tells that the first was not approved."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from retrieval.tasks import judge_retrieval
from tests.api_client import ApiClient, MakeApi
from tests.desk.people import client_of, text_of
from tests.factories import final_ruling
from tests.policies.test_policies import typed
from tests.texts import GOOD
from tests.trust.audits import publish, reply
from tests.verdicts import an_attempt, decided_as
from validation.domain.trust.audit import OpinionRole
from validation.models import AuditItem, ComparedItem, Comparison, Opinion
from validation.platform.permissions import Role
from validation.trust.actions.questions import ask

pytestmark = pytest.mark.django_db
SIDE = {"decision": "APPROVE", "confidence": 0.9, "checks": {}, "reason": ""}


@pytest.fixture
def ended() -> AuditItem:
    """Otto answered the audits of a REVISE and of the APPROVE after it; the first waits for a second opinion. His
    audit of another turn has ended."""
    publish(approve=1.0, revise=1.0)
    reply(AuditItem.objects.get(attempt=decided_as("APPROVE", turn_id="other")), "otto")
    first = AuditItem.objects.get(attempt=decided_as("REVISE"))
    second = AuditItem.objects.get(attempt=decided_as("APPROVE", an_attempt(draft=f"{GOOD} It is steel.")))
    AuditItem.objects.filter(pk=first.pk).update(opinions_wanted=2)
    ask(first, OpinionRole.SECOND, now=timezone.now(), gold_rate=0)
    first.refresh_from_db()
    reply(first, "otto")
    return reply(second, "otto", "REVISE")


@pytest.fixture
def comparison(ended: AuditItem) -> Comparison:
    made = Comparison.objects.create(
        first={"judge": "recorded", "policy": 0, "prompt": 0}, second={"judge": "embedded", "policy": 1, "prompt": 0},
        cases="all", started_by="anna", started_at=timezone.now(), pipeline=ended.pipeline,
    )  # fmt: skip
    of = {"attempt": ended.attempt, "judgement_number": 1, "truth": "REVISE"}
    ComparedItem.objects.create(comparison=made, position=1, first=SIDE, second=SIDE, **of)
    return made


def answer_by(person: str) -> None:
    """The second opinion on the first attempt."""
    waiting = Opinion.objects.get(state="open")
    reply(waiting.item, person, role=OpinionRole(waiting.role))


@pytest.fixture
def mara() -> Client:
    return client_of(Role.ADMIN, "mara")


def read(client: Client, path: str) -> str:
    told: Any = client.get(path)
    return b"".join(told).decode()


PLACES = {
    "disagreements": ("/insights/trust/disagreements/?range=all", 'class="table-link"'),
    "labelled disagreements": ("/insights/trust/disagreements/audits.jsonl?range=all", '"truth"'),
    "labelled audits": ("/insights/trust/disagreements/audits.jsonl?range=all&all=1", '"truth": "REVISE"'),
    "audited approvals": ("/insights/trust/?range=all", "2 were audited"),
    "certificate": ("/insights/trust/certificate.csv?range=all", "0.90,no,2"),
}


@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize("place", PLACES)
def test_it_is_shown_once_the_other_is_answered(mara: Client, place: str) -> None:
    path, shown = PLACES[place]
    before = read(mara, path)
    answer_by("mara")
    assert (shown in before, shown in read(mara, path)) == (False, True)


@pytest.mark.usefixtures("ended")
def test_answered_audits_are_counted_without_it(mara: Client) -> None:
    assert "0 of 1 audits" in read(mara, PLACES["disagreements"][0])


def test_a_comparison_leaves_its_case_out(mara: Client, comparison: Comparison) -> None:
    paths = [f"/insights/trust/comparisons/{comparison.pk}/", f"/insights/trust/comparisons/{comparison.pk}/1/"]
    before = [mara.get(path).status_code for path in paths], "turn_1 #2" in text_of(mara, f"{paths[0]}?show=all")
    answer_by("mara")
    after = [mara.get(path).status_code for path in paths], "turn_1 #2" in text_of(mara, f"{paths[0]}?show=all")
    assert (before, after) == (([200, 404], False), ([200, 200], True))


def test_a_key_that_may_answer_gets_no_case_of_it(comparison: Comparison, make_api: MakeApi) -> None:
    cases = make_api("admin").get(f"/comparisons/{comparison.pk}/cases?show=all").json()
    assert cases["items"] == []


@pytest.mark.parametrize("chart", ["reliability", "agreement"])
def test_no_chart_counts_a_ruling_on_it(ended: AuditItem, mara: Client, chart: str) -> None:
    final_ruling(ended.attempt, "approve", at=timezone.now())
    path = f"/insights/{chart}.csv?range=all"
    before = len(read(mara, path).splitlines())
    answer_by("mara")
    assert (before, len(read(mara, path).splitlines()) > 1) == (1, True)


@pytest.mark.usefixtures("ended")
def test_a_replay_does_not_list_it(mara: Client) -> None:
    def replayed() -> str:
        draft = typed(response__approve="0.99")
        return mara.post("/policies/edit/replay/?range=all", draft).content.decode()

    before = "turn_1 #2" in replayed()
    answer_by("mara")
    assert (before, "turn_1 #2" in replayed()) == (False, True)


def test_the_page_of_a_retrieval_lists_no_draft_after_one_that_waits(mara: Client, api: ApiClient) -> None:
    publish(revise=1.0)
    first = decided_as("REVISE")
    chunks = [{"id": "c1", "text": "The kettle is of steel."}]
    made = api.post("/retrievals", {"query": "which kettle?", "turn_id": "turn_1", "chunks": chunks}).json()
    judge_retrieval(made["id"])
    decided_as("APPROVE", an_attempt(draft=f"{GOOD} It is steel."))
    path = f"/retrievals/{made['id']}/"
    before = "Drafts since" in text_of(mara, path)
    reply(AuditItem.objects.get(attempt=first), "mara")
    assert (before, "Drafts since" in text_of(mara, path)) == (False, True)


@pytest.mark.usefixtures("ended")
def test_who_answered_sees_it() -> None:
    path, shown = PLACES["disagreements"]
    assert shown in text_of(client_of(Role.REVIEWER, "otto"), path)
