"""`manage.py mcp --http` on this machine, behind a proxy that hands on the name it was called by."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests import servers
from tests.config.serving import MANAGE, environment

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def called(url: str, **headers: str) -> int:
    accept = {"Accept": "application/json, text/event-stream"}
    return httpx.post(url, json=INITIALIZE, headers=accept | headers, trust_env=False, timeout=30).status_code


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = servers.free_port()
    command = [sys.executable, str(MANAGE), "mcp", "--http", "--port", str(port), "--url", "http://127.0.0.1:9"]
    process = subprocess.Popen(
        [*command, "--allowed-host", "desk.example", "--allowed-host", "mcp.example"],
        env=environment(Path(tmp_path_factory.mktemp("mcp"))),
        stderr=subprocess.DEVNULL,
        preexec_fn=servers.ends_with_us,  # noqa: PLW1509 - as there
    )
    address = f"http://127.0.0.1:{port}/mcp"

    def is_up() -> bool:
        assert process.poll() is None
        with suppress(httpx.TransportError):
            return bool(called(address))
        return False

    servers.until(is_up)
    yield address
    process.terminate()
    process.wait()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8001", 200),
        ("localhost:8001", 200),
        ("desk.example", 200),
        ("desk.example:8443", 200),
        ("mcp.example", 200),
        ("other.example", 421),
        ("desk.example.other.example", 421),
    ],
)
def test_it_answers_to_this_machine_and_the_names_it_was_given(url: str, host: str, status: int) -> None:
    assert called(url, Host=host) == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://desk.example", 200),
        ("https://desk.example:8443", 200),
        ("http://localhost:6274", 200),
        ("https://other.example", 403),
        ("http://desk.example.other.example", 403),
    ],
)
def test_a_page_may_call_it_from_these_alone(url: str, origin: str, status: int) -> None:
    assert called(url, Host="desk.example", Origin=origin) == status
