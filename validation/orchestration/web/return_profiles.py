"""Pages of the return profiles: the shipped and custom ones; admins add and remove custom ones."""

from __future__ import annotations

from typing import Any

from django.forms import Textarea
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.orchestration.actions import return_profiles as act
from validation.orchestration.gate.profiles import FIELDS
from validation.orchestration.queries.orchestration import list_profiles
from validation.platform.pages.access import admin_action, viewer_page
from validation.platform.pages.forms import ActionForm, SeveralField, text_field
from validation.platform.pages.page import render_page
from validation.platform.pages.settings_page import back_to, shows_message
from validation.platform.permissions import can_administer
from validation.platform.policies import policy_in_force


class ProfileForm(ActionForm):
    name = text_field("Name", maxlength=64)
    statuses = text_field("Statuses", "One a line.")
    completed_statuses = text_field("Completed statuses", "With commas between. Their artifacts must exist.")
    required_fields = SeveralField("Required fields", [(name, name) for name in FIELDS], initial=list(FIELDS))
    summary_tokens = text_field("Summary under, in tokens", inputmode="numeric")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, initial={"summary_tokens": "100"}, **more)
        self.fields["statuses"].widget = Textarea({"class": "textarea", "rows": 3})
        self.fields["summary_tokens"].widget.attrs["class"] = "input input-num"

    def clean(self) -> dict[str, Any]:
        """The profile document. The text boxes take one status per line, or several separated by commas."""
        typed = self.cleaned_data
        tokens = typed["summary_tokens"]
        return {
            **typed,
            "statuses": _words(typed["statuses"]),
            "completed_statuses": _words(typed["completed_statuses"]),
            "required_fields": [field for field in FIELDS if field in typed["required_fields"]],
            "summary_tokens": int(tokens) if tokens.isascii() and tokens.isdigit() and len(tokens) < 9 else tokens,
        }


def _words(text: str) -> list[str]:
    return [word.strip() for line in text.splitlines() for word in line.split(",") if word.strip()]


@viewer_page
def return_profiles(request: HttpRequest) -> HttpResponse:
    return _page(request, ProfileForm())


@admin_action
def add_return_profile(request: HttpRequest) -> HttpResponse:
    """On errors the form is shown again with its input."""
    form, by = ProfileForm.of(request), request.user.get_username()
    added = form.attempt(lambda **document: act.add_return_profile(document=document, by=by, now=timezone.now()))
    if added is None:
        return _page(request, form)
    return back_to(request, "orchestration:profiles", f"Profile {added.name} can be used from now on.")


@admin_action
@shows_message("orchestration:profiles")
def remove_return_profile(request: HttpRequest, name: str) -> str:
    act.remove_return_profile(name=name, by=request.user.get_username(), now=timezone.now())
    return f"Profile {name} is gone. Returns it judged keep it as it was."


def _page(request: HttpRequest, form: ProfileForm) -> HttpResponse:
    context = {
        "profiles": list_profiles(policy_in_force().read().orchestration),
        "form": form,
        "can_add": can_administer(request.user),
    }
    return render_page(request, "orchestration/profiles.html", context, status=form.status)
