"""Takes the pictures of the guide from a fresh instance with its sample story: `make screenshots`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
UP_WITHIN_S = 120
SIZE = {"width": 1280, "height": 800}
PAGES = {"policies": "/policies/", "pipelines": "/settings/pipelines/"}
STORIES = ROOT / "validation" / "management" / "sample"
SOUND = ("kettle", "changelog", "bike-budget", "trip", "museum", "greeting")
CHECKS = ("claims_supported", "no_hallucinations", "query_addressed", "coherent_format", "source_metadata_present")
AUDITED = 90
"""So many that Trust has figures and a certificate."""
WRONG = 3
"""So many approvals of the least sure story are answered as wrong: the certificate leaves them out."""


@contextmanager
def running_instance() -> Iterator[dict[str, Any]]:
    """What the start wrote about itself: address, sign-in link and key."""
    with tempfile.TemporaryDirectory() as var:
        run_file = Path(var, "run.json")
        command = [sys.executable, "manage.py", "serve", "--sample", "--port", "0"]
        server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "COUNTERSIGN_VAR": var})
        try:
            until = time.monotonic() + UP_WITHIN_S
            while not run_file.exists():
                if server.poll() is not None or time.monotonic() > until:
                    sys.exit("The instance did not start; what it printed is above.")
                time.sleep(0.2)
            yield json.loads(run_file.read_text())
        finally:
            server.terminate()
            server.wait(timeout=30)


def call(instance: dict[str, Any], path: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Authorization": f"Bearer {instance['api_key']}", "Prefer": "wait=30"}
    headers["Content-Type"] = "application/json"
    sent = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(f"{instance['url']}/api/v1{path}", sent, headers)) as answer:
        return json.load(answer)


def fill_audits(instance: dict[str, Any]) -> None:
    """Drafts of another pipeline, drawn and answered as a script would; the last one waits for its answer."""
    call(instance, "/policies", {"document": {"audit": {"approve": 1.0}}, "reason": "Audit every approval for a week."})
    confidences = {}
    for number in range(AUDITED):
        story = STORIES / SOUND[number % len(SOUND)]
        texts = {"context_md": (story / "context.md").read_text(), "response_md": (story / "draft_1.md").read_text()}
        judged = call(instance, "/attempts", {"turn_id": f"turn_{5000 + number:06}", **texts})
        confidences[texts["context_md"]] = judged["confidence"]
    least_sure = min(confidences, key=lambda context: confidences[context])
    right = dict.fromkeys(CHECKS, "right")
    found = 0
    for _ in range(AUDITED - 1):
        waiting = call(instance, "/audits?state=open&limit=2")["items"][-1]
        wrong = found < WRONG and waiting["query"] in least_sure
        found += wrong
        checks = {**right, CHECKS[0]: "wrong"} if wrong else right
        answers = {"checks": checks, "decision": "REVISE" if wrong else "APPROVE"}
        call(instance, f"/audits/{waiting['id']}/answers", answers)


def take_trust(page: Page, instance: dict[str, Any]) -> None:
    fill_audits(instance)
    page.goto(f"{instance['url']}/insights/trust/?pipeline=default&tolerated=8")
    shoot(page, "trust")


def take_pictures(page: Page, instance: dict[str, Any]) -> None:
    page.goto(instance["sign_in_url"])
    page.wait_for_url(f"{instance['url']}/")
    for name, path in PAGES.items():
        page.goto(instance["url"] + path)
        shoot(page, name)
    page.goto(f"{instance['url']}/desk/")
    address = page.locator("a", has_text="find a kitchen radio").first.get_attribute("href")
    page.goto(f"{instance['url']}{address}")
    shoot(page, "desk")
    page.get_by_role("link", name="Attempt 2").first.click()
    page.wait_for_url("**/attempts/**")
    shoot(page, "attempt")
    take_trust(page, instance)


def shoot(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    browser_path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with running_instance() as instance, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        take_pictures(page, instance)
        browser.close()


if __name__ == "__main__":
    main()
