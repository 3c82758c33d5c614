"""Signing in by password or by a one-time link, and signing out."""

from __future__ import annotations

from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from validation.accounts.actions import sign_in


class SignIn(LoginView):
    """Django's own view; repeated failures are locked out by django-axes."""

    template_name = "accounts/account/sign_in.html"
    redirect_authenticated_user = True


@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button and POST redeems, since mail scanners and link previews open links without a person. The
    link that a start prints is opened by whoever started it, so it works at once."""
    if request.method == "GET" and not sign_in.is_direct(token):
        return render(request, "accounts/account/sign_in_link.html")
    user = sign_in.redeem(token=token, now=timezone.now())
    if user is None and request.method == "GET" and request.user.is_authenticated:
        return redirect("web:overview")
    if user is None:
        return render(request, "accounts/account/sign_in_link.html", {"spent": True}, status=410)
    login(request, user, backend="validation.platform.people.SignedIn")
    return redirect("web:overview")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("web:sign_in")
