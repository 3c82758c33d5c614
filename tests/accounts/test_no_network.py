"""The guard that keeps every test on this machine (tests/no_network.py)."""

from __future__ import annotations

import socket

import httpx
import pytest

from tests import no_network
from tests.live import Site

ELSEWHERE = [("192.0.2.1", 9), ("198.51.100.1", 80)]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_a_connection_to_another_machine_is_refused_and_noticed(address: tuple[str, int]) -> None:
    with pytest.raises(OSError, match="unreachable"), socket.socket() as connection:
        connection.connect(address)
    assert [str(address) in attempt for attempt in no_network._attempts] == [True]
    no_network._attempts.clear()


def test_a_message_to_another_machine_is_refused_and_noticed() -> None:
    with pytest.raises(OSError, match="unreachable"), socket.socket(type=socket.SOCK_DGRAM) as connection:
        connection.sendto(b"x", ELSEWHERE[0])
    assert no_network._attempts
    no_network._attempts.clear()


def test_a_client_library_cannot_get_round_it() -> None:
    with pytest.raises(httpx.ConnectError):
        httpx.get("http://192.0.2.1:9/")
    assert no_network._attempts
    no_network._attempts.clear()


@pytest.mark.parametrize("name", ["pipeline.example", "example.com", "a1.example"])
def test_no_name_is_looked_up(name: str) -> None:
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo(name, 80)


def test_this_machine_is_reached(asgi_server: Site) -> None:
    assert httpx.get(f"{asgi_server.url}/healthz").status_code == 200
    assert socket.getaddrinfo("localhost", 80)
