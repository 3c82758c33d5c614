"""The searches of the review desk that a person keeps."""

from __future__ import annotations

from dataclasses import dataclass

from validation.models import SavedView


@dataclass(frozen=True, slots=True)
class View:
    id: int
    name: str
    q: str


def views_of(person_id: int | None) -> tuple[View, ...]:
    """By name; a person has few (`actions.saved_views.MOST_VIEWS`)."""
    rows = SavedView.objects.filter(person=person_id).order_by("name").values("id", "name", "q")
    return tuple(View(**row) for row in rows)
