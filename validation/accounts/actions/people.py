"""People and their roles: added, given a role, deactivated. An installation always keeps an admin who can sign in."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import transaction

from validation.domain.codes.problems import ProblemCode
from validation.platform import audit
from validation.platform.interventions.assignments import unassign_all
from validation.platform.permissions import Role

_WRONG_NAMES = {"blank": "none", "max_length": "long", "invalid": "letters"}
"""What Django says of a username, and the sentence of the code that says what to do."""


@transaction.atomic
def add_person(*, name: str, role: str, by: str, now: datetime) -> User:
    """Without a password: a sign-in link lets the person in. Raises InputRejected `person_invalid`, Conflict
    `person_exists`."""
    wanted = _role(role)
    user = User(username=name.strip())
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"], validate_unique=False)
    except ValidationError as error:
        wrong = str(error.error_dict["username"][0].code)
        raise ProblemCode.PERSON_INVALID.error(_WRONG_NAMES[wrong], field="name") from error
    taken = User.objects.values_list("username", flat=True)  # SQLite compares only ASCII without case
    if user.username.casefold() in {name.casefold() for name in taken}:
        raise ProblemCode.PERSON_EXISTS.error(field="name", name=user.username)
    user.save()
    user.groups.set([Group.objects.get(name=wanted.value)])
    audit.record(by=by, verb="person.added", subject=f"user:{user.pk}", now=now, name=user.username, role=wanted.value)
    return user


@transaction.atomic
def give_role(*, user_id: int, role: str, by: str, now: datetime) -> User:
    """Raises Conflict `own_role` for one's own, `last_admin` when nobody could administer any more."""
    wanted, user = _role(role), _require(user_id)
    if user.username == by:
        raise ProblemCode.OWN_ROLE.error()
    if wanted is not Role.ADMIN:
        _check_not_last_admin(user)
    user.groups.set([Group.objects.get(name=wanted.value)])
    audit.record(
        by=by, verb="person.role_given", subject=f"user:{user.pk}", now=now, name=user.username, role=wanted.value
    )
    return user


@transaction.atomic
def set_active(*, user_id: int, active: bool, by: str, now: datetime) -> User:
    """A deactivated person is signed out at once and keeps their name on what they did, but no open work."""
    user = _require(user_id)
    if user.username == by:
        raise ProblemCode.OWN_ACCOUNT.error()
    if not active:
        _check_not_last_admin(user)
    if user.is_active != active:
        user.is_active = active
        user.save(update_fields=["is_active"])
        verb = "person.activated" if active else "person.deactivated"
        audit.record(by=by, verb=verb, subject=f"user:{user.pk}", now=now, name=user.username)
    if not active:
        unassign_all(name=user.username, by=by, now=now)
    return user


def _role(role: str) -> Role:
    if role not in list(Role):
        raise ProblemCode.ROLE_UNKNOWN.error(field="role", known=", ".join(Role))
    return Role(role)


def _require(user_id: int) -> User:
    return ProblemCode.PERSON_UNKNOWN.unless(User.objects.select_for_update().filter(pk=user_id).first())


def _check_not_last_admin(user: User) -> None:
    """One after another: two admins who deactivate each other at once would both see the other one."""
    Group.objects.select_for_update().get(name=Role.ADMIN.value)
    admins = User.objects.filter(is_active=True, groups__name=Role.ADMIN.value)
    if admins.filter(pk=user.pk).exists() and admins.count() == 1:
        raise ProblemCode.LAST_ADMIN.error(name=user.username)
