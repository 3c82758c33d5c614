"""The server itself, on asyncio alone, so that it can break a connection wherever it likes.

    python -m tests.llm_server.server --port 0        # prints: listening on 127.0.0.1:PORT

`GET /_control` tells what it saw, `POST /_control` sets the script (fields of `Script`) and forgets what it saw.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import deque
from typing import Any

from tests.llm_server.replies import BAD, GOOD, asked_schema, completion, words
from tests.llm_server.script import Script
from tests.llm_server.wire import CONNECTIONS, STATUSES, json_response, response

KEPT_REQUESTS = 200


class ScriptedServer:
    def __init__(self) -> None:
        self.begin(Script())

    def begin(self, script: Script) -> None:
        self.script = script
        self.requests: deque[dict[str, Any]] = deque(maxlen=KEPT_REQUESTS)
        self.counts = {"requests": 0, "connections": 0, "in_flight": 0, "in_flight_most": 0, "tokenized": 0}

    async def serve(self, port: int) -> None:
        server = await asyncio.start_server(self._connection, "127.0.0.1", port, backlog=512)
        print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts["connections"] += 1
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; False when the connection is over."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, path, _ = head.split(" ", 2)
        lengths = [line.partition(":")[2] for line in head.lower().splitlines() if line.startswith("content-length:")]
        body = await reader.readexactly(int(lengths[0])) if lengths else b""
        if path == "/v1/chat/completions":
            return await self._complete(json.loads(body), head, reader, writer)
        writer.write(self._other(method, path, body))
        await writer.drain()
        return True

    def _other(self, method: str, path: str, body: bytes) -> bytes:
        if path == "/_control":
            return self._control(method, body)
        if path == "/v1/models":
            served = [{"id": name, "object": "model"} for name in self.script.models]
            return json_response(200, {"object": "list", "data": served})
        if path == "/tokenize" and self.script.tokenize:
            self.counts["tokenized"] += 1
            count = len(json.loads(body)["prompt"].split())
            return json_response(200, {"count": count, "max_model_len": 8192, "tokens": list(range(count))})
        return response(404, b'{"detail": "Not Found"}')

    def _control(self, method: str, body: bytes) -> bytes:
        if method == "POST":
            told = json.loads(body or b"{}")
            self.begin(Script(**told | {"queue": deque(told.get("queue", ()))}))
        return json_response(200, self.counts | {"bodies": list(self.requests)})

    async def _complete(
        self, request: dict[str, Any], head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        # The counts of the script it began under: a stalled request may end after the next script has begun.
        counts = self.counts
        counts["requests"] += 1
        counts["in_flight"] += 1
        counts["in_flight_most"] = max(counts["in_flight_most"], counts["in_flight"])
        self.requests.append(request | {"_head": head})
        try:
            return await self._answer(request, reader, writer)
        finally:
            counts["in_flight"] -= 1

    async def _answer(
        self, request: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        name = self.script.next_for(request)
        if self.script.latency:
            await asyncio.sleep(self.script.latency)
        if name in STATUSES:
            writer.write(STATUSES[name])
        elif name in CONNECTIONS:
            await CONNECTIONS[name](reader, writer, json.dumps(self._body("approve", request)).encode())
            return False
        else:
            writer.write(json_response(200, self._body(name, request)))
        await writer.drain()
        return True

    def _body(self, name: str, request: dict[str, Any]) -> dict[str, Any]:
        if name in BAD:
            return BAD[name](request)
        return GOOD[name](request) if self._keeps_schema(request) else completion(self._free_text(request))

    def _keeps_schema(self, request: dict[str, Any]) -> bool:
        if "response_format" in request:
            strict = request["response_format"].get("type") == "json_schema"
            kept = self.script.response_format if strict else self.script.json_object
            return kept and asked_schema(request) is not None
        return self.script.structured_outputs and "structured_outputs" in request

    def _free_text(self, request: dict[str, Any]) -> str:
        return words(request) if self.script.seed else f"{words(request)} {self.counts['requests']}"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=0)
    asyncio.run(ScriptedServer().serve(options.parse_args().port))


if __name__ == "__main__":
    main()
