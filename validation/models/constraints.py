"""Constraints that several tables share, so that the database itself refuses what the domain would."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import CheckConstraint, F, Q


def between_zero_and_one(field: str, *, name: str) -> CheckConstraint:
    """NULL passes; NaN and everything outside 0.0-1.0 does not."""
    return CheckConstraint(condition=Q(**{f"{field}__gte": 0.0, f"{field}__lte": 1.0}), name=name)


def one_of(field: str, values: type[StrEnum], *, name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q(**{f"{field}__in": [value.value for value in values]}), name=name)


def both_or_neither(first: str, second: str, *, name: str) -> CheckConstraint:
    """Who and when belong together."""
    return CheckConstraint(
        condition=Q(**{f"{first}__isnull": True, f"{second}__isnull": True})
        | Q(**{f"{first}__isnull": False, f"{second}__isnull": False}),
        name=name,
    )


def span(*, name: str) -> CheckConstraint:
    """0 <= start <= end."""
    return CheckConstraint(condition=Q(start__gte=0, end__gte=F("start")), name=name)
