"""Takes deleted records out of the event feed. The positions of deleted events are not reused."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Any

from validation.models import Event
from validation.platform.events.events import encode

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def forget_events(kind: str, ids: Iterable[object]) -> None:
    """Deletes events about deleted records."""
    Event.objects.filter(subject_kind=kind, subject_id__in=[str(one) for one in ids]).delete()


def forget_subjects(interventions: Collection[Any], subjects: Collection[str]) -> None:
    """Deletes the events about deleted subjects of interventions that stay for others, and takes their occurrences and
    rulings out of the rest."""
    gone = set(subjects)
    of_these = Event.objects.filter(subject_kind="intervention", subject_id__in=[str(pk) for pk in interventions])
    about_gone, changed = [], []
    for event in of_these.only("data").iterator(chunk_size=100):
        if gone.isdisjoint(_ID.findall(event.data)):
            continue
        data = json.loads(event.data)
        if _subject_of(data) in gone:
            about_gone.append(event.pk)
        else:
            left = {name: _others(data[name], gone) for name in ("occurrences", "rulings") if name in data}
            event.data = encode({**data, **left})
            changed.append(event)
    Event.objects.filter(pk__in=about_gone).delete()
    Event.objects.bulk_update(changed, ["data"], batch_size=100)


def _subject_of(data: dict[str, Any]) -> str:
    """The subject that an event about an intervention tells of."""
    about = data.get("ruling") or {}
    attempt = data.get("attempt") or {}
    return str(about.get("subject_id") or attempt.get("id") or data["subject_id"])


def _others(rows: list[dict[str, Any]], gone: Collection[str]) -> list[dict[str, Any]]:
    return [row for row in rows if row["subject_id"] not in gone]
