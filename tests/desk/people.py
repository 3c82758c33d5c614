"""Signed-in clients and pieces of work for the pages of the review desk and of the settings."""

from __future__ import annotations

from collections.abc import Mapping

from django.test import Client
from django.utils import timezone

from beliefs.domain.belief import BELIEF
from tests.factories import person
from tests.verdicts import failed, halted_by
from validation.desk.queries.item import concerns_of
from validation.domain.intervention import Kind, Priority
from validation.domain.policy import DuePolicy
from validation.models import Attempt, Intervention
from validation.platform.interventions.lifecycle import open_intervention
from validation.platform.permissions import Role


def client_of(role: Role | None = Role.REVIEWER, name: str = "") -> Client:
    client = Client()
    client.force_login(person(name or f"the-{role or 'nobody'}", role))
    return client


def work_on(attempt: Attempt) -> Intervention:
    return Intervention.objects.get(occurrences__subject_id=str(attempt.pk))


def a_fail(turn_id: str = "turn_1") -> Intervention:
    return work_on(failed(turn_id))


def a_group(size: int = 3) -> Intervention:
    return [work_on(halted_by("judge_unavailable", turn_id=f"halted_{index}")) for index in range(size)][-1]


def a_shared_belief() -> Intervention:
    """Of `common`, so of no pipeline."""
    work = Intervention(
        gate=BELIEF,
        kind=Kind.WARNING,
        subject_id="quiet-kettles",
        pipeline=None,
        fingerprint="belief:quiet-kettles",
        priority=Priority.LOW,
        title="Quiet kettles sell",
        why="Two links do not resolve.",
    )
    return open_intervention(work, policy=DuePolicy(), now=timezone.now())


def approval_of(work: Intervention, subject_id: str = "") -> dict[str, object]:
    """The form of an approval that confirms all that speaks against it."""
    concerns = concerns_of(work, subject_id or work.subject_id)
    return {"ruling": "approve", "confirm": [concern.code for concern in concerns]}


def text_after(client: Client, address: str, sent: Mapping[str, object]) -> str:
    """The page that a form leads to."""
    return client.post(address, sent, follow=True).content.decode()


def text_of(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers, follow=True)
    assert response.status_code == 200
    return response.content.decode()
