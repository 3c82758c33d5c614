"""The beliefs of the sample data: a dozen, with their sources, written for this project.

In a file `{{12}}` becomes the date twelve days ago, and `{{12@0930}}` the timestamp of a session on that day; the name
of a session file has the same form. The scores are computed by the gate when the sample is loaded.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction
from django.db.models import QuerySet

from beliefs.actions.audits import audit_beliefs
from beliefs.actions.store import drop_beliefs, put_belief, put_source
from beliefs.domain.corpus import Kind
from beliefs.domain.parse import parse
from beliefs.models import AuditRun, BeliefRecord, Origin, Source
from validation.platform.sample import PIPELINE

BY = "sample"
_FOLDER = Path(__file__).parent
_DAY = re.compile(r"\{\{(\d+)(?:@(\d{4}))?\}\}")


class BeliefSample:
    """Part of the sample data (`validation.platform.gates`)."""

    label = "beliefs"

    def load(self, *, now: datetime) -> None:
        """Skips beliefs and sessions that already exist by name."""
        for place in sorted((_FOLDER / "sessions").glob("*.md")):
            days, hour = place.stem.split("-")
            name = _stamp(now, int(days), hour)
            if not Source.objects.filter(pipeline=PIPELINE, kind=Kind.SESSION, name=name).exists():
                text = place.read_text(encoding="utf-8")
                session = {"pipeline": PIPELINE, "kind": Kind.SESSION, "name": name, "text": text}
                put_source(**session, origin=Origin.SAMPLE, by=BY, now=now)
        for place in sorted((_FOLDER / "beliefs").glob("*.md")):
            if not BeliefRecord.objects.filter(pipeline=PIPELINE, name=place.stem).exists():
                markdown = _dated(place.read_text(encoding="utf-8"), now)
                belief = parse(markdown)
                put_belief(pipeline=PIPELINE, belief=belief, markdown=markdown, origin=Origin.SAMPLE, by=BY, now=now)
        audit_beliefs(pipeline=PIPELINE, by=BY, now=now)

    @transaction.atomic
    def remove(self, *, by: str, now: datetime) -> None:
        """Keeps beliefs that a user has replaced since."""
        drop_beliefs(pipeline=PIPELINE, names=list(_beliefs().values_list("name", flat=True)), by=by, now=now)
        Source.objects.filter(pipeline=PIPELINE, origin=Origin.SAMPLE).delete()
        AuditRun.objects.filter(pipeline=PIPELINE, by=BY).delete()

    def size(self) -> int:
        return _beliefs().count()


def _beliefs() -> QuerySet[BeliefRecord]:
    return BeliefRecord.objects.filter(pipeline=PIPELINE, origin=Origin.SAMPLE)


def _dated(text: str, now: datetime) -> str:
    def replacement(match: re.Match[str]) -> str:
        days, hour = int(match[1]), match[2]
        return _stamp(now, days, hour) if hour else str((now - timedelta(days=days)).date())

    return _DAY.sub(replacement, text)


def _stamp(now: datetime, days: int, hour: str) -> str:
    return f"{now - timedelta(days=days):%Y%m%d}-{hour}00"
