"""URLs of the orchestration pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from validation.orchestration.web import orchestration, return_profiles

app_name = "orchestration"
urlpatterns: list[URLPattern] = [
    path("orchestration/", orchestration.orchestration, name="overview"),
    path("orchestration/preflights/", orchestration.preflights, name="preflights"),
    path("orchestration/preflights/<uuid:pk>/", orchestration.preflight, name="preflight"),
    path("orchestration/preflights/<uuid:pk>/todo.md", orchestration.preflight_todo, name="preflight_todo"),
    path("orchestration/returns/", orchestration.returns, name="returns"),
    path("orchestration/returns/<uuid:pk>/", orchestration.returned, name="return"),
    path("orchestration/profiles/", return_profiles.return_profiles, name="profiles"),
    path("orchestration/profiles/add/", return_profiles.add_return_profile, name="add_profile"),
    path("orchestration/profiles/<str:name>/remove/", return_profiles.remove_return_profile, name="remove_profile"),
]
