"""`manage.py mcp`: the gates as tools for assistants that speak the Model Context Protocol."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded.var_dir import read_run
from config.mcp.server import InstanceApi, build_server


class Command(BaseCommand):
    help = "Serve the gates as MCP tools of a running instance, over stdio or, with --http, over streamable HTTP."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", help="the instance (default: COUNTERSIGN_URL, else the one that runs here)")
        parser.add_argument("--http", action="store_true", help="streamable HTTP at /mcp; each call brings its own key")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on with --http")
        parser.add_argument("--port", type=int, default=8001, help="port to listen on with --http")

    def handle(self, *args: Any, **options: Any) -> None:
        running = read_run(Path(getattr(settings, "VAR", "var")))
        url = options["url"] or os.environ.get("COUNTERSIGN_URL") or running.get("url", "")
        url = url.rstrip("/").removesuffix("/api/v1")
        if not url:
            raise CommandError("No instance runs here. Start one, or name it with --url.", returncode=2)
        if options["http"]:
            server = build_server(InstanceApi(url, None))
            server.run("streamable-http", host=options["host"], port=options["port"], stateless_http=True)
            return
        key = os.environ.get("COUNTERSIGN_API_KEY") or (running.get("api_key", "") if url == running.get("url") else "")
        if not key:
            raise CommandError("Give a key in COUNTERSIGN_API_KEY; create_api_key makes one.", returncode=2)
        build_server(InstanceApi(url, key)).run("stdio")
