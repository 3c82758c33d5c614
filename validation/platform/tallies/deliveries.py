"""What is tallied of deliveries: those that arrived. A webhook has a pipeline, a callback has that of its event."""

from __future__ import annotations

from validation.models import Delivery
from validation.platform.tallies.source import Measure, Source

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
