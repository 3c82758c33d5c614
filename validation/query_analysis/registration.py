"""Registers the query-analysis gate with the platform and the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q

from validation.judge.configured import llm_answers
from validation.models import EarlierValidation, QueryAnalysisRecord
from validation.platform.events.forget import forget_events
from validation.platform.gates import NavigationPage, RegisteredGate
from validation.platform.retained import RowsByAge
from validation.platform.work.leased_work import WorkKind
from validation.query_analysis.actions.query_analyses import KEYED
from validation.query_analysis.gate.result import QUERY_ANALYSIS, RuleCode
from validation.query_analysis.queries.query_analyses import (
    analysis_resources,
    approval_concerns_of,
    described,
    of_turn,
    stored_retries,
)
from validation.query_analysis.queries.query_analysis_stats import ANALYSES
from validation.query_analysis.sample import QueryAnalysisSample
from validation.query_analysis.tasks import judge_query_analysis_again


class QueryAnalyses(RowsByAge):
    name = "query_analyses"
    description = "Query analyses"
    model = QueryAnalysisRecord
    gate = QUERY_ANALYSIS
    keyed = KEYED

    def forget(self, keys: Sequence[Any]) -> None:
        forget_events(QUERY_ANALYSIS, keys)
        super().forget(keys)


_third_again = EarlierValidation.objects.filter(record=OuterRef("pk"), number=3)
"""An analysis that was judged this often is requeued only by a person."""

GATE = RegisteredGate(
    name=QUERY_ANALYSIS,
    order=10,
    halt_title="Query analysis halted",
    describe=described,
    of_turn=of_turn,
    approval_concerns=approval_concerns_of,
    work=WorkKind(
        gate=QUERY_ANALYSIS,
        model=QueryAnalysisRecord,
        queue=lambda: "judging",
        judge=judge_query_analysis_again,
        judge_answers=llm_answers,
        oldest="at",
        seldom_judged=Q(~Exists(_third_again)),
    ),
    subject_page="query_analyses:analysis",
    navigation=NavigationPage("Query analyses", "query", "query_analyses:overview", "q", 1, 20),
    tallies=(ANALYSES,),
    replay=stored_retries,
    retained=(QueryAnalyses(),),
    sample=QueryAnalysisSample(),
    codes=RuleCode.listed("query-analysis", "Rules of the query-analysis gate"),
    apis=("validation.query_analysis.api",),
    pages="validation.query_analysis.web.urls",
    resources={"query_analysis": analysis_resources},
)
