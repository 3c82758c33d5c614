"""The page that confirms a mail address. GET asks and POST confirms, because mail scanners open links too."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from validation.domain.errors import Conflict
from validation.notifications.actions.confirmation import confirm_target, read_confirmation


@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_notification(request: HttpRequest, token: str) -> HttpResponse:
    """Needs no sign-in."""
    is_sent, now = request.method == "POST", timezone.now()
    try:
        target = confirm_target(token, now=now) if is_sent else read_confirmation(token, now=now)
    except Conflict as error:
        return render(request, "notifications/ended.html", {"why": error.detail}, status=410)
    confirmed = is_sent or target.confirmed_at is not None
    return render(request, "notifications/confirm.html", {"target": target, "confirmed": confirmed})
