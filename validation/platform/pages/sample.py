"""The sample story: what of it is stored, and the one click that takes it away."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from validation.platform.live import Topic, publish
from validation.platform.pages.access import admin_form
from validation.platform.pages.settings_page import back_to, show_settings
from validation.platform.retention.sample import remove_sample, sample_size


@admin_form
def sample(request: HttpRequest) -> HttpResponse:
    """POST removes it; what the pages show of it goes at once."""
    if request.method != "POST":
        return show_settings(request, "platform/settings/sample.html", {"size": sample_size()})
    removed = remove_sample(by=request.user.get_username(), now=timezone.now())
    for topic in (Topic.ATTEMPTS, Topic.INTERVENTIONS):
        transaction.on_commit(partial(publish, topic, "sample"))
    told = "1 sample turn is" if removed == 1 else f"{removed} sample turns are"
    return back_to(request, "web:sample", f"{told} removed, with all that hung on them.")
