"""Registers the retrieval gate with the platform."""

from __future__ import annotations

from django.db.models import Q

from retrieval.actions.configured import judge_answers
from retrieval.domain.result import RETRIEVAL, RetrievalFindingCode
from retrieval.management.sample.load import RetrievalSample
from retrieval.models import Retrieval
from retrieval.queries.retrievals import approval_concerns_of, described, of_turn, stored_retrievals
from retrieval.queries.stats import RETRIEVALS
from retrieval.retained import Retrievals
from retrieval.tasks import judge_retrieval
from validation.platform.gates import NavigationPage, RegisteredGate
from validation.platform.processes import judging_queue
from validation.platform.work.leased_work import WorkKind

AUTOMATIC_JUDGINGS = 3
"""After this many judgings a halted retrieval is requeued only at a person's request."""

GATE = RegisteredGate(
    name=RETRIEVAL,
    order=30,
    halt_title="Retrieval halted",
    describe=described,
    of_turn=of_turn,
    approval_concerns=approval_concerns_of,
    work=WorkKind(
        gate=RETRIEVAL,
        model=Retrieval,
        queue=judging_queue,
        judge=judge_retrieval,
        judge_answers=judge_answers,
        oldest="submitted_at",
        seldom_judged=Q(judgings__lt=AUTOMATIC_JUDGINGS),
        forgets={"halt_cause": "", "decided_at": None},
    ),
    subject_page="retrievals:retrieval",
    navigation=NavigationPage("Retrievals", "retrievals", "retrievals:list", "v", 1, 10),
    tallies=(RETRIEVALS,),
    replay=stored_retrievals,
    retained=(Retrievals(),),
    sample=RetrievalSample(),
    codes=RetrievalFindingCode.listed("retrieval", "Findings of the retrieval gate"),
    apis=("retrieval.api",),
    pages="retrieval.web.urls",
)
