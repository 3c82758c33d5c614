"""`manage.py mcp`: the gates as tools for assistants that speak the Model Context Protocol."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from mcp.server.transport_security import TransportSecuritySettings

from config.embedded.var_dir import read_run
from config.mcp.server import InstanceApi, build_server

THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")
ANY_PORT = ("", ":*")


class Command(BaseCommand):
    help = "Serve the gates as MCP tools of a running instance, over stdio or, with --http, over streamable HTTP."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", help="the instance (default: COUNTERSIGN_URL, else the one that runs here)")
        parser.add_argument("--http", action="store_true", help="streamable HTTP at /mcp; each call brings its own key")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on with --http")
        parser.add_argument("--port", type=int, default=8001, help="port to listen on with --http")
        parser.add_argument(
            "--allowed-host",
            action="append",
            default=[],
            metavar="NAME",
            help="host name that a proxy in front hands on, with --http; repeat for several",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        running = read_run(Path(getattr(settings, "VAR", "var")))
        url = options["url"] or os.environ.get("COUNTERSIGN_URL") or running.get("url", "")
        url = url.rstrip("/").removesuffix("/api/v1")
        if not url:
            raise CommandError("No instance runs here. Start one, or name it with --url.", returncode=2)
        if options["http"]:
            server = build_server(InstanceApi(url, None))
            server.run(
                "streamable-http",
                host=options["host"],
                port=options["port"],
                stateless_http=True,
                transport_security=allow_hosts(options["allowed_host"]),
            )
            return
        key = os.environ.get("COUNTERSIGN_API_KEY") or (running.get("api_key", "") if url == running.get("url") else "")
        if not key:
            raise CommandError("Give a key in COUNTERSIGN_API_KEY; create_api_key makes one.", returncode=2)
        build_server(InstanceApi(url, key)).run("stdio")


def allow_hosts(names: list[str]) -> TransportSecuritySettings | None:
    """This machine and `names`. None leaves it to the SDK, which allows this machine alone where it listens on that,
    and any host elsewhere."""
    if not names:
        return None
    hosts = (*THIS_MACHINE, *names)
    origins = (*(f"http://{host}" for host in THIS_MACHINE), *(f"https://{name}" for name in names))
    return TransportSecuritySettings(
        allowed_hosts=[host + port for host in hosts for port in ANY_PORT],
        allowed_origins=[origin + port for origin in origins for port in ANY_PORT],
    )
