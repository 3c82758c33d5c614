"""What subagents may return: the shipped profiles and one's own; an admin adds one and takes one away."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone

from validation.domain.errors import DomainError
from validation.orchestration.actions import return_profiles as act
from validation.orchestration.gate.profiles import FIELDS
from validation.orchestration.queries.return_profiles import list_profiles
from validation.platform.pages.access import admin_action, viewer_page
from validation.platform.pages.page import show
from validation.platform.permissions import can_administer
from validation.platform.policies import policy_in_force


@dataclass(frozen=True, slots=True)
class ProfileForm:
    """What was typed. `refusal` says what is wrong with it, `field` where."""

    name: str = ""
    statuses: str = ""
    completed_statuses: str = ""
    required_fields: tuple[str, ...] = FIELDS
    summary_tokens: str = "100"
    refusal: str = ""
    field: str = ""


@viewer_page
def return_profiles(request: HttpRequest) -> HttpResponse:
    return _page(request, ProfileForm())


@admin_action
def add_return_profile(request: HttpRequest) -> HttpResponse:
    """A refusal comes back with what was typed and the reason beside it."""
    try:
        added = act.add_return_profile(document=_document(request.POST), by=_person(request), now=timezone.now())
    except DomainError as error:
        return _page(request, _typed(request.POST, error), status=422)
    messages.success(request, f"Profile {added.name} can be used from now on.")
    return HttpResponseRedirect(reverse("orchestration:profiles"))


@admin_action
def remove_return_profile(request: HttpRequest, name: str) -> HttpResponse:
    try:
        act.remove_return_profile(name=name, by=_person(request), now=timezone.now())
        messages.success(request, f"Profile {name} is gone. Returns it judged keep it as it was.")
    except DomainError as error:
        messages.error(request, error.detail)
    return HttpResponseRedirect(reverse("orchestration:profiles"))


def _page(request: HttpRequest, form: ProfileForm, *, status: int = 200) -> HttpResponse:
    context = {
        "profiles": list_profiles(policy_in_force().read().orchestration),
        "fields": FIELDS,
        "form": form,
        "can_add": can_administer(request.user),
    }
    return show(request, "orchestration/profiles.html", context, status=status)


def _document(typed: QueryDict) -> dict[str, object]:
    """The text boxes hold one status a line, or several with commas."""
    tokens = typed.get("summary_tokens", "")
    return {
        "name": typed.get("name", ""),
        "statuses": _words(typed.get("statuses", "")),
        "completed_statuses": _words(typed.get("completed_statuses", "")),
        "required_fields": [field for field in FIELDS if field in typed.getlist("required_fields")],
        "summary_tokens": int(tokens) if tokens.isascii() and tokens.isdigit() and len(tokens) < 9 else tokens,
    }


def _words(text: str) -> list[str]:
    return [word.strip() for line in text.replace("\x00", "").splitlines() for word in line.split(",") if word.strip()]


def _typed(typed: QueryDict, error: DomainError) -> ProfileForm:
    return ProfileForm(
        name=typed.get("name", ""),
        statuses=typed.get("statuses", ""),
        completed_statuses=typed.get("completed_statuses", ""),
        required_fields=tuple(typed.getlist("required_fields")),
        summary_tokens=typed.get("summary_tokens", ""),
        refusal=error.detail,
        field=error.fields[0].field if error.fields else "name",
    )


def _person(request: HttpRequest) -> str:
    return str(request.user.get_username())
