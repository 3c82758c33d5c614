"""Secrets that a page shows once. A request that makes one leads to its page, so that reloading makes no second one;
until then a cookie of that page alone holds it, since the database keeps it hashed or not at all."""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

_COOKIE = "countersign_shown_once"
_MAX_AGE_S = 60
"""So long a browser may take to follow."""


def lead_to_secret(request: HttpRequest, view: str, **shown: str) -> HttpResponse:
    """Leads to the page `view`, whose next `take_secret` answers `shown`."""
    page = reverse(view)
    response = HttpResponseRedirect(page)
    signed = signing.dumps(shown, salt=page)
    secure = request.is_secure()
    response.set_cookie(_COOKIE, signed, _MAX_AGE_S, path=page, secure=secure, httponly=True, samesite="Strict")
    return response


def take_secret(request: HttpRequest) -> dict[str, str]:
    """What this page is to show now; empty once it was."""
    try:
        return dict(signing.loads(request.COOKIES.get(_COOKIE, ""), salt=request.path, max_age=_MAX_AGE_S))
    except signing.BadSignature:
        return {}


def forget_secret(request: HttpRequest, response: HttpResponse) -> None:
    response.delete_cookie(_COOKIE, path=request.path, samesite="Strict")
    response["Cache-Control"] = "no-store"
