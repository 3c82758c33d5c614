"""What the platform and the desk know of the retrieval gate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from retrieval.actions import judging
from retrieval.actions.configured import judge_answers
from retrieval.domain.result import RETRIEVAL, FindingCode
from retrieval.management.sample.load import RetrievalSample
from retrieval.models import Retrieval, StoredResult
from retrieval.queries.replay import stored_retrievals
from retrieval.queries.retrievals import approval_concerns_of, described
from retrieval.queries.stats import RETRIEVALS
from retrieval.tasks import judge_retrieval
from validation.domain.attempt import UNDECIDED
from validation.domain.codes.code import CodeList
from validation.models import IdempotencyRecord
from validation.platform.gates import NavigationPage, RegisteredGate
from validation.platform.retention.retained import RowsByAge
from validation.platform.work.leased_work import WorkKind
from validation.platform.workers.state import judging_queue


class Retrievals(RowsByAge):
    name = "retrievals"
    told = "Retrievals: their chunks, verdicts and feedback, and results that no other retrieval shares"
    model = Retrieval
    time = "submitted_at"
    gate = RETRIEVAL

    def candidates(self, before: Any) -> Any:
        return super().candidates(before).exclude(state__in=[state.value for state in UNDECIDED])

    def forget(self, keys: Sequence[Any]) -> None:
        ids = [str(key) for key in keys]
        IdempotencyRecord.objects.filter(resource="retrieval", resource_id__in=ids).delete()
        results = list(Retrieval.objects.filter(pk__in=keys).values_list("result", flat=True).distinct())
        super().forget(keys)
        shared = Retrieval.objects.filter(result=OuterRef("pk"))
        StoredResult.objects.filter(~Exists(shared), pk__in=[key for key in results if key]).delete()


GATE = RegisteredGate(
    name=RETRIEVAL,
    order=30,
    halt_title="Retrieval halted",
    describe=described,
    approval_concerns=approval_concerns_of,
    work=WorkKind(
        gate=RETRIEVAL,
        model=Retrieval,
        waiting=judging.waiting,
        queue=judging_queue,
        judge=judge_retrieval,
        requeue=judging.requeue_retrievals,
        judge_answers=judge_answers,
        unattended=judging.unattended,
    ),
    subject_page="retrievals:retrieval",
    page_has_part=True,
    navigation=NavigationPage("Retrievals", "retrievals", "retrievals:list", "v", 1, 10),
    tallies=(RETRIEVALS,),
    replay=stored_retrievals,
    retained=(Retrievals(),),
    sample=RetrievalSample(),
    codes=CodeList("retrieval", "Findings of the retrieval gate", FindingCode.explained()),
    apis=("retrieval.api",),
    pages="retrieval.web.urls",
)
