"""Decorators that guard pages by role and HTTP method. A visitor is redirected to sign in and then back; a user without
the role gets a page that says what to do. A page reports query parameters that it ignored; a file cannot, so a download
with such parameters is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit, urlunsplit

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_http_methods

from validation.domain.errors import NotFound
from validation.platform.pages.parameters import passed_over
from validation.platform.permissions import Role, can

P = ParamSpec("P")
NEEDED = "needed_role"
TAKEN_METHODS = "taken_methods"
"""Attributes of a guarded view with its role and methods, which tests of all URLs read."""
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def needs(role: Role, *methods: str) -> Callable[[View[P]], View[P]]:
    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not can(request.user, role):
                return render(request, "accounts/account/refused.html", {"needed": role.value}, status=403)
            try:
                answer = view(request, *args, **kwargs)
            except NotFound as error:
                raise Http404(error.detail) from error
            if passed_over(request) and answer.has_header("Content-Disposition"):
                return render(request, "platform/no_file.html", status=400)
            return answer

        @wraps(guarded)
        def signed_in(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.user.is_authenticated:
                return guarded(request, *args, **kwargs)
            return redirect_to_login(request.get_full_path() if "GET" in methods else _page_before(request))

        setattr(signed_in, NEEDED, role)
        setattr(signed_in, TAKEN_METHODS, methods)
        return cast(View[P], require_http_methods(methods)(signed_in))

    return guard


def _page_before(request: HttpRequest) -> str:
    """The page with the button that was pressed, else the overview: the URL of a POST cannot be opened again."""
    try:
        page = urlsplit(request.headers.get("Referer", ""))
        is_page = page.netloc == request.get_host() and "GET" in getattr(resolve(page.path).func, TAKEN_METHODS, ())
    except (ValueError, Resolver404):
        return "/"
    return urlunsplit(("", "", page.path, page.query, "")) if is_page else "/"


viewer_page = needs(Role.VIEWER, "GET", "HEAD")
viewer_action = needs(Role.VIEWER, "POST")
viewer_form = needs(Role.VIEWER, "GET", "HEAD", "POST")
reviewer_page = needs(Role.REVIEWER, "GET", "HEAD")
admin_page = needs(Role.ADMIN, "GET", "HEAD")
reviewer_action = needs(Role.REVIEWER, "POST")
admin_action = needs(Role.ADMIN, "POST")
reviewer_form = needs(Role.REVIEWER, "GET", "HEAD", "POST")
admin_form = needs(Role.ADMIN, "GET", "HEAD", "POST")
