"""Every address of the site: health for machines, the API, the pages, the live updates."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
]

websocket_urlpatterns: list[URLPattern] = []
