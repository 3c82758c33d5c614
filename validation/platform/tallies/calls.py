"""Tallies of calls: tokens, tries and cost of all calls to an LLM, including failed ones and comparisons; and
successful deliveries."""

from __future__ import annotations

from django.db.models import F, Q, Value
from django.db.models.functions import Concat

from validation.models import Delivery, JudgeCall
from validation.platform.tallies.source import Measure, Source, capped, edges_to_bins

TOKEN_EDGES = (100, 250, 500, 1000, 2000, 3000, 4000, 6000)
"""Upper edges of the buckets; a last bucket is unbounded."""
MOST_TRIES = 5
"""The last bucket of tries: this many or more."""
_TOLD = Q(tokens_in__gt=0) | Q(tokens_out__gt=0)
_ARRIVED = Delivery.objects.filter(delivered_at__isnull=False)

DELIVERIES = tuple(
    Source(
        name=name,
        rows=lambda to_webhooks=to_webhooks: _ARRIVED.filter(webhook__isnull=not to_webhooks),  # type: ignore[misc]
        clock=Delivery,
        at="delivered_at",
        pipeline=pipeline,
        measures={measure: Measure()},
    )
    for name, measure, pipeline, to_webhooks in (
        ("webhooks", "delivered_webhook", "webhook__pipeline", True),
        ("callbacks", "delivered_callback", "event__pipeline", False),
    )
)


def _tokens(way: str) -> Measure:
    """Tokens of calls for which the server reported them."""
    field = f"tokens_{way}"
    return Measure(kind="gate", bin=edges_to_bins(field, (0, *TOKEN_EDGES)), total=field, only=_TOLD)


CALLS = Source(
    name="calls",
    rows=JudgeCall.objects.all,
    clock=JudgeCall,
    at="at",
    judge="judge",
    model="model",
    prompt="prompt",
    measures={
        "call": Measure(kind=Concat(F("gate"), Value(":"), F("halt_cause")), bin=capped("tries", MOST_TRIES)),
        "call_tokens_in": _tokens("in"),
        "call_tokens_out": _tokens("out"),
        "call_cost": Measure(kind="currency", total="cost", only=Q(cost__isnull=False)),
    },
)
