"""What is tallied of the retrieval gate."""

from __future__ import annotations

from django.db.models import Q

from retrieval.domain.result import AnswerPresent
from retrieval.models import Retrieval
from validation.domain.attempt import AttemptState
from validation.platform.tallies.source import Measure, Source

RETRIEVALS = Source(
    name="retrievals",
    rows=lambda: Retrieval.objects.filter(state__in=[AttemptState.DECIDED, AttemptState.HALTED]),
    clock=Retrieval,
    at="submitted_at",
    measures={
        "retrieval": Measure(kind="quality"),
        "retrieval_answered": Measure(only=Q(answer_present=AnswerPresent.YES)),
        "retrieval_reused": Measure(only=Q(reused=True)),
        "retrieval_quoted": Measure(total="quotes"),
        "retrieval_verbatim": Measure(total="verbatim"),
        "retrieval_dropped": Measure(total="dropped"),
    },
)
