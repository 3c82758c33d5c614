"""The site's pages for requests that are refused or fail.

Django answers an exception of an asynchronous request on a thread of its own, not on the request's, and nothing closes
that thread's database connection when the request ends. A page that reads rows (who is signed in, what waits) would
keep one of the pool's connections, and a few unknown addresses would take them all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import connections
from django.http import HttpResponse
from django.views import defaults

from config.http import database_away

P = ParamSpec("P")


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


bad_request = _letting_go(defaults.bad_request)
permission_denied = _letting_go(defaults.permission_denied)
page_not_found = _letting_go(defaults.page_not_found)
server_error = _letting_go(database_away.server_error)
