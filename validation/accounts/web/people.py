"""People and roles: add somebody, hand them a sign-in link, give a role, deactivate."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from validation.accounts.actions import people as act
from validation.accounts.actions.sign_in import LIFETIME, sign_in_link
from validation.accounts.queries.people import people as list_people
from validation.domain.errors import DomainError
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.lists import typed_of
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.permissions import Role


@admin_form
@sensitive_variables("link")
def people(request: HttpRequest) -> HttpResponse:
    """POST adds a person and shows their sign-in link, once."""
    if request.method != "POST":
        return _page(request)
    name, role = typed_of(request, "name"), typed_of(request, "role")
    try:
        user = act.add_person(name=name, role=role, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        errors = {told.field: told.message for told in error.fields}
        return _page(request, {"name": name, "role": role, "errors": errors}, status=422)
    return _page(request, {"link": _link(request, user), "link_of": user.username})


@admin_action
@sensitive_variables("link")
def person_link(request: HttpRequest, pk: int) -> HttpResponse:
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None:
        return back_to(request, "web:people", "This person is not active; activate them first.", refused=True)
    return _page(request, {"link": _link(request, user), "link_of": user.username})


@admin_action
def person_role(request: HttpRequest, pk: int) -> HttpResponse:
    by, now = request.user.get_username(), timezone.now()
    try:
        user = act.give_role(user_id=pk, role=request.POST.get("role", ""), by=by, now=now)
    except DomainError as error:
        return back_to(request, "web:people", error.detail, refused=True)
    return back_to(request, "web:people", f"{user.username} is {request.POST['role']} now.")


@admin_action
def person_active(request: HttpRequest, pk: int) -> HttpResponse:
    active = request.POST.get("active") == "yes"
    try:
        user = act.set_active(user_id=pk, active=active, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        return back_to(request, "web:people", error.detail, refused=True)
    return back_to(request, "web:people", f"{user.username} {'can sign in again' if active else 'is deactivated'}.")


def _link(request: HttpRequest, user: User) -> str:
    base = f"{request.scheme}://{request.get_host()}"
    return sign_in_link(user=user, now=timezone.now(), base_url=base, by=request.user.get_username())


def _page(request: HttpRequest, more: dict[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    roles = [role.value for role in Role]
    context = {
        "people": list_people(roles=roles, now=timezone.now()),
        "roles": roles,
        "role": Role.REVIEWER.value,
        "link_minutes": int(LIFETIME.total_seconds() // 60),
        **(more or {}),
    }
    return show_settings(request, "platform/settings/people.html", context, status=status)
