"""Starts the scripted server as a process of its own and scripts it over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class LlmServer:
    url: str

    def script(self, *queue: str, **settings: Any) -> None:
        """Begins anew: the next completions are answered by these names in order, then all with an approval."""
        self._control({"queue": list(queue)} | settings)

    def saw(self) -> dict[str, Any]:
        """Counts since the last script, and the last 200 request bodies."""
        return self._control(None)

    def _control(self, body: dict[str, Any] | None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/_control", data=data, method="GET" if data is None else "POST")
        with build_opener(ProxyHandler({})).open(request, timeout=10) as reply:
            told: dict[str, Any] = json.load(reply)
            return told


@contextmanager
def running_llm_server() -> Iterator[LlmServer]:
    command = [sys.executable, "-m", "tests.llm_server.server", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip().removeprefix("listening on ")
            yield LlmServer(f"http://{address}")
        finally:
            process.terminate()
