"""API keys: made with a pipeline and scopes, shown once, revoked."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from validation.accounts.actions.callback_secrets import initial_callback_secret, rotate_callback_secret
from validation.accounts.queries.people import api_keys, pipelines
from validation.domain.errors import DomainError
from validation.models import ApiKey
from validation.platform.keys import create_api_key, revoke_api_key
from validation.platform.known_keys import KNOWN_S
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.lists import typed_of
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.permissions import Scope

_TOLD = {
    Scope.INGEST: "submit attempts and other work for judging",
    Scope.READ: "read what was judged, and the event feed",
    Scope.REVIEW: "claim and rule on interventions",
    Scope.ADMIN: "manage webhooks and secrets of its pipeline; includes the others above",
    Scope.INSTANCE: "change what all pipelines share: policies, return profiles; metrics of all; includes the others",
}


@admin_form
@sensitive_variables("secret")
def keys(request: HttpRequest) -> HttpResponse:
    """POST makes a key and shows its secret, the only time."""
    if request.method != "POST":
        return _page(request)
    typed = {name: request.POST.get(name, "").strip() for name in ("name", "pipeline")}
    scopes = request.POST.getlist("scopes")
    try:
        key, secret = create_api_key(**typed, scopes=scopes, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        told = {one.field: one.message for one in error.fields}
        return _page(request, {**typed, "chosen": scopes, "errors": told}, status=422)
    shown = {"secret": secret, "made": key.name, "callback_secret": initial_callback_secret(key)}
    return _page(request, {**shown, "secret_of": key.pipeline.name})


@admin_action
@sensitive_variables("secret")
def rotate_secret(request: HttpRequest) -> HttpResponse:
    """Makes a new callback secret and shows it, the only time."""
    pipeline = typed_of(request, "pipeline").strip()
    try:
        secret = rotate_callback_secret(pipeline=pipeline, by=request.user.get_username(), now=timezone.now())
    except DomainError as error:
        return _page(request, {"rotate_error": error.fields[0].message}, status=422)
    return _page(request, {"callback_secret": secret, "secret_of": pipeline})


@admin_action
def revoke_key(request: HttpRequest, pk: UUID) -> HttpResponse:
    key = ApiKey.objects.filter(pk=pk).first()
    if key is None:
        return back_to(request, "web:keys", "There is no such key.", refused=True)
    revoke_api_key(key=key, by=request.user.get_username(), now=timezone.now())
    return back_to(request, "web:keys", f"{key.name} is revoked. Calls with it are refused within {KNOWN_S:.0f} s.")


def _page(request: HttpRequest, more: dict[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    context = {
        "keys": api_keys(),
        "pipelines": pipelines(),
        "scopes": [(scope.value, told) for scope, told in _TOLD.items()],
        "chosen": [Scope.INGEST.value, Scope.READ.value],
        **(more or {}),
    }
    return show_settings(request, "platform/settings/keys.html", context, status=status)
