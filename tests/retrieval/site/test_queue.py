"""Rows are the queue's truth: leases, lost workers, halts, and judges that are asked once only."""

from __future__ import annotations

import uuid

import pytest
from django.utils import timezone
from pytest_django import Settings

from retrieval.actions.configured import RetrievalJudge
from retrieval.actions.record import record_result
from retrieval.domain.output.assembly import assemble_halt
from retrieval.models import Retrieval
from retrieval.registration import AUTOMATIC_JUDGINGS
from retrieval.tasks import judge_retrieval
from tests.api_client import ApiClient
from tests.retrieval.gate.sets import FOUNDED
from tests.retrieval.gate.test_llm_judge import ScriptedLlmClient, at, reply
from tests.retrieval.site.conftest import Judged, UseJudge, submission
from validation.domain.halt import Halt, HaltCause
from validation.embeddings.local import fast_embedder
from validation.embeddings.remote import RemoteEmbedder
from validation.judge.protocol import LlmCallFailed, LlmCallRecord
from validation.models import Intervention, JudgeCall
from validation.platform.interventions.recovery import requeue_recovered
from validation.platform.tasks import recover
from validation.platform.work.leased_work import KINDS, LEASE, MAX_TRIES, claim_queued, free_expired

pytestmark = pytest.mark.django_db


def _waiting(api: ApiClient) -> uuid.UUID:
    return uuid.UUID(api.post("/retrievals", submission()).json()["id"])


def _halted() -> object:
    return assemble_halt(Halt(HaltCause.JUDGE_TIMEOUT, "late"), judge="test")


def test_the_late_result_of_a_lost_lease_changes_nothing(api: ApiClient) -> None:
    waiting, now = _waiting(api), timezone.now()
    lost = claim_queued(Retrieval, waiting, now=now)
    free_expired(Retrieval, now=now + 2 * LEASE)
    assert lost is not None
    told = {"address": "a", "made_by": "test", "elapsed_ms": 1.0, "now": now}
    assert record_result(claimed=lost, result=_halted(), **told) is None
    assert Retrieval.objects.get().state == "queued"


def test_a_message_that_comes_twice_judges_once(api: ApiClient, use_judge: UseJudge) -> None:
    llm_client = ScriptedLlmClient(reply(answers=[{"part": 1, "quotes": [at("C1", FOUNDED[0])]}]))
    use_judge(RetrievalJudge(fast_embedder(), llm_client, "scripted"))
    waiting = str(_waiting(api))
    judge_retrieval(waiting)
    judge_retrieval(waiting)
    assert len(llm_client.asked) == 1


def test_the_judge_has_the_time_that_the_operator_set(api: ApiClient, use_judge: UseJudge, settings: Settings) -> None:
    settings.COUNTERSIGN_JUDGE_DEADLINE = 300
    llm_client = ScriptedLlmClient(reply())
    use_judge(RetrievalJudge(fast_embedder(), llm_client, "scripted"))
    judge_retrieval(str(_waiting(api)))
    assert 290.0 < llm_client.asked[0].deadline <= 300.0


def test_a_repeated_request_costs_no_judge_call(api: ApiClient, judged: Judged, use_judge: UseJudge) -> None:
    llm_client = ScriptedLlmClient(reply(answers=[{"part": 1, "quotes": [at("C1", FOUNDED[0])]}]))
    use_judge(RetrievalJudge(fast_embedder(), llm_client, "scripted"))
    first = judged()
    again = [api.post("/retrievals", submission(turn_id=f"turn_{n}")).json() for n in range(3)]
    assert (len(llm_client.asked), {one["report"] for one in again}) == (1, {first["report"]})
    assert first["judge"] | {"prompt": ""} == {
        "name": "vllm",
        "model": "scripted",
        "prompt": "",
        "tokens_in": 0,
        "tokens_out": 0,
        "questions": 1,
        "cost": None,
    }


def test_a_set_judged_for_another_turn_meanwhile_is_not_judged_again(api: ApiClient, use_judge: UseJudge) -> None:
    llm_client = ScriptedLlmClient(reply(answers=[{"part": 1, "quotes": [at("C1", FOUNDED[0])]}]))
    use_judge(RetrievalJudge(fast_embedder(), llm_client, "scripted"))
    waiting = [api.post("/retrievals", submission(turn_id=f"turn_{n}")).json()["id"] for n in range(2)]
    for one in waiting:
        judge_retrieval(one)
    assert (len(llm_client.asked), Retrieval.objects.filter(reused=True).count()) == (1, 1)


def test_another_model_is_another_address(judged: Judged, use_judge: UseJudge) -> None:
    llm_client = ScriptedLlmClient(reply())
    addresses = []
    for model in ("small", "large"):
        use_judge(RetrievalJudge(fast_embedder(), llm_client, model))
        addresses.append(judged()["content_address"])
    assert len(set(addresses)) == 2


@pytest.mark.usefixtures("nobody_answers")
def test_a_judge_that_is_away_halts_and_decides_nothing(judged: Judged) -> None:
    told = judged()
    assert (told["state"], told["halt"]["cause"]) == ("halted", "judge_unavailable")
    assert (told["answer_present"], told["retrieval_quality"]) == (None, None)


@pytest.mark.usefixtures("nobody_answers")
def test_halts_of_one_cause_are_one_piece_of_work(api: ApiClient, judged: Judged) -> None:
    ids = {judged(query=f"question {n}?")["intervention_id"] for n in range(3)}
    (opened,) = Intervention.objects.all()
    assert ids == {str(opened.pk)}
    assert (opened.gate, opened.kind, opened.priority, opened.count) == ("retrieval", "halt", "critical", 3)


def test_a_halt_of_another_cause_is_waited_for_in_its_own_group_alone(api: ApiClient, use_judge: UseJudge) -> None:
    use_judge(RetrievalJudge(RemoteEmbedder(url="http://127.0.0.1:9/v1", model="none", tries=1)))
    waiting = str(_waiting(api))
    judge_retrieval(waiting)
    KINDS[Retrieval].requeue([waiting], now=timezone.now())
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient("no JSON", "no JSON", "no JSON"), "scripted"))
    judge_retrieval(waiting)
    assert Intervention.objects.get(state="open").cause == "verdict_malformed"


def test_a_question_that_stays_without_an_answer_is_kept_as_a_call(api: ApiClient, use_judge: UseJudge) -> None:
    record = LlmCallRecord("vllm", "scripted", tries=3, tokens_in=700)
    late = LlmCallFailed(Halt(HaltCause.JUDGE_TIMEOUT, "Too late."), record=record)
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient(late), "scripted"))
    waiting = str(_waiting(api))
    judge_retrieval(waiting)
    told = JudgeCall.objects.values_list("gate", "subject_id", "tries", "tokens_in", "halt_cause").get()
    assert told == ("retrieval", waiting, 3, 700, "judge_timeout")


def test_a_halt_is_judged_when_the_judge_answers_again(
    api: ApiClient, judged: Judged, use_judge: UseJudge, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("nobody_answers")
    halted = judged()
    use_judge(RetrievalJudge(fast_embedder()))
    assert recover() == 1
    judge_retrieval(halted["id"])
    assert api.get(f"/retrievals/{halted['id']}").json()["answer_present"] == "Yes"
    assert Intervention.objects.get().state == "ruled"


@pytest.mark.usefixtures("nobody_answers")
def test_what_halts_again_and_again_is_left_to_a_person(judged: Judged) -> None:
    halted = judged()["id"]
    for _ in range(5):
        requeue_recovered(KINDS[Retrieval], now=timezone.now())
        judge_retrieval(halted)
    assert requeue_recovered(KINDS[Retrieval], now=timezone.now()) == []
    assert Retrieval.objects.get().judgings == AUTOMATIC_JUDGINGS


def test_code_that_breaks_is_tried_again_and_halts_at_last(
    api: ApiClient, use_judge: UseJudge, caplog: pytest.LogCaptureFixture
) -> None:
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient(reply())))
    waiting = str(_waiting(api))
    use_judge(RetrievalJudge(fast_embedder(), object()))  # type: ignore[arg-type] - no judge at all
    states = []
    for _ in range(MAX_TRIES):
        judge_retrieval(waiting)
        states.append(Retrieval.objects.get().state)
    assert states == [*["queued"] * (MAX_TRIES - 1), "halted"]


def test_what_workers_die_of_again_and_again_halts_and_goes_to_a_person(api: ApiClient, use_judge: UseJudge) -> None:
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient(reply())))
    waiting = str(_waiting(api))
    Retrieval.objects.update(tries=MAX_TRIES)
    judge_retrieval(waiting)
    assert Retrieval.objects.get().halt_cause == "input_malformed"
    assert "5 times" in Intervention.objects.get().why


def test_malformed_replies_are_kept_with_the_halt(judged: Judged, use_judge: UseJudge) -> None:
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient("no JSON\x00 at all")))
    told = judged()
    assert told["halt"]["cause"] == "verdict_malformed"
    assert Retrieval.objects.get().text.raw_reply == "no JSON\\u0000 at all"
