"""The probe where people press it: the settings page and the command, both at a real endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from tests.desk.people import client_of
from tests.llm_server.process import LlmServer
from validation.platform.permissions import Role

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"


def pressed() -> str:
    return client_of(Role.ADMIN).post("/settings/judge/probe/").content.decode()


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Exit status and what was printed."""
    try:
        call_command("probe_judge", *arguments)
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    return status, capsys.readouterr().out


@pytest.mark.django_db
def test_the_button_says_what_the_endpoint_can_do(configured: LlmServer) -> None:
    page = pressed()
    for said in ("can judge", "scripted is served.", "The model answers.", "Enforced through response_format.",
                 "/tokenize counts", "The same seed gave the same text twice."):  # fmt: skip
        assert said in page


@pytest.mark.django_db
def test_the_button_says_what_to_change(configured: LlmServer) -> None:
    configured.script(response_format=False)
    page = pressed()
    assert "cannot judge" in page
    assert "COUNTERSIGN_VLLM_STRUCTURED=structured_outputs" in page


@pytest.mark.django_db
def test_the_button_says_that_nobody_answers(configured: LlmServer, settings: Settings) -> None:
    settings.COUNTERSIGN_VLLM_URL = "http://127.0.0.1:1"
    page = pressed()
    assert "cannot judge" in page
    assert "The judge cannot be reached" in page


def test_the_command_ends_well_at_an_able_endpoint(configured: LlmServer, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = told(capsys)
    assert status == 0
    assert "Usable as a judge." in printed


def test_the_command_speaks_json(configured: LlmServer, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = told(capsys, "--json")
    report = json.loads(printed)
    assert (status, report["usable"], report["structured"], len(report["steps"])) == (0, True, "response_format", 5)


def test_the_command_ends_with_one_at_an_unable_endpoint(
    configured: LlmServer, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.script(response_format=False, structured_outputs=False)
    assert told(capsys)[0] == 1


def test_the_command_ends_with_two_where_no_llm_is_configured(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys)[0] == 2


def test_the_shell_prints_the_report_and_no_lines_of_the_calls(llm: LlmServer, tmp_path: Path) -> None:
    llm.script()
    chosen = {"VAR": str(tmp_path), "VLLM_URL": llm.url, "VLLM_MODEL": "scripted"}
    env = os.environ | {f"COUNTERSIGN_{name}": value for name, value in chosen.items()}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    ran = subprocess.run(
        [sys.executable, str(MANAGE), "probe_judge"], check=False, env=env, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
