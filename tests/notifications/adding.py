"""Targets are added, and their holders agree, as people do it."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

ADDRESS = "/settings/notifications/"


def add(admin: Client, channel: str, address: str, *notices: str, **hours: str) -> Any:
    wanted = notices or ("judge_away", "review_overdue")
    return admin.post(ADDRESS, {"channel": channel, "address": address, "notices": wanted, **hours})


def follow_link(inbox: list[Any]) -> None:
    """As the holder of the address does with the newest mail."""
    told = inbox.pop().get_payload(decode=True).decode()
    [path] = re.findall(r"http://testserver(/notifications/confirm/\S+)", told)
    assert Client().post(path).status_code == 200
