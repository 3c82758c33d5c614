"""The beliefs of the sample story: a dozen of them and what they rest on, written for this project.

`{{12}}` in a file is the day twelve days ago, `{{12@0930}}` the stamp of a session of that day; a session's file is
named after its own. The scores are the gate's, computed when the story is loaded.
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
    """A part of the sample story (`validation.platform.gates`)."""

    label = "beliefs"

    def load(self, *, now: datetime) -> None:
        """A belief or session of the same name that is there already stays as it is."""
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
        """What was replaced since by a belief of one's own stays."""
        drop_beliefs(pipeline=PIPELINE, names=list(_beliefs().values_list("name", flat=True)), by=by, now=now)
        Source.objects.filter(pipeline=PIPELINE, origin=Origin.SAMPLE).delete()
        AuditRun.objects.filter(pipeline=PIPELINE, by=BY).delete()

    def size(self) -> int:
        return _beliefs().count()


def _beliefs() -> QuerySet[BeliefRecord]:
    return BeliefRecord.objects.filter(pipeline=PIPELINE, origin=Origin.SAMPLE)


def _dated(text: str, now: datetime) -> str:
    def said(match: re.Match[str]) -> str:
        days, hour = int(match[1]), match[2]
        return _stamp(now, days, hour) if hour else str((now - timedelta(days=days)).date())

    return _DAY.sub(said, text)


def _stamp(now: datetime, days: int, hour: str) -> str:
    return f"{now - timedelta(days=days):%Y%m%d}-{hour}00"
