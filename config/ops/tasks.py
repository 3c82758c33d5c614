"""What the operations do in the background."""

from __future__ import annotations

from celery import shared_task

from config.ops import otlp_metrics


@shared_task
def send_metrics() -> bool:
    """Sends the installation's figures by OTLP, where a collector is named."""
    return otlp_metrics.send_metrics()
