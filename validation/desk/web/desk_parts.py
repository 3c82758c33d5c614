"""What an item of another gate is about, inside the item: a fragment of the page that its gate has for it.

`COUNTERSIGN_SUBJECT_PAGES`, filled by `config`, maps a gate to the URL name of the page of one of its subjects. The
desk asks the page of a gate in `COUNTERSIGN_SUBJECT_PARTS` with SUBJECT_PART as htmx's target, and it answers with that
part alone; for other gates, and without JavaScript, the item links to the page.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.urls import NoReverseMatch, reverse

SUBJECT_PART = "desk-subject"


def own_page(gate: str, subject_id: str, pipeline: str) -> str:
    """The address of the subject's page, in the view of its pipeline; empty while its gate has none."""
    name = settings.COUNTERSIGN_SUBJECT_PAGES.get(gate, "")
    try:
        address = reverse(name, args=[subject_id]) if name else ""
    except NoReverseMatch:
        return ""
    return f"{address}?{urlencode({'pipeline': pipeline})}" if address and pipeline else address


def has_part(gate: str) -> bool:
    return gate in settings.COUNTERSIGN_SUBJECT_PARTS
