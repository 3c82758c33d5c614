"""The HTTP API of a running instance, asked with the key of whoever calls a tool.

Tools go through the API and not through the database, so that keys, scopes, limits and the audit log hold as they do
there, and the instance's own workers judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
from mcp.server.mcpserver.exceptions import ToolError

WAIT_S = 60
"""Seconds that a tool waits for a decision; the API holds a call no longer."""


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
        told = _json(response)
        if not response.is_success:
            raise ToolError(f"{told.get('code', response.status_code)}: {told.get('detail', response.reason_phrase)}")
        return told

    def _authorization(self, headers: Mapping[str, str] | None) -> dict[str, str]:
        if self.key is not None:
            return {"Authorization": f"Bearer {self.key}"}
        given = (headers or {}).get("authorization", "")
        return {"Authorization": given} if given else {}


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        told = response.json()
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
