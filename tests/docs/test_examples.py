"""Every curl call of the pages is run as it stands there, against a live instance."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.utils import timezone

from tests.live import Site
from validation.platform.keys import create_api_key

ROOT = Path(__file__).resolve().parents[2]
INTEGRATIONS = [f"docs/integrations/{name}.md" for name in ("gateways", "http", "streaming")]
REFERENCE = [f"docs/{name}.md" for name in ("beliefs", "gates", "pipelines", "retrieval", "webhooks")]
PAGES = ("README.md", *REFERENCE, *INTEGRATIONS)
FAILING = 'curl() { command curl --fail-with-body --silent --show-error "$@"; }\n'


@pytest.fixture
def key(transactional_db: None) -> str:
    scopes = ["ingest", "read", "admin"]
    return create_api_key(name="test", pipeline="default", scopes=scopes, by="test", now=timezone.now())[1]


def test_every_call_of_the_pages_is_answered(asgi_server: Site, worker: None, key: str) -> None:
    env = {"KEY": key, "PATH": "/usr/local/bin:/usr/bin:/bin"}
    for page in PAGES:
        blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
        calling = [block for block in blocks if "curl" in block]
        assert calling, page
        for block in calling:
            calls = re.sub(r"^(KEY=|.*manage\.py).*$", "", block, flags=re.MULTILINE)
            script = FAILING + calls.replace("http://127.0.0.1:8000", asgi_server.url)
            ran = subprocess.run(["bash", "-ec", script], check=False, env=env, capture_output=True, text=True)
            assert ran.returncode == 0, (page, ran.stdout, ran.stderr)
            assert "event: error" not in ran.stdout
