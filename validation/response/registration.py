"""What the platform and the desk know of the response gate."""

from __future__ import annotations

from validation.domain.attempt import RESPONSE
from validation.judge.configured import llm_answers
from validation.models import Attempt
from validation.platform.gates import RegisteredGate
from validation.platform.work.leased_work import WorkKind
from validation.platform.workers.state import judging_queue
from validation.response.actions import judging
from validation.response.actions.requeue import requeue_attempts, unattended
from validation.response.queries.attempt_resource import attempt_resources
from validation.response.queries.attempt_subjects import approval_concerns_of, described
from validation.response.queries.tallies import ATTEMPTS, CHECKS, JUDGEMENTS, TURNS
from validation.response.retained import Turns
from validation.response.tasks import judge_attempt

GATE = RegisteredGate(
    name=RESPONSE,
    order=40,
    subject_kind="attempt",
    halt_title="Judging halted",
    describe=described,
    approval_concerns=approval_concerns_of,
    has_drafts=True,
    work=WorkKind(
        gate=RESPONSE,
        model=Attempt,
        waiting=judging.waiting,
        queue=judging_queue,
        judge=judge_attempt,
        requeue=requeue_attempts,
        judge_answers=llm_answers,
        unattended=unattended,
    ),
    tallies=(ATTEMPTS, JUDGEMENTS, CHECKS, TURNS),
    retained=(Turns(),),
    apis=tuple(f"validation.response.api.{name}" for name in ("batches", "stream", "attempts", "turns", "principles")),
    resources={"attempt": attempt_resources},
)
