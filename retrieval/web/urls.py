"""Addresses of the retrieval pages."""

from django.urls import URLPattern

app_name = "retrievals"

urlpatterns: list[URLPattern] = []
