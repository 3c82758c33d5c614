"""Addresses of the retrieval pages."""

from django.urls import URLPattern, path

from retrieval.web import retrievals

app_name = "retrievals"

urlpatterns: list[URLPattern] = [
    path("retrievals/", retrievals.retrievals, name="list"),
    path("retrievals/<uuid:pk>/", retrievals.retrieval, name="retrieval"),
    path("retrievals/<uuid:pk>/feedback/", retrievals.feedback, name="feedback"),
]
