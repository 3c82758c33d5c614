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
    """Of what to tell it, and when."""

    notices: Annotated[list[Notice], Field(max_length=len(Notice))] = list(Notice)
    """What to tell: everything when left out."""
    person: Annotated[Text, Field(max_length=150)] = ""
    """Whose it is; empty where several read it. Only a key with `instance` names one."""
    pipeline: Annotated[Text, Field(max_length=100)] | None = None
    """The only pipeline that it is told of; all when left out, which needs `instance`."""
    quiet_from: Hour | None = None
    """When quiet hours begin, such as 22:00; what still holds at their end is told then."""
    quiet_until: Hour | None = None
    """When quiet hours end, such as 07:00."""
    digest_at: Hour | None = None
    """Instead of quiet hours: one message a day, at this time."""
    zone: Annotated[Text, Field(max_length=64)] = "UTC"
    """The time zone of these times, such as Europe/Berlin."""


class NotificationIn(NotificationChange):
    """Whom to tell, and of what."""

    channel: Channel
    """`mail`, `chat` for an incoming webhook that takes `{"text": ...}`, or `apprise` for any service that Apprise
    knows: Slack, Teams, PagerDuty, Telegram, Pushover, ntfy and a hundred others."""
    address: Annotated[Text, Field(max_length=2000)]
    """A mail address, the url of the incoming webhook, or the service as Apprise writes it, such as
    `pagerduty://ROUTING_KEY@API_KEY`. All but the first are secrets and not shown whole again."""


class NotificationOut(Out):
    """A target. Of an `address` that is a secret only the host or the scheme is shown. `last_error` says why the
    last message did not arrive, empty when it did. Until `confirmed_at` a mail address is sent nothing but the link
    that confirms it."""

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
    """`next` is the cursor of the page that follows, null on the last."""
