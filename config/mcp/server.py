"""The tools: what each is for, in words that a model chooses by, and what it answers."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

_INSTRUCTIONS = (
    "Countersign checks a draft answer against the evidence it was written from. Call validate_response before you "
    "send an answer; follow `route`: APPROVE sends it, REVISE and RETRY name what to change in `hints`, FAIL and HALT "
    "wait for a person."
)
_SHOWN = (
    "id",
    "turn_id",
    "attempt",
    "state",
    "route",
    "route_reason",
    "decision",
    "enforced",
    "send",
    "final_response_md",
    "confidence",
    "caveat",
    "checks",
    "issues",
    "reason_tags",
    "halt",
    "intervention_id",
    "ruling",
    "links",
)
Answer = dict[str, Any]
WAIT_S = 60
"""Seconds that a tool waits for a decision; the API holds a call no longer."""


def build_server(api: InstanceApi) -> MCPServer:
    """Five tools on the API of one instance."""
    server = MCPServer("countersign", title="Countersign", instructions=_INSTRUCTIONS)
    tools = Tools(api)
    for tool in (
        tools.validate_response, tools.validate_retrieval, tools.preflight, tools.get_decision, tools.get_ruling,
    ):  # fmt: skip
        server.tool()(tool)
    return server


@dataclass(frozen=True, slots=True)
class Tools:
    """What a model calls: names, parameters and docstrings are what it is shown."""

    api: InstanceApi

    async def validate_response(
        self,
        response_md: str,
        ctx: Context[Any, Any],
        question: str | None = None,
        documents: list[dict[str, str]] | None = None,
        messages: list[dict[str, Any]] | None = None,
        context_md: str | None = None,
        turn_id: str | None = None,
    ) -> Answer:
        """Judge a draft answer before it is sent. Evidence is `documents` (objects with id, text, url, title) with
        the user's `question`; or the chat log as `messages`, tool results included; or `context_md`, with the user's
        `question` word for word. Of `messages` the last one of the user is the question, so leave `question` out. Give
        the same `turn_id` when you send a revised draft."""
        if question and messages and not context_md:
            raise ToolError("invalid_body: Leave question out: the last user message in messages is the question.")
        log = messages or ([{"role": "user", "content": question}] if question and not context_md else None)
        body = {
            "turn_id": turn_id or f"mcp:{uuid.uuid4()}",
            "response_md": response_md,
            "context_md": context_md,
            "query": question if context_md else None,
            "messages": log,
            "documents": documents or None,
        }
        return _decision(await self.api.post("/attempts", ctx.headers, body))

    async def validate_retrieval(
        self, query: str, chunks: list[dict[str, Any]], ctx: Context[Any, Any], turn_id: str | None = None
    ) -> Answer:
        """Which of the retrieved chunks (objects with id and text) answer the query, with verbatim quotes, and whether
        the answer is there at all."""
        return await self.api.post("/retrievals", ctx.headers, {"query": query, "chunks": chunks, "turn_id": turn_id})

    async def preflight(
        self,
        command: str,
        ctx: Context[Any, Any],
        arguments: list[str] | None = None,
        schema: dict[str, Any] | None = None,
        task_number: str | None = None,
        todo_md: str | None = None,
        session_id: str | None = None,
        delegation_depth: int | None = None,
        delegation_path: list[str] | None = None,
        target: str | None = None,
    ) -> Answer:
        """Whether a delegation to a subagent may start: the task exists in TODO.md, depth, cycles, session, and the
        arguments against the command's `schema`, such as {"positional": [{"name": "n", "type": "integer"}], "flags":
        [{"name": "--force"}]}; without one only the form of flags is checked. An allowed one registers its session
        id."""
        body = {
            "command": command,
            "arguments": arguments,
            "schema": schema,
            "task_number": task_number,
            "todo_md": todo_md,
            "session_id": session_id,
            "delegation_depth": delegation_depth,
            "delegation_path": delegation_path,
            "target": target,
        }
        return await self.api.post("/preflights", ctx.headers, body)

    async def get_decision(self, attempt_id: str, ctx: Context[Any, Any]) -> Answer:
        """The decision on a draft, by the id that validate_response answered."""
        return _decision(await _attempt(self.api, attempt_id, ctx))

    async def get_ruling(self, attempt_id: str, ctx: Context[Any, Any]) -> Answer:
        """What a person ruled on a draft that waits for one. `ruling` is null while nobody has; it counts once its
        `state` is `final`. `send` says what the user may be given."""
        attempt = await _attempt(self.api, attempt_id, ctx)
        return {name: attempt[name] for name in ("id", "route", "ruling", "send", "final_response_md", "links")}


async def _attempt(api: InstanceApi, attempt_id: str, ctx: Context[Any, Any]) -> Answer:
    return await api.get(f"/attempts/{quote(attempt_id, safe='')}", ctx.headers)


def _decision(attempt: Answer) -> Answer:
    """The attempt without what a model does not need: claims only where they are not supported."""
    hints = attempt["suggested_fixes"] if attempt["route"] == "RETRY" else attempt["revision_hints"]
    unsupported = [
        {"text": claim["text"], "state": claim["state"]}
        for claim in attempt["claims"]
        if claim["state"] in ("unsupported", "contradicted")
    ]
    findings = [{"code": one["code"], "message": one["message"]} for one in attempt["findings"]]
    shown = {name: attempt[name] for name in _SHOWN if name in attempt}
    return shown | {"hints": hints, "unsupported_claims": unsupported, "findings": findings}


@dataclass(frozen=True, slots=True)
class InstanceApi:
    """`key` is None where each call has to bring its own."""

    url: str
    key: str | None

    async def get(self, path: str, headers: Mapping[str, str] | None) -> dict[str, Any]:
        return await self._ask("GET", path, headers, None)

    async def post(self, path: str, headers: Mapping[str, str] | None, body: dict[str, Any]) -> dict[str, Any]:
        return await self._ask("POST", path, headers, {name: one for name, one in body.items() if one is not None})

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str] | None, body: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Raises ToolError with the problem's code and what to do."""
        given = {"Prefer": f"wait={WAIT_S}", **self._authorization(headers)}
        sent = httpx.Headers(given, encoding="latin-1")  # as the caller's came: any byte may stand there
        try:
            async with httpx.AsyncClient(base_url=f"{self.url}/api/v1", timeout=WAIT_S + 30, trust_env=False) as http:
                response = await http.request(method, path, json=body, headers=sent)
        except httpx.TransportError as error:
            raise ToolError(f"No instance answers at {self.url}. Start one, or name another with --url.") from error
        answer = _json(response)
        if not response.is_success:
            raise ToolError(
                f"{answer.get('code', response.status_code)}: {answer.get('detail', response.reason_phrase)}"
            )
        if not answer:
            raise ToolError(f"{self.url} is no instance of Countersign: it sent no JSON object. Check --url.")
        return answer

    def _authorization(self, headers: Mapping[str, str] | None) -> dict[str, str]:
        if self.key is not None:
            return {"Authorization": f"Bearer {self.key}"}
        given = (headers or {}).get("authorization", "")
        return {"Authorization": given} if given else {}


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
