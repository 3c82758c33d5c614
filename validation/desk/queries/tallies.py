"""What is tallied of the desk: interventions that are closed. Those that are open are counted from their rows, which
an index holds."""

from __future__ import annotations

from django.db.models import F, Value
from django.db.models.functions import Concat

from validation.models import Intervention
from validation.platform.tallies.source import Measure, Source

CLOSED = Source(
    name="interventions",
    rows=lambda: Intervention.objects.filter(closed_at__isnull=False),
    clock=Intervention,
    at="closed_at",
    measures={"intervention_closed": Measure(kind=Concat(F("state"), Value(":"), F("priority")))},
)
