"""The users of the desk, and the authentication backend that reads them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group, User
from django.db.models import OuterRef, Q

from validation.platform.json_rows import JsonRows
from validation.platform.permissions import Role, can

_MOST = 1_000
_MAY_RULE = (Role.REVIEWER, Role.ADMIN)


class SignedIn(ModelBackend):
    """Loads the signed-in user together with the groups, which every page needs."""

    def get_user(self, user_id: int) -> User | None:
        groups = Group.objects.filter(user=OuterRef("pk")).order_by("name").values("name")
        user: Any = User.objects.annotate(group_lines=JsonRows(groups)).filter(pk=user_id).first()
        if user is None or not self.user_can_authenticate(user):
            return None
        user._role_names = {line["name"] for line in user.group_lines}
        found: User = user
        return found


def colleagues() -> dict[str, bool]:
    """User names of everybody who may open the desk, each with whether they may rule. One statement."""
    people = User.objects.filter(Q(groups__name__in=list(Role)) | Q(is_superuser=True), is_active=True)
    found: dict[str, bool] = {}
    for name, whole, group in people.order_by("username").values_list("username", "is_superuser", "groups__name")[
        :_MOST
    ]:
        found[name] = found.get(name, False) or whole or group in _MAY_RULE
    return found


def is_colleague(name: str) -> bool:
    """Whether that user may still open the desk."""
    person = User.objects.filter(username=name).first()
    return person is not None and can(person, Role.VIEWER)


def reviewer_names() -> list[str]:
    """User names of everybody who may rule."""
    return [name for name, may_rule in colleagues().items() if may_rule]
