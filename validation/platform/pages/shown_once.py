"""Secrets that are shown once. The request that creates one redirects to the page that shows it, so that reloading
creates no second one. In between the secret is in a cookie for that path, because the database stores at most a
hash."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

_COOKIE = "countersign_shown_once"
_MAX_AGE_S = 60
"""Time for the browser to follow the redirect."""


def redirect_to_secret(request: HttpRequest, view: str, **shown: str) -> HttpResponse:
    """Redirects to the page `view`, where `take_secret` returns `shown`."""
    page = reverse(view)
    response = HttpResponseRedirect(page)
    signed = signing.dumps(shown, salt=page)
    secure = request.is_secure()
    response.set_cookie(_COOKIE, signed, _MAX_AGE_S, path=page, secure=secure, httponly=True, samesite="Strict")
    return response


def take_secret(request: HttpRequest) -> dict[str, str]:
    """The values to show on this page; empty on a reload."""
    try:
        return dict(signing.loads(request.COOKIES.get(_COOKIE, ""), salt=request.path, max_age=_MAX_AGE_S))
    except signing.BadSignature:
        return {}


def forget_secret(request: HttpRequest, response: HttpResponse) -> None:
    response.delete_cookie(_COOKIE, path=request.path, samesite="Strict")
    response["Cache-Control"] = "no-store"
