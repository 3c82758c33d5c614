"""The process that runs Apprise: reads one task as JSON from stdin, writes one answer to stdout.

A task is `{"address", "allowed", "within_s"}`, with `title` and `text` to send a message; without them the address is
only parsed. The answer is `{"error"}`, empty on success. It never contains text from the library, which may repeat the
address. The system kills the process after `within_s`."""

from __future__ import annotations

import ipaddress
import json
import logging
import mimetypes
import os
import re
import signal
import sys
from collections.abc import Collection
from typing import Any

from apprise import Apprise, AppriseAsset
from apprise.common import NotifyFormat, NotifyType, PersistentStoreMode
from apprise.plugins import NotifyBase

from validation.domain.operations.addresses import is_public, refusal_of
from validation.notifications.services.guard import restrict_process

UNREADABLE = "Apprise reads no service from this address. Give one as its documentation shows, such as ntfys://TOPIC."
LOCAL = "This service would run on the server itself. Choose one that is called over the network."
FAILED = "The service could not be reached, or did not take the message."
_LOCAL = {"blink1", "dbus", "glib", "gnome", "kde", "macosx", "qt", "syslog", "windows"}
"""Services that show messages on the screen, or in the log, of the machine that runs them."""
_STATUS = re.compile(r"\berror=(\d{3})\b")


def main() -> None:
    task = json.load(sys.stdin)
    signal.setitimer(signal.ITIMER_REAL, task["within_s"])
    answers = os.dup(1)
    os.dup2(2, 1)  # output printed by a library must not mix with the answer
    Apprise.instantiate("json://localhost")  # loads the code of all services
    mimetypes.init()
    refusals = restrict_process(allowed=task["allowed"])
    error = run_task(task, refusals)
    os.write(answers, json.dumps({"error": error}).encode())


def run_task(task: dict[str, Any], refusals: Collection[str] = ()) -> str:
    """Returns why the message was not delivered or the address is unusable, or an empty string. `refusals` describe
    refused connections."""
    if task["address"].partition("://")[0].lower() in _LOCAL:
        return LOCAL
    service = read_service(task["address"])
    if service is None:
        return UNREADABLE
    error = _refuse_private(service, task["allowed"])
    if error or "text" not in task:
        return error
    statuses = _Statuses()
    logging.getLogger("apprise").addHandler(statuses)
    if _send(service, task["title"], task["text"]):
        return ""
    return next(iter(refusals), "") or statuses.error or FAILED


def _send(service: NotifyBase, title: str, text: str) -> bool:
    """Sends lines as paragraphs to services that accept Markdown, since Apprise would escape links in them."""
    is_markdown = service.notify_format == NotifyFormat.MARKDOWN
    body, form = (text.replace("\n", "\n\n"), None) if is_markdown else (text, NotifyFormat.TEXT)
    try:
        return bool(service.notify(title=title, body=body, notify_type=NotifyType.WARNING, body_format=form))
    except Exception:  # the guard's refusals, and a plugin's own mistakes
        return False


def read_service(address: str) -> NotifyBase | None:
    """None if Apprise does not know the service, or lacks a library for it. Whatever the address says, the service
    stores nothing on disk, follows no redirects, checks certificates and sends a message once."""
    asset = AppriseAsset(
        app_id="Countersign",
        app_desc="Countersign",
        app_url="",
        image_url_mask="",
        image_url_logo="",
        http_redirects=False,
        storage_mode=PersistentStoreMode.MEMORY,
        allow_templates=False,
    )
    service = Apprise.instantiate(address, asset=asset)
    if service is not None:
        service.redirects, service.verify_certificate = False, True
    return service


def _refuse_private(service: NotifyBase, allowed: Collection[str]) -> str:
    """Why an IP address as host is refused, or empty. Plain numbers are ignored, since the host of some services is an
    id. Names are checked after resolution, when called."""
    host = str(getattr(service, "host", "") or "")
    try:
        is_private = not is_public(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return ""
    return refusal_of(host) if is_private and host not in allowed else ""


class _Statuses(logging.Handler):
    """Extracts the HTTP status from Apprise's log, and nothing else."""

    error = ""

    def emit(self, record: logging.LogRecord) -> None:
        found = _STATUS.search(record.getMessage())
        if found and int(found[1]) >= 300:
            self.error = f"The service answered {found[1]}."


if __name__ == "__main__":
    main()
