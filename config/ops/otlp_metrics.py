"""Sends the metrics of `/metrics` by OTLP, from the same collector. They describe the whole installation, so only one
process sends them: the one that takes the beat's task."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, cast

from celery import shared_task
from prometheus_client.core import Metric, Sample

from config.ops import telemetry
from config.ops.metrics import collect_all

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics import export as otlp

WITHIN_S = 10.0
"""Time limit for sending, including retries."""
_UNKNOWN = cast(float, None)
"""Minimum and maximum of a histogram, which OTLP allows to omit but the SDK's types do not."""


@shared_task
def send_metrics() -> bool:
    """Returns whether a collector accepted them; errors are logged. False without a configured collector."""
    if not telemetry.is_wanted("METRICS"):
        return False
    with telemetry.needing_sdk():
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics import export as otlp
        from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    now = time.time_ns()
    metrics = list(_converted(collect_all(), now))
    scoped = otlp.ScopeMetrics(InstrumentationScope("countersign"), metrics, schema_url="")
    batch = otlp.MetricsData([otlp.ResourceMetrics(telemetry.resource(), [scoped], schema_url="")])
    exporter = OTLPMetricExporter(timeout=WITHIN_S)
    try:
        return exporter.export(batch) is otlp.MetricExportResult.SUCCESS
    finally:
        exporter.shutdown()


def _converted(families: Iterable[Metric], now: int) -> Iterator[otlp.Metric]:
    from opentelemetry.sdk.metrics import export as otlp

    for family in families:
        data: otlp.Gauge | otlp.Histogram
        if family.type == "histogram":
            cumulative = otlp.AggregationTemporality.CUMULATIVE
            data = otlp.Histogram(list(_histogram_points(family.samples, now)), cumulative)
        else:
            data = otlp.Gauge([otlp.NumberDataPoint(one.labels, 0, now, float(one.value)) for one in family.samples])
        if data.data_points:
            yield otlp.Metric(family.name, family.documentation, "", data)


def _histogram_points(samples: Iterable[Sample], now: int) -> Iterator[otlp.HistogramDataPoint]:
    """One point per set of labels. Converts Prometheus's cumulative buckets into OTLP's separate counts."""
    from opentelemetry.sdk.metrics import export as otlp

    for labels, own in groupby(samples, key=lambda one: {k: v for k, v in one.labels.items() if k != "le"}):
        found = list(own)
        buckets = [one for one in found if "le" in one.labels]
        upto = [0, *(int(one.value) for one in buckets)]
        (total,) = (one.value for one in found if one.name.endswith("_sum"))
        yield otlp.HistogramDataPoint(
            attributes=labels,
            start_time_unix_nano=0,
            time_unix_nano=now,
            count=upto[-1],
            sum=total,
            bucket_counts=[above - below for below, above in pairwise(upto)],
            explicit_bounds=[float(one.labels["le"]) for one in buckets[:-1]],
            min=_UNKNOWN,
            max=_UNKNOWN,
        )
