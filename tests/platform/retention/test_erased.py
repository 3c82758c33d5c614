"""One turn is erased with all that every gate holds of it: only the audit trail has a word of it afterwards."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from retrieval.tasks import judge_retrieval
from tests import factories
from tests.api_client import ApiClient, MakeApi
from tests.desk.people import work_on
from tests.shell import run, run_json
from tests.texts import submission
from tests.verdicts import halted_by
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.intervention import Ruling
from validation.models import Attempt, AuditEvent, Intervention, Occurrence, Pipeline, Turn
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
WORD = "zanzibar"
TURN = "turn_of_the_customer"


def hand_over(api: ApiClient, turn_id: str, *, word: str = WORD) -> None:
    """To every gate, and judged."""
    draft = {
        "messages": [
            {"role": "user", "content": f"What does {word} owe?"},
            {"role": "tool", "content": f"{word}: 5 EUR"},
        ],
        "response_md": f"{word} owes 5 EUR.",
        "memory_candidates": [{"key": word, "content": f"{word} owes 5 EUR"}],
        "metadata": {"who": word},
        "callback_url": f"https://example.com/{word}",
    }
    judge_attempt(api.post("/attempts", {"turn_id": turn_id, **draft}, Idempotency_Key=word).json()["id"])
    chunks = [{"id": "c1", "text": f"{word} owes 5 EUR."}]
    found = api.post("/retrievals", {"turn_id": turn_id, "query": f"What does {word} owe?", "chunks": chunks})
    judge_retrieval(found.json()["id"])
    resolved = {"status": "not_needed", "original_references": [], "resolved_to": None}
    analysis = {"resolved_query": f"What does {word} owe?", "user_purpose": word, "mode": "chat"}
    needs = {"data_requirements": {"needs_live_data": True}, "reference_resolution": resolved}
    query = {"turn_id": turn_id, "raw_query": f"What does {word} owe?", "analysis": analysis | needs}
    api.post("/query-analyses", query)
    delegated = {"turn_id": turn_id, "delegation_depth": 1, "delegation_path": ["planner"], "target": word}
    api.post("/preflights", {"command": "look", "arguments": [word], "schema": {}, **delegated})
    api.post("/returns", {"turn_id": turn_id, "raw": f'{{"summary": "{word}"}}', "expected_session_id": "s"})


def tables_with(word: str) -> set[str]:
    found = set()
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            if any(word in str(row) for row in cursor.fetchall()):
                found.add(model._meta.label_lower)
    return found


def test_nothing_of_the_turn_is_left(api: ApiClient) -> None:
    hand_over(api, TURN)
    held = tables_with(WORD)
    assert {"validation.attempttext", "retrieval.retrievaltext", "validation.preflighttext"} <= held
    code, told = run_json("erase_turn", "shop", TURN)
    assert code == 0
    assert told["erased"] == {"query_analyses": 1, "preflights": 1, "returns": 1, "retrievals": 1, "turns": 1}
    assert tables_with(WORD) == set()
    assert tables_with(TURN) == {"validation.auditevent"}
    assert AuditEvent.objects.get(verb="turn.erased").data == {"pipeline": "shop", **told["erased"]}


@pytest.mark.parametrize("named", [{}, {"request_headers": {"x-countersign-turn": "a name of the client's"}}])
def test_the_conversation_that_a_gateway_told_goes_with_the_turn(api: ApiClient, named: dict[str, object]) -> None:
    Pipeline.objects.update(enforcement="observe")  # nothing waits for a worker
    asked = [{"role": "user", "content": f"What does {WORD} owe?"}]
    call = {"litellm_call_id": "call", **named}
    api.post("/guardrails/litellm", {"input_type": "request", "structured_messages": asked, **call})
    api.post("/guardrails/litellm", {"input_type": "response", "texts": ["Nothing."], **call})
    made = Attempt.objects.get()
    judge_attempt(str(made.pk))
    assert run("erase_turn", "shop", made.turn.turn_id)[0] == 0
    assert tables_with(WORD) == set()


def test_other_turns_and_those_of_other_pipelines_stay(api: ApiClient, make_api: MakeApi) -> None:
    for caller, turn_id in ((api, TURN), (api, "another"), (make_api("ingest", pipeline="elsewhere"), TURN)):
        judge_attempt(caller.post("/attempts", submission(turn_id)).json()["id"])
    assert run("erase_turn", "shop", TURN)[0] == 0
    left = Turn.objects.order_by("pk").values_list("pipeline__name", "turn_id")
    assert list(left) == [("shop", "another"), ("elsewhere", TURN)]


@pytest.mark.parametrize("at_work", ["judge", "desk"])
def test_what_somebody_works_on_is_not_taken_from_them(at_work: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = factories.attempt(factories.turn(TURN))
    if at_work == "desk":
        factories.intervention(factories.decide(made).attempt)
    assert run("erase_turn", made.turn.pipeline.name, TURN) == (2, "")
    assert "Rule on its items" in capsys.readouterr().err
    assert Turn.objects.exists()


def test_a_turn_that_nobody_knows_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("erase_turn", "shop", "nowhere") == (2, "")
    assert "no turn nowhere" in capsys.readouterr().err


def rule_on_a_group(words: list[str]) -> None:
    """Attempts that halted together, each confirmed as failed with its own word, without a turn left at work."""
    ago = timezone.now() - timedelta(hours=1)
    halted = [halted_by("judge_unavailable", turn_id=f"of_{word}", draft=f"{word} owes.", now=ago) for word in words]
    work = work_on(halted[0]).pk
    for word, attempt in zip(words, halted, strict=True):
        text, subject = RulingText(message=f"We look into {word}."), str(attempt.pk)
        rule(intervention_id=work, ruling=Ruling.CONFIRM_FAIL, by="rita", now=ago, text=text, subject_id=subject)
    finalize_due(now=ago + timedelta(minutes=1))


@pytest.mark.parametrize("erased", [0, 1])
def test_a_turn_of_a_group_goes_without_the_others(erased: int) -> None:
    words = ["zanzibar", "quito"]
    rule_on_a_group(words)
    assert Intervention.objects.count() == 1
    gone, stays = words[erased], words[1 - erased]
    held = tables_with(stays)
    assert run("erase_turn", "shop", f"of_{gone}")[0] == 0
    assert tables_with(gone) <= {"validation.auditevent"}
    assert tables_with(stays) == held


def test_a_group_is_named_after_a_turn_that_it_holds() -> None:
    rule_on_a_group(["zanzibar", "quito"])
    assert run("erase_turn", "shop", "of_zanzibar")[0] == 0
    assert Intervention.objects.get().subject_id == Occurrence.objects.get().subject_id
