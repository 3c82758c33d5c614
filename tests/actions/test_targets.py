"""Addresses that a webhook must never reach, however they are written."""

from __future__ import annotations

import socket
import threading

import pytest
from django.utils import timezone
from pytest_django import Settings

from validation.domain.errors import InputRejected
from validation.platform.events.send import send
from validation.platform.events.targets import TargetRefused, check_target, resolve

SECRET = "whsec_dGVzdHRlc3R0ZXN0dGVzdA=="


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "224.0.0.1", "localhost", "[::1]", "[::]", "[fe80::1]", "[fd00::1]",
        "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]",
    ],
)  # fmt: skip
def test_a_private_address_is_refused_in_every_spelling(host: str) -> None:
    with pytest.raises(TargetRefused, match="private address"):
        resolve(f"http://{host}/hook")


UNUSABLE = [
    "http://a..b.example/",
    f"http://{'a' * 64}.example/",
    "http://.example/",
    "http://pipeline.example/\x01",
    "http://pipeline.example/\ud800",
]


@pytest.mark.parametrize("url", UNUSABLE)
def test_an_address_that_no_call_can_be_made_to_is_refused_at_the_door(url: str) -> None:
    with pytest.raises(InputRejected, match="no usable url"):
        check_target(url, field="callback_url")


@pytest.mark.parametrize("url", [*UNUSABLE, f"http://127.0.0.1:9/{'x' * 70_000}"])
def test_an_address_that_no_call_can_be_made_to_is_not_tried_again(url: str, settings: Settings) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    outcome = send(url=url, secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    assert (outcome.delivered, outcome.permanent) == (False, True)


@pytest.mark.parametrize("host", ["93.184.216.34", "[2606:2800:220:1:248:1893:25c8:1946]"])
def test_a_public_address_is_taken(host: str) -> None:
    assert resolve(f"https://{host}/hook")[0] == host.strip("[]")


def test_a_target_that_never_stops_talking_holds_nobody(settings: Settings) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_talk, args=(server,), daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        outcome = send(url=url, secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    assert (outcome.delivered, outcome.status) == (True, 200)


def _talk(server: socket.socket) -> None:
    """Answers, then sends a body without end until the other side has gone."""
    caller, _ = server.accept()
    with caller:
        caller.recv(65536)
        caller.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                caller.sendall(b"4\r\nmore\r\n")
        except OSError:
            return
