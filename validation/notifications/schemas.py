"""Request and response schemas of `/notifications`."""

from __future__ import annotations

from datetime import datetime, time
from typing import Annotated

from pydantic import BeforeValidator, Field

from validation.domain.operations.notices import Notice
from validation.models.operations.notification import Channel
from validation.platform.http.schemas import Filled, Id, In, Out, PageOut, Text

Hour = Annotated[Text, Field(max_length=20)]
HourOut = Annotated[str | None, BeforeValidator(lambda at: f"{at:%H:%M}" if isinstance(at, time) else at)]


class NotificationChange(In):
    """Which notices to send to a target, and when."""

    notices: Annotated[list[Notice], Field(max_length=len(Notice))] = list(Notice)
    """Which notices to send; all by default."""
    person: Annotated[Text, Field(max_length=150)] = ""
    """The person who owns the address; empty if several people read it. Needs the scope `instance`."""
    pipeline: Annotated[Text, Field(max_length=100)] | None = None
    """The only pipeline to send notices about; all by default, which needs the scope `instance`."""
    quiet_from: Hour | None = None
    """When quiet hours begin, such as 22:00. Notices that still apply when they end are sent then."""
    quiet_until: Hour | None = None
    """When quiet hours end, such as 07:00."""
    digest_at: Hour | None = None
    """The time of a single daily message, instead of quiet hours."""
    zone: Annotated[Text, Field(max_length=64)] = "UTC"
    """The time zone of these times, such as Europe/Berlin."""


class NotificationIn(NotificationChange):
    """A target to notify, and which notices it gets."""

    channel: Channel
    """`mail`, `chat` for an incoming webhook that takes `{"text": ...}`, or `apprise` for any service that Apprise
    knows: Slack, Teams, PagerDuty, Telegram, Pushover, ntfy and a hundred others."""
    address: Annotated[Text, Field(max_length=2000)]
    """A mail address, the URL of the incoming webhook, or an Apprise URL such as `pagerduty://ROUTING_KEY@API_KEY`.
    URLs are secrets and are never shown in full again."""


class NotificationOut(Out):
    """A notification target. If the `address` is a secret, only its host or scheme is shown. `last_error` is why the
    last message was not delivered, empty if it was. Until `confirmed_at` is set, a mail address receives only the
    confirmation link."""

    id: Id
    channel: Channel
    address: str = Field(validation_alias="shown_address")
    person: str
    pipeline: Filled
    notices: list[Notice]
    quiet_from: HourOut
    quiet_until: HourOut
    digest_at: HourOut
    zone: str
    last_sent_at: datetime | None
    last_error: str
    confirmed_at: datetime | None
    created_at: datetime


class NotificationPage(PageOut[NotificationOut]):
    """`next` is the cursor of the next page, null on the last page."""
