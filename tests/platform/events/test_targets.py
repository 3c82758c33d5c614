"""Addresses that a webhook must never reach, however they are written."""

from __future__ import annotations

import socket
import threading
from ipaddress import ip_address

import pytest
from django.utils import timezone
from pytest_django import Settings

from validation.domain.errors import InputRejected
from validation.platform.events.send import _pinned, send
from validation.platform.events.targets import TargetRefused, check_target, resolve

SECRET = "whsec_dGVzdHRlc3R0ZXN0dGVzdA=="


IPV4 = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
    "127.255.255.255", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.8",
    "192.0.0.192", "192.0.0.255", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1",
    "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
]  # fmt: skip
OTHER_NOTATIONS = [
    "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0x0",
    "00000000", "0x7F000001", "3232235777", "0xc0a80101", "0xA9FEA9FE", "2852039166", "0251.0376.0251.0376", "10.1",
    "192.168.257", "localhost", "LOCALHOST", "localhost.", "a.localhost", "ip6-localhost",
]  # fmt: skip
IPV6 = [
    "::", "::1", "::2", "0:0:0:0:0:0:0:1", "::127.0.0.1", "::10.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1",
    "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:192.0.0.192", "::ffff:0:127.0.0.1",
    "::ffff:0:10.0.0.1", "::ffff:0:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "64:ff9b:1::8.8.8.8", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "100::1",
    "100:0:0:1::1", "2001::1", "2001:0:7f00:1::", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1",
    "2001:db8::1", "2002:7f00:1::", "2002:a00:1::", "2002:c0a8:101::", "2002:808:808::", "3fff::1",
    "3fff:fff:ffff::1", "4000::1", "5f00::1", "8000::1", "c000::1", "e000::1", "f000::1", "f800::1", "fc00::1",
    "fd00::1", "fdff:ffff::1", "fe00::1", "fe80::1", "febf::1", "fec0::1", "feff::1", "ff00::1", "ff02::1", "ff0e::1",
]  # fmt: skip
PRIVATE = [*IPV4, *OTHER_NOTATIONS, *(f"[{address}]" for address in IPV6)]
PUBLIC = [
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1",
    "192.0.1.1", "192.88.98.255", "192.88.100.1", "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1",
    "223.255.255.255",
]  # fmt: skip
PUBLIC_IPV6 = [
    "2606:2800:220:1:248:1893:25c8:1946", "2001:200::1", "2001:4860:4860::8888", "2a00:1450::1", "3ffe::1",
    "64:ff9b::8.8.8.8", "::ffff:8.8.8.8",
]  # fmt: skip


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("host", PRIVATE)
def test_a_private_address_is_refused_in_every_spelling(scheme: str, host: str) -> None:
    with pytest.raises((TargetRefused, OSError)) as refused:
        resolve(f"{scheme}://{host}/hook")
    # What this machine's resolver takes for no address at all reaches nothing either.
    assert isinstance(refused.value, OSError) or "private address" in str(refused.value)


FOR_A_RESOLVER = ("localhost.", "ip6-localhost")
"""Names like any other until they are looked up."""


@pytest.mark.parametrize("host", [one for one in [*PRIVATE, "ⓛocalhost", "①②⑦.⓪.⓪.①"] if one not in FOR_A_RESOLVER])
def test_a_private_address_is_refused_at_the_door(host: str) -> None:
    with pytest.raises(InputRejected, match="private address"):
        check_target(f"https://{host}/hook", field="callback_url")


UNUSABLE = [
    "http://a..b.example/",
    f"http://{'a' * 64}.example/",
    "http://.example/",
    "http://pipeline.example/\x01",
    "http://pipeline.example/\ud800",
    "http://pipe line.example/",
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


@pytest.mark.parametrize("host", [*PUBLIC, *(f"[{address}]" for address in PUBLIC_IPV6)])
def test_a_public_address_is_taken(host: str) -> None:
    check_target(f"https://{host}/hook", field="callback_url")
    assert ip_address(resolve(f"https://{host}/hook")[0]) == ip_address(host.strip("[]"))


@pytest.mark.parametrize("host", ["::1", "0:0:0:0:0:0:0:1", "0::1"])
def test_an_address_of_version_6_is_allowed_in_every_spelling(host: str, settings: Settings) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("::1",)
    check_target(f"http://[{host}]/hook", field="callback_url")
    assert resolve(f"http://[{host}]/hook") == ("::1", "::1")


def test_a_host_in_letters_of_its_language_is_named_in_those_of_name_servers(settings: Settings) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("localhost",)
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: _talk(server, heard), daemon=True).start()
        port = server.getsockname()[1]
        outcome = send(url=f"http://ⓛocalhost:{port}/", secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    assert outcome.delivered
    assert f"\r\nhost: localhost:{port}\r\n".encode() in heard[0].lower()


def test_an_address_of_version_6_is_named_in_brackets() -> None:
    url = "http://[2606:4700::1111]:8080/hook"
    request = _pinned(url, *resolve(url), {}, b"")
    assert request.headers["host"] == "[2606:4700::1111]:8080"


def test_a_target_that_never_stops_talking_holds_nobody(settings: Settings) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_talk, args=(server,), daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        outcome = send(url=url, secret=SECRET, message_id="1", body=b"{}", now=timezone.now())
    assert (outcome.delivered, outcome.status) == (True, 200)


def _talk(server: socket.socket, heard: list[bytes] | None = None) -> None:
    """Answers, then sends a body without end until the other side has gone."""
    caller, _ = server.accept()
    with caller:
        said = caller.recv(65536)
        if heard is not None:
            heard.append(said)
        caller.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                caller.sendall(b"4\r\nmore\r\n")
        except OSError:
            return
