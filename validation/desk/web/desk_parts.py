"""What an item of another gate is about, inside the item: a fragment of the page that its gate has for it.

The desk asks the page of a gate whose `page_has_part` with SUBJECT_PART as htmx's target, and it answers with that part
alone; for other gates, and without JavaScript, the item links to the page.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse

from validation.platform.gates import gate_of

SUBJECT_PART = "desk-subject"


def own_page(gate: str, subject_id: str, pipeline: str) -> str:
    """The address of the subject's page, in the view of its pipeline; empty where its gate has none."""
    name = gate_of(gate).subject_page
    try:
        address = reverse(name, args=[subject_id]) if name else ""
    except NoReverseMatch:
        return ""
    return f"{address}?{urlencode({'pipeline': pipeline})}" if address and pipeline else address
