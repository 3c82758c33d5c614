"""What is tallied of the response gate: attempts by where they were routed, judgements by what was judged, turns by how
they went. Judgements kept for comparison never count."""

from __future__ import annotations

from django.db.models import F, IntegerField, Q, Value
from django.db.models.fields import FloatField
from django.db.models.functions import Cast, Concat, Floor

from validation.domain.attempt import AttemptState
from validation.models import Attempt, CheckRecord, Judgement, Turn
from validation.platform.tallies.source import LATENCY_BINS, Measure, Source, capped, edges_to_bins, scaled_bins
from validation.response.queries.blind_attempts import turns_of

BINS = 20
"""Bins of the confidence histogram, each 0.05 wide; the last holds 1.0."""
LOOPS = 6
"""The last place of attempts a turn took: so many and more."""
HUNDREDTHS = 100
_HALTED = ~Q(halt_cause="")
_HUNDREDTH = Cast(Floor(F("confidence") * float(HUNDREDTHS) + 1e-9, output_field=FloatField()), IntegerField())


ATTEMPTS = Source(
    name="attempts",
    rows=lambda: Attempt.objects.filter(state__in=[AttemptState.DECIDED, AttemptState.HALTED]),
    clock=Attempt,
    at="submitted_at",
    judge="judge",
    policy="policy_id",
    about=lambda attempts: Q(turn__in=turns_of(attempts)),
    measures={
        "attempt": Measure(kind="route"),
        "attempt_state": Measure(kind="state"),
        "attempt_halt": Measure(kind="halt_cause", only=_HALTED),
        "confidence": Measure(kind="decision", bin=scaled_bins("confidence", BINS), only=Q(state=AttemptState.DECIDED)),
        "judged_route": Measure(kind="judged_route", bin=_HUNDREDTH, only=Q(state=AttemptState.DECIDED)),
    },
)
JUDGEMENTS = Source(
    name="judgements",
    rows=lambda: Judgement.objects.filter(comparison=False),
    clock=Judgement,
    at="made_at",
    judge="judge",
    model="model",
    prompt="prompt",
    policy="policy_id",
    about=lambda attempts: Q(attempt__turn__in=turns_of(attempts)),
    measures={
        "judgement": Measure(kind="decision"),
        "judgement_halt": Measure(kind="halt_cause", only=_HALTED),
        "latency": Measure(bin=edges_to_bins("latency_ms", LATENCY_BINS), total="latency_ms"),
    },
)
CHECKS = Source(
    name="checks",
    rows=lambda: CheckRecord.objects.filter(judgement__comparison=False),
    clock=Judgement,
    at="judgement__made_at",
    pipeline="judgement__pipeline",
    judge="judgement__judge",
    model="judgement__model",
    prompt="judgement__prompt",
    policy="judgement__policy_id",
    about=lambda attempts: Q(judgement__attempt__turn__in=turns_of(attempts)),
    measures={"check": Measure(kind=Concat(F("name"), Value(":"), F("state")))},
)
TURNS = Source(
    name="turns",
    rows=lambda: Turn.objects.exclude(last_route=""),
    clock=Turn,
    at="updated_at",
    about=lambda attempts: Q(pk__in=turns_of(attempts)),
    measures={"turn": Measure(kind="last_route", bin=capped("attempts_made", LOOPS))},
)
