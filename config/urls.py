"""URLs of the site: health checks, the API, pages and live updates."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, re_path

from config import api
from config.ops import health, metrics, status
from validation.platform.gates import gates
from validation.platform.live_hub import LiveConsumer, UnknownPathConsumer
from validation.platform.pages.problems import problems

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("status", status.status, name="status"),
    path("settings/status/", status.status_page, name="status_page"),
    path("metrics", metrics.metrics, name="metrics"),
    path("docs/problems/", problems, name="problems"),
    re_path(r"^api/v1/$", api.not_found),  # else django-ninja's root view, which answers a POST with a CSRF error page
    path("api/v1/", api.api.urls),
    re_path(r"^api(?:/(?P<rest>.*))?$", api.not_found),
    *(path("", include(gate.pages)) for gate in gates() if gate.pages),
    path("", include("validation.urls")),
]

handler400 = "config.http.error_pages.bad_request"
handler403 = "config.http.error_pages.permission_denied"
handler404 = "config.http.error_pages.page_not_found"
handler500 = "config.http.error_pages.server_error"

# channels accepts ASGI applications where Django's types allow only views.
websocket_urlpatterns: list[Any] = [
    path("ws/live/", LiveConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", UnknownPathConsumer.as_asgi()),  # type: ignore[arg-type]
]
