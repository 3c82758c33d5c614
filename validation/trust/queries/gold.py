"""Gold items: which one to plant next, and how well people answer them."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q

from validation.models import GoldItem, Opinion, Pipeline


def next_gold(*, pipeline: Pipeline | None, person: str) -> GoldItem | None:
    """The one planted least that this person was never asked about, of this pipeline or of all."""
    seen = Opinion.objects.filter(Q(by=person) | Q(assigned_to=person), item__gold=OuterRef("pk"))
    items = GoldItem.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), active=True)
    if person:
        items = items.filter(~Exists(seen))
    return items.annotate(planted=Count("audits")).order_by("planted", "added_at", "pk").first()
