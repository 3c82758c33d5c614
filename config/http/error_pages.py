"""Error pages. A database that is down gives a 503 with Retry-After, never a 500. If it failed after a commit, a repeat
with the same Idempotency-Key returns what was stored.

For an asynchronous request Django renders error pages in a separate thread, and nothing closes that thread's database
connection at the end of the request. Since these pages read the database (the user, open work), a few unknown URLs
would use up the connection pool; so each error page closes its connections itself.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

from validation.domain.codes.problems import ProblemCode
from validation.platform.http.problems import answer, problem
from validation.platform.http.waiting import release_connections
from validation.platform.work.outages import is_disk_full, is_unavailable

P = ParamSpec("P")
RETRY_AFTER = {"Retry-After": "5"}
FOR_MACHINES = ("/api/", "/status", "/metrics")

logger = logging.getLogger(__name__)


def database_away(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    # Without a traceback, because every request fails in the same way while the database is down.
    logger.error("database away", extra={"path": request.path, "error": str(error)})
    return answer(problem(ProblemCode.DATABASE_AWAY, "disk" if is_disk_full(error) else ""), headers=RETRY_AFTER)


def _closing_connections(page: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    @wraps(page)
    def shown(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return page(*args, **kwargs)
        finally:
            release_connections()

    return shown


@_closing_connections
def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the exception is being handled."""
    error = sys.exc_info()[1]
    if not is_unavailable(error):
        return defaults.server_error(request)
    if request.path.startswith(FOR_MACHINES):
        return database_away(request, error)
    return HttpResponse(loader.get_template("503.html").render(), status=503, headers=RETRY_AFTER)


bad_request = _closing_connections(defaults.bad_request)
permission_denied = _closing_connections(defaults.permission_denied)
page_not_found = _closing_connections(defaults.page_not_found)
