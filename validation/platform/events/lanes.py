"""How many deliveries this process sends at a time: in all, to one host, and for one pipeline. A target that is slow
holds its own lane, never the threads that others need."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings

from validation.models import Delivery
from validation.platform.events.deliveries import claim_delivery


class Lanes:
    """`most` is for all; one host gets a third of it, one pipeline two thirds, and each at least one."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._free = most
        self._of_host, self._of_pipeline = max(1, most // 3), max(1, most * 2 // 3)
        self._origins: Counter[str] = Counter()
        self._pipelines: Counter[int] = Counter()

    @contextmanager
    def lane(self) -> Iterator[bool]:
        """False when all are taken: whoever has one goes on with what is due."""
        with self._lock:
            got = self._free > 0
            self._free -= got
        try:
            yield got
        finally:
            with self._lock:
                self._free += got

    @contextmanager
    def claimed(self, *, now: datetime) -> Iterator[Delivery | None]:
        """A delivery that is due and whose host and pipeline are not at their limit here."""
        with self._lock:
            delivery = claim_delivery(
                now=now,
                but_origins=[one for one, busy in self._origins.items() if busy >= self._of_host],
                but_pipelines=[one for one, busy in self._pipelines.items() if busy >= self._of_pipeline],
            )
            self._count(delivery, 1)
        try:
            yield delivery
        finally:
            with self._lock:
                self._count(delivery, -1)

    def _count(self, delivery: Delivery | None, by: int) -> None:
        if delivery is None:
            return
        self._origins[origin(delivery.url)] += by
        if delivery.event.pipeline_id is not None:
            self._pipelines[delivery.event.pipeline_id] += by


def origin(url: str) -> str:
    """Scheme, host and port as they are written: what the urls of one target begin with."""
    split = urlsplit(url)
    return f"{split.scheme}://{split.netloc}"


lanes = Lanes(settings.COUNTERSIGN_DELIVERIES_AT_ONCE)
