"""What callers hear when the database does not answer: 503 and when to come back, never a 500.

The database refuses before anything is stored, or tells nobody that it did store; then a repeat with the same
Idempotency-Key is answered with what is there.
"""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views import defaults

from validation.platform.http.problems import answer, problem
from validation.platform.work.outages import is_away

RETRY_AFTER = {"Retry-After": "5"}
DETAIL = (
    "The database does not answer just now. Try again after the seconds of Retry-After; "
    "with an Idempotency-Key a repeat does no harm."
)

logger = logging.getLogger(__name__)


def unavailable_response(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    # Without the trace: while it is away every request says the same.
    logger.error("database away", extra={"path": request.path, "error": str(error)})
    return answer(problem(status=503, code="database_away", detail=DETAIL), headers=RETRY_AFTER)


def server_error(request: HttpRequest) -> HttpResponse:
    """What `handler500` shows: Django calls it while it handles what broke."""
    error = sys.exc_info()[1]
    if not is_away(error):
        return defaults.server_error(request)
    if request.path.startswith("/api/"):
        return unavailable_response(request, error)
    return HttpResponse(loader.get_template("503.html").render(), status=503, headers=RETRY_AFTER)
