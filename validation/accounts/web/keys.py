"""API keys: made with a pipeline and scopes, shown once, revoked."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.debug import sensitive_variables

from validation.accounts.queries.people import IN_USE, REVOKED, KeyFilter, list_keys
from validation.domain.codes.problems import ProblemCode
from validation.models import ApiKey
from validation.platform.keys import (
    KNOWN_S,
    create_api_key,
    initial_callback_secret,
    revoke_api_key,
    rotate_callback_secret,
)
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, PipelineField, SeveralField, pipeline_names, text_field
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.page import acting
from validation.platform.pages.settings_page import back_to, show_settings, shows_message
from validation.platform.pages.shown_once import redirect_to_secret
from validation.platform.permissions import Scope

_TOLD = {
    Scope.INGEST: "submit attempts and other work for judging",
    Scope.READ: "read what was judged, and the event feed",
    Scope.REVIEW: "claim and rule on interventions",
    Scope.ADMIN: "change settings, webhooks and secrets of its pipeline; includes the others above",
    Scope.INSTANCE: "change what all share: policies, profiles, notifications; metrics of all; includes the others",
}

_COLUMNS = {
    **{name: name for name in ("name", "prefix", "pipeline", "scopes", "created_at", "created_by")},
    **{name: name for name in ("last_used_at", "revoked_at", "revoked_by")},
}
KEYS = ListPage(
    word="key",
    plural="API keys",
    view="web:keys",
    folder="platform/settings/keys",
    wanted=KeyFilter,
    read=list_keys,
    search="Name, or how the key begins",
    filters=(Choice("state", "State", "In use and revoked", (IN_USE, REVOKED)),),
    scoped=("pipeline",),
    columns=_COLUMNS,
    frame=show_settings,
)


class KeyForm(ActionForm):
    name = text_field("Name", maxlength=100, placeholder="staging")
    pipeline = text_field(
        "Pipeline",
        "A new name makes a new pipeline; turn ids are unique within one.",
        maxlength=100,
        list="pipelines",
        placeholder="shop-assistant",
    )
    scopes = SeveralField("Scopes", list(_TOLD.items()), initial=[Scope.INGEST, Scope.READ])


class RotateForm(ActionForm):
    pipeline = PipelineField(
        help_text="It signs what callback addresses receive. Rotating shows a new one, once; the old one stops at once."
    )

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, auto_id="rotate-%s", **more)

    def clean_pipeline(self) -> str:
        return str(self.cleaned_data["pipeline"])


@admin_form
@sensitive_variables("secret")
def keys(request: HttpRequest) -> HttpResponseBase:
    """POST makes a key; the page that it leads to shows its secret, the only time."""
    form = KeyForm.of(request)
    made = form.attempt(create_api_key, **acting(request))
    if made is None:
        return KEYS.respond(request, status=form.status, pipelines=pipeline_names(), form=form, rotate=RotateForm())
    key, secret = made
    shown = {"secret": secret, "made": key.name, "callback_secret": initial_callback_secret(key) or ""}
    return redirect_to_secret(request, "web:keys", **shown, secret_of=key.pipeline.name, taken="new-key")


@admin_action
@sensitive_variables("secret")
def rotate_secret(request: HttpRequest) -> HttpResponseBase:
    """Makes a new callback secret and shows it, the only time."""
    form = RotateForm.of(request)
    secret = form.attempt(rotate_callback_secret, **acting(request))
    if secret is None:
        return back_to(request, "web:keys", str(next(iter(form.errors.values()))[0]), refused=True)
    return redirect_to_secret(request, "web:keys", callback_secret=secret, secret_of=form.cleaned_data["pipeline"])


@admin_action
@shows_message("web:keys")
def revoke_key(request: HttpRequest, pk: UUID) -> str:
    key = ProblemCode.KEY_UNKNOWN.unless(ApiKey.objects.filter(pk=pk).first())
    revoke_api_key(key=key, **acting(request))
    return f"{key.name} is revoked. Calls with it are refused within {KNOWN_S:.0f} s."
