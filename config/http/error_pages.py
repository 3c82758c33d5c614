"""What is shown for requests that are refused or fail. A database that does not answer is a 503 that says when to come
back, never a 500: it refuses before anything is stored, or tells nobody that it did store; then a repeat with the same
Idempotency-Key is answered with what is there.

Django answers an exception of an asynchronous request on a thread of its own, not on the request's, and nothing closes
that thread's database connection when the request ends. A page that reads rows (who is signed in, what waits) would
keep one of the pool's connections, and a few unknown addresses would take them all.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

from validation.domain.codes.problems import ProblemCode
from validation.platform.http.problems import answer, problem
from validation.platform.work.outages import is_away, is_disk_full

P = ParamSpec("P")
RETRY_AFTER = {"Retry-After": "5"}

logger = logging.getLogger(__name__)


def database_away(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    # Without the trace: while it is away every request says the same.
    logger.error("database away", extra={"path": request.path, "error": str(error)})
    return answer(problem(ProblemCode.DATABASE_AWAY, "disk" if is_disk_full(error) else ""), headers=RETRY_AFTER)


def _letting_go(page: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    @wraps(page)
    def shown(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return page(*args, **kwargs)
        finally:
            _close_idle_connections()

    return shown


def _close_idle_connections() -> None:
    """Those of this thread; a page may also be asked for on a thread that is in the middle of something."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


@_letting_go
def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles what broke."""
    error = sys.exc_info()[1]
    if not is_away(error):
        return defaults.server_error(request)
    if request.path.startswith("/api/"):
        return database_away(request, error)
    return HttpResponse(loader.get_template("503.html").render(), status=503, headers=RETRY_AFTER)


bad_request = _letting_go(defaults.bad_request)
permission_denied = _letting_go(defaults.permission_denied)
page_not_found = _letting_go(defaults.page_not_found)
