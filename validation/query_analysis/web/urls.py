"""URLs of the query-analysis pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from validation.query_analysis.web import query_analyses

app_name = "query_analyses"
urlpatterns: list[URLPattern] = [
    path("query-analyses/", query_analyses.query_analyses, name="overview"),
    path("query-analyses/log/", query_analyses.log, name="log"),
    path("query-analyses/<uuid:pk>/", query_analyses.query_analysis, name="analysis"),
]
