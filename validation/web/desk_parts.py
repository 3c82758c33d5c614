"""What an item of another gate is about: the page of its own that another part of the site registered for it.

`COUNTERSIGN_SUBJECT_PAGES`, filled by `config`, maps a gate to the URL name of the page of one of its subjects.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import NoReverseMatch, reverse

from validation.queries.desk_item import DeskItem


def own_part(item: DeskItem) -> str:
    """The address of the subject's page; empty while its gate has none."""
    name = getattr(settings, "COUNTERSIGN_SUBJECT_PAGES", {}).get(item.gate, "")
    try:
        return reverse(name, args=[item.subject_id]) if name else ""
    except NoReverseMatch:
        return ""
