"""The pages of beliefs."""

from __future__ import annotations

from django.urls import path

from beliefs.web import health, new, pages

app_name = "beliefs"

urlpatterns = [
    path("", pages.beliefs, name="beliefs"),
    path("graph/", pages.graph, name="graph"),
    path("health/", health.health, name="health"),
    path("health/audit/", health.audit, name="audit"),
    path("new/", new.new, name="new"),
    path("new/check/", new.check, name="check"),
    path("b/<str:name>/", pages.belief, name="belief"),
    path("b/<str:name>/remove/", new.remove, name="remove"),
    path("s/<str:kind>/<path:name>/", pages.source, name="source"),
]
