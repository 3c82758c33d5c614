"""Who may open a page, and by which method. A visitor is sent to sign in; somebody without the role gets a page that
says what to do; what a view does not find is the page 404. A page says itself what of its address it left out; a file
cannot, so none is sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from validation.domain.errors import NotFound
from validation.platform.pages.parameters import passed_over
from validation.platform.permissions import Role, can

P = ParamSpec("P")
NEEDED = "needed_role"
"""The attribute under which a guarded view tells the role it needs; a test walks every address by it."""
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

        setattr(guarded, NEEDED, role)
        return cast(View[P], require_http_methods(methods)(login_required(guarded)))

    return guard


viewer_page = needs(Role.VIEWER, "GET", "HEAD")
viewer_action = needs(Role.VIEWER, "POST")
viewer_form = needs(Role.VIEWER, "GET", "HEAD", "POST")
reviewer_page = needs(Role.REVIEWER, "GET", "HEAD")
admin_page = needs(Role.ADMIN, "GET", "HEAD")
reviewer_action = needs(Role.REVIEWER, "POST")
admin_action = needs(Role.ADMIN, "POST")
reviewer_form = needs(Role.REVIEWER, "GET", "HEAD", "POST")
admin_form = needs(Role.ADMIN, "GET", "HEAD", "POST")
