"""The process that `benchmarks.growth` asks: server time of a page, list or export over what is stored in the database
that COUNTERSIGN_DATABASE_URL names (benchmarks.worlds.fill makes it), template included, network left out."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import django

from benchmarks.addresses import addresses
from benchmarks.worlds.scale import PIPELINES

EXPORTED = 1_500
"""Lines read of an export: enough to see whether a later page costs more than an earlier one, and as many as a pipeline
has with 10,000 attempts in all."""


def ask(clients: dict[str, Any], address: str) -> tuple[float, int]:
    """Seconds until the answer is there, and 0; of an export until its first lines are, and how many of them."""
    if address.startswith("rule:"):
        return _rule(clients["page"], address.removeprefix("rule:")), 0
    if address.startswith("first:"):
        _forget()
        address = address.removeprefix("first:")
    path = address.removeprefix("api:")
    client = clients["api" if address.startswith("api:") else "page"]
    began = time.perf_counter()
    answer, lines = client.get(path), 0
    if answer.streaming:
        lines = sum(1 for _line in islice(answer.streaming_content, EXPORTED))
        answer.close()
    took = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return took, lines


def _forget() -> None:
    """What the process remembers of audits and rulings, as one that has just started."""
    from validation.insights.queries import calibration
    from validation.trust.queries import audited

    for kept in (calibration._remembered, audited._audited):
        kept.forget()


def _rule(client: Any, item: str) -> float:
    """Seconds from a ruling to the next item as htmx asks for it; taken back afterwards."""
    began = time.perf_counter()
    ruled = client.post(f"{item}rule/", {"ruling": "dismiss"})
    following = client.get(ruled["Location"], headers={"HX-Request": "true", "HX-Target": "desk-item"})
    took = time.perf_counter() - began
    client.post(f"{item}undo/")
    if following.status_code != 200 or item in ruled["Location"]:
        raise RuntimeError(f"{item} was not ruled on")
    return took


def _processor_clock() -> Callable[[], float]:
    """Tells the processor seconds that this process and its connection's process of PostgreSQL have used."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        ran = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: time.process_time() + int(ran.read_text().split()[0]) / 1e9


def _clients() -> dict[str, Any]:
    """One signed in as an admin, one with a key of a pipeline that may read."""
    from django.contrib.auth.models import Group, User
    from django.test import Client
    from django.utils import timezone

    from validation.platform.keys import create_api_key
    from validation.platform.permissions import Role

    user, _ = User.objects.get_or_create(username="bench")
    user.groups.add(Group.objects.get_or_create(name=Role.ADMIN.value)[0])
    page = Client()
    page.force_login(user)
    key: dict[str, Any] = {"name": "bench", "by": "bench", "now": timezone.now()}
    _, secret = create_api_key(pipeline=PIPELINES[1], scopes=["read", "review"], **key)
    return {"page": page, "api": Client(headers={"Authorization": f"Bearer {secret}"})}


def main() -> None:
    """Tells the names of all pages as JSON, then for each name on a line of what comes in how many ms its page took,
    how many ms of processor time this process and the database's spent on it (a ruling's undoing included), and how
    many lines of an export came."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    gc.freeze()  # as the web process does (config/asgi.py)
    clients, known, spent = _clients(), dict(addresses()), _processor_clock()
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        before = spent()
        took, lines = ask(clients, known[line.rstrip("\n")])
        print(took * 1000, (spent() - before) * 1000, lines, flush=True)


if __name__ == "__main__":
    main()
