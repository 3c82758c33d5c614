"""Chains audit events by hashes after their commit, and verifies the chain."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction
from django.db.models import QuerySet

from validation.domain.operations.audit_chain import Entry, Head, Verification, hash_entry
from validation.models import AuditChain, AuditEvent

BATCH = 1000
MAX_BATCHES = 20
"""Most batches that one call chains; the next tick continues."""

_CONTENT = ("id", "at", "by", "verb", "subject", "data")


def chain_events() -> int:
    """Appends committed events to the chain, in order of id; returns how many."""
    chained = 0
    for _ in range(MAX_BATCHES):
        chained += (batch := _chain_batch())
        if batch < BATCH:
            break
    return chained


def verify_chain(known: Head | None = None) -> Verification:
    """Follows the whole chain. Entries that are chained meanwhile are left to the next verification."""
    top = next(_entries(AuditEvent.objects.filter(position__isnull=False).order_by("-position")[:1]), None)
    chain = AuditChain.objects.filter(pk=1).first()
    verification = Verification(Head(chain.position, chain.hash) if chain else Head(), known)
    rows = AuditEvent.objects.filter(position__lte=verification.head.position).order_by("position")
    after = rows  # from whatever comes first, also where no position should be
    while (entries := list(_entries(after[:BATCH]))) and verification.follow(entries):
        after = rows.filter(position__gt=verification.end.position)
    verification.finish(top)
    return verification


def count_unchained() -> int:
    return AuditEvent.objects.filter(position__isnull=True).count()


@transaction.atomic
def _chain_batch() -> int:
    """The lock on the chain's row keeps two processes from assigning a position twice. Whoever writes audit events
    does not take it."""
    AuditChain.objects.get_or_create(pk=1)
    chain = AuditChain.objects.select_for_update().get(pk=1)
    waiting = AuditEvent.objects.filter(position__isnull=True).order_by("id").values_list(*_CONTENT)[:BATCH]
    places: list[tuple[int, str, int]] = []
    for content in waiting:
        entry = Entry(chain.position + 1, *content)
        chain.position, chain.hash = entry.position, hash_entry(chain.hash, entry)
        places.append((chain.position, chain.hash, entry.id))
    if places:
        with connection.cursor() as cursor:
            # A tenth of the time of `bulk_update`, which compares each row with a CASE of all of them.
            cursor.executemany("UPDATE validation_auditevent SET position = %s, hash = %s WHERE id = %s", places)
        chain.save(update_fields=["position", "hash"])
    return len(places)


def _entries(rows: QuerySet[AuditEvent]) -> Iterator[Entry]:
    yield from (Entry(*row) for row in rows.values_list("position", *_CONTENT, "hash"))
