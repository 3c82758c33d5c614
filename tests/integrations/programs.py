"""Programs that nobody here wrote, started on this machine, and the scripted model behind them."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from tests import servers

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / ".gateways" / "bin"
UP_WITHIN_S = 300.0

needs_programs = [
    pytest.mark.gateways,
    pytest.mark.skipif(not (ROOT / ".gateways" / ".ready").exists(), reason="`make gateways` installs the programs"),
]


class ScriptedModel:
    """Answers chat completions with the texts of its queue, whole or as a stream of words."""

    def __init__(self) -> None:
        self.texts: deque[str] = deque()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                text = model.texts.popleft()
                body = _stream(text) if asked.get("stream") else json.dumps(_completion(text)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream" if asked.get("stream") else "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"


def _completion(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}


def _stream(text: str) -> bytes:
    words = text.split(" ")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": f" {word}" if number else word} for number, word in enumerate(words)]
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    events = [f"data: {json.dumps(chunk | {'choices': [choice]})}\n\n" for choice in choices]
    return "".join([*events, "data: [DONE]\n\n"]).encode()


@contextmanager
def scripted_model() -> Iterator[ScriptedModel]:
    model = ScriptedModel()
    thread = threading.Thread(target=model.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.server.shutdown()
        thread.join()
        model.server.server_close()


@contextmanager
def litellm_proxy(folder: Path, config: dict[str, Any]) -> Iterator[str]:
    """LiteLLM's own proxy; its address once it answers."""
    path, log, port = folder / "litellm.json", folder / "litellm.log", servers.free_port()
    path.write_text(json.dumps(config))
    command = [str(PROGRAMS / "litellm"), "--config", str(path), "--host", "127.0.0.1", "--port", str(port)]
    settings = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False", "PATH": str(PROGRAMS)}
    with log.open("w") as printed:
        process = subprocess.Popen(
            [*command, "--telemetry", "False"],
            cwd=folder,
            env={"HOME": str(folder), **settings, "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
            stdout=printed,
            stderr=subprocess.STDOUT,
            preexec_fn=servers.ends_with_us,  # noqa: PLW1509 - as there
        )
    try:
        _wait_until_up(f"http://127.0.0.1:{port}/health/liveliness", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = monotonic() + UP_WITHIN_S
    while monotonic() < end and process.poll() is None:
        with suppress(httpx.TransportError):
            if httpx.get(url, timeout=5.0).is_success:
                return
        threading.Event().wait(0.2)
    raise AssertionError(f"the proxy did not come up: {log.read_text()[-3000:]}")


def asked(
    url: str, messages: list[dict[str, Any]], headers: dict[str, str] | None = None, **more: Any
) -> httpx.Response:
    """A chat completion through the proxy."""
    told = {"Authorization": "Bearer sk-1"} | (headers or {})
    body = {"model": "scripted", "messages": messages, **more}
    return httpx.post(f"{url}/v1/chat/completions", json=body, headers=told, timeout=120.0)
