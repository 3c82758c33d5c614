"""People and roles: add somebody, hand them a sign-in link, give a role, deactivate."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from validation.accounts.actions import people as act
from validation.accounts.actions.sign_in import LIFETIME, sign_in_link
from validation.accounts.queries.people import ACTIVE, DEACTIVATED, PeopleFilter, list_people
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, choice_field, text_field
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.page import acting
from validation.platform.pages.settings_page import back_to, show_settings, shows_message
from validation.platform.pages.shown_once import redirect_to_secret
from validation.platform.permissions import Role

_COLUMNS = {
    "name": "user.username",
    "role": "role",
    "active": "user.is_active",
    "joined": "user.date_joined",
    "last_signed_in": "user.last_login",
    "rulings_30_days": "rulings",
}
PEOPLE = ListPage(
    word="person",
    plural="people",
    view="web:people",
    folder="platform/settings/people",
    wanted=PeopleFilter,
    read=list_people,
    search="Part of a name",
    filters=(Choice("state", "State", "Active and deactivated", (ACTIVE, DEACTIVATED)),),
    scoped=(),
    columns=_COLUMNS,
    given=lambda _request: {"now": timezone.now()},
    frame=show_settings,
)


class PersonForm(ActionForm):
    name = text_field("Name", "As colleagues see it on claims and rulings.", maxlength=150, autocapitalize="none")
    role = choice_field("Role", choices=[(role, role) for role in Role], initial=Role.REVIEWER)


@admin_form
def people(request: HttpRequest) -> HttpResponseBase:
    """POST adds a person; the page that it leads to shows their sign-in link, once."""
    form = PersonForm.of(request)
    user = form.attempt(act.add_person, **acting(request))
    if user is None:
        minutes = int(LIFETIME.total_seconds() // 60)
        return PEOPLE.respond(request, status=form.status, roles=list(Role), form=form, link_minutes=minutes)
    return _lead_to_link(request, user, taken="new-person")


@admin_action
def person_link(request: HttpRequest, pk: int) -> HttpResponse:
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None:
        return back_to(request, "web:people", "This person is not active; activate them first.", refused=True)
    return _lead_to_link(request, user)


@admin_action
@shows_message("web:people")
def person_role(request: HttpRequest, pk: int) -> str:
    role = request.POST.get("role", "")
    return f"{act.give_role(user_id=pk, role=role, **acting(request)).username} is {role} now."


@admin_action
@shows_message("web:people")
def person_active(request: HttpRequest, pk: int) -> str:
    active = request.POST.get("active") == "yes"
    user = act.set_active(user_id=pk, active=active, **acting(request))
    return f"{user.username} {'can sign in again' if active else 'is deactivated'}."


@sensitive_variables("link")
def _lead_to_link(request: HttpRequest, user: User, *, taken: str = "") -> HttpResponse:
    """`taken` is the draft that made the person."""
    base = f"{request.scheme}://{request.get_host()}"
    link = sign_in_link(user=user, now=timezone.now(), base_url=base, by=request.user.get_username())
    return redirect_to_secret(request, "web:people", link=link, link_of=user.username, taken=taken)
