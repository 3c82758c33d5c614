"""The pages of beliefs."""

from __future__ import annotations

from django.urls import path

from beliefs.web import new, pages

app_name = "beliefs"

urlpatterns = [
    path("beliefs/", pages.beliefs, name="beliefs"),
    path("beliefs/graph/", pages.graph, name="graph"),
    path("beliefs/health/", pages.health, name="health"),
    path("beliefs/health/audit/", pages.audit, name="audit"),
    path("beliefs/new/", new.new, name="new"),
    path("beliefs/new/check/", new.check, name="check"),
    path("beliefs/b/<str:name>/", pages.belief, name="belief"),
    path("beliefs/b/<str:name>/remove/", new.remove, name="remove"),
    path("beliefs/s/<str:kind>/<path:name>/", pages.source, name="source"),
]
