"""Deliveries beside the other tasks of the embedded mode."""

from __future__ import annotations

import threading

import pytest
from pytest_django import Settings

from validation.platform import tasks

UP_WITHIN_S = 20.0


def test_a_target_that_does_not_answer_holds_no_thread_of_the_tasks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task ends while its delivery is still under way."""
    settings.COUNTERSIGN_DELIVERIES_APART = True
    begun, answered, ended = threading.Event(), threading.Event(), threading.Event()

    def send() -> int:
        begun.set()
        answered.wait(UP_WITHIN_S)
        ended.set()
        return 1

    monkeypatch.setattr(tasks, "send_due", send)
    tasks.deliver_due()
    assert begun.wait(UP_WITHIN_S)
    assert not ended.is_set()
    answered.set()
    assert ended.wait(UP_WITHIN_S)
