"""Is this process alive (`/healthz`), and can the whole thing do its work (`/readyz`)?"""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers. Asks nothing else, so that an orchestrator does not kill it for its database's sake."""
    return JsonResponse({"status": "ok"})
