"""Who may open a page. A visitor is sent to sign in; somebody without the role gets a page that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from validation.platform.permissions import Role, can

P = ParamSpec("P")
NEEDED = "needed_role"
"""The attribute under which a guarded view tells the role it needs; a test walks every address by it."""
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def needs(role: Role) -> Callable[[View[P]], View[P]]:
    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not can(request.user, role):
                return _refused(request, role)
            return view(request, *args, **kwargs)

        setattr(guarded, NEEDED, role)
        return cast(View[P], login_required(guarded))

    return guard


viewer_page = needs(Role.VIEWER)
reviewer_page = needs(Role.REVIEWER)
admin_page = needs(Role.ADMIN)


def _refused(request: HttpRequest, role: Role) -> HttpResponse:
    return render(request, "accounts/account/refused.html", {"needed": role.value}, status=403)
