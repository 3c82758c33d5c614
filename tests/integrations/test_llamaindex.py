"""The LlamaIndex example with the real library against a live instance (`make gateways`)."""

from __future__ import annotations

import os
import subprocess

from django.utils import timezone

from tests.integrations.programs import PROGRAMS, ROOT, needs_programs
from tests.live import Site
from validation.platform.keys import create_api_key

pytestmark = needs_programs


def test_an_answer_of_a_query_engine_is_revised_until_it_is_approved(asgi_server: Site, worker: None) -> None:
    scopes = ["ingest", "read"]
    key = create_api_key(name="rag", pipeline="shop", scopes=scopes, by="test", now=timezone.now())[1]
    client = ROOT / "clients" / "python"
    said = subprocess.run(
        [str(PROGRAMS / "python"), str(client / "examples" / "llamaindex_query.py")],
        env={
            "COUNTERSIGN_URL": asgi_server.url,
            "COUNTERSIGN_API_KEY": key,
            "PYTHONPATH": str(client / "src"),
            "HOME": os.environ.get("HOME", "/"),
            "NLTK_DATA": "/nonexistent",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert said.stdout.splitlines() == [
        "REVISE -> APPROVE",
        "The museum opens at 10:00 on Sundays (source_ref: hours#1).",
    ], said.stderr
