"""The searches of the review desk that a person keeps."""

from __future__ import annotations

from validation.models import SavedView


def views_of(person_id: int | None) -> list[SavedView]:
    """By name; a person has few (`actions.saved_views.MOST_VIEWS`)."""
    return list(SavedView.objects.filter(person=person_id).order_by("name"))
