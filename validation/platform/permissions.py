"""Roles and scopes. `check_x` raises with a message, `can_x` returns a bool; views and templates share these rules."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from validation.domain.codes.problems import ProblemCode

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


class Role(StrEnum):
    """Each role includes the permissions of the ones before it."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        return list(Role).index(self)


class Scope(StrEnum):
    """What an API key may do within its pipeline; `instance` also covers what all pipelines share."""

    INGEST = "ingest"
    READ = "read"
    REVIEW = "review"
    ADMIN = "admin"
    INSTANCE = "instance"


def role_of(user: User | AnonymousUser) -> Role | None:
    """The user's highest role. A superuser is an admin; a user without a group has no role."""
    if not user.is_active or not user.is_authenticated:
        return None
    if getattr(user, "is_superuser", False):
        return Role.ADMIN
    names = getattr(user, "_role_names", None)
    if names is None:
        names = set(user.groups.values_list("name", flat=True))
        user._role_names = names  # type: ignore[attr-defined]  # kept for the rest of the request
    return max((role for role in Role if role.value in names), key=lambda role: role.rank, default=None)


def can(user: User | AnonymousUser, role: Role) -> bool:
    own_role = role_of(user)
    return own_role is not None and own_role.rank >= role.rank


def can_rule(user: User | AnonymousUser) -> bool:
    return can(user, Role.REVIEWER)


def can_administer(user: User | AnonymousUser) -> bool:
    return can(user, Role.ADMIN)


def has_scope(scopes: list[str], needed: Scope) -> bool:
    """`admin` includes every scope but `instance`, which includes all."""
    if needed is Scope.INSTANCE:
        return needed.value in scopes
    return not {needed.value, Scope.ADMIN.value, Scope.INSTANCE.value}.isdisjoint(scopes)


def check_scope(scopes: list[str], needed: Scope) -> None:
    if not has_scope(scopes, needed):
        raise ProblemCode.SCOPE_MISSING.error(scope=needed.value)
