"""Examinations of one process take turns, but none waits for a long one."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest

from tests.texts import CONTEXT, GOOD
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.evidence.report import EvidenceReport
from validation.response.gate import gate

SUBMISSION = Submission(turn_id="turn_1", context_md=CONTEXT, response_md=GOOD)


def test_a_long_examination_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "LONGEST_TURN_S", 0.01)
    begun, let_go = Event(), Event()
    examine = gate.check_response

    def long_examination(*args: Any, **kwargs: Any) -> EvidenceReport:
        begun.set()
        assert let_go.wait(30)
        return examine(*args, **kwargs)

    monkeypatch.setattr(gate, "check_response", long_examination)
    first = Thread(target=gate.judge_response, args=(SUBMISSION,), kwargs={"policy": ResponsePolicy()})
    first.start()
    assert begun.wait(30)
    monkeypatch.setattr(gate, "check_response", examine)
    assert gate.judge_response(SUBMISSION, policy=ResponsePolicy()).decided
    assert first.is_alive()
    let_go.set()
    first.join(30)
    assert gate.judge_response(SUBMISSION, policy=ResponsePolicy()).decided
