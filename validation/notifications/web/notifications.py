"""Settings, Notifications: whom the instance tells by itself, and of what. And Your notifications, where one person is
told of what concerns them, with a log of their own."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from validation.notifications.web.page import TargetsPage
from validation.platform.pages.access import admin_action, admin_form, viewer_action, viewer_form


@admin_form
def notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target."""
    return TargetsPage(request).add()


@admin_form
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request).change(pk)


@admin_action
def test(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request).test(pk)


@admin_action
def remove(request: HttpRequest, pk: UUID) -> HttpResponse:
    return TargetsPage(request).remove(pk)


@viewer_form
def own_notifications(request: HttpRequest) -> HttpResponse:
    """POST adds a target."""
    return _own(request).add()


@viewer_form
def change_own(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _own(request).change(pk)


@viewer_action
def test_own(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _own(request).test(pk)


@viewer_action
def remove_own(request: HttpRequest, pk: UUID) -> HttpResponse:
    return _own(request).remove(pk)


def _own(request: HttpRequest) -> TargetsPage:
    return TargetsPage(request, request.user.get_username())
