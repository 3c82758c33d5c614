"""Checks what a subagent returned, and whether the artifacts it names exist. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unicodedata import normalize

from django.core.management.base import CommandParser
from rich.console import Console

from validation.management.output import GateCommand, bad_input, read_text, show_errors
from validation.orchestration.actions.returns import ReturnSubmission, check_return
from validation.orchestration.gate.returns import artifact_path, leaves_root
from validation.orchestration.queries.orchestration import parsed, profile_named
from validation.platform.policies import policy_in_force


class Command(GateCommand):
    help = "Check a subagent's return in FILE. Exit 0 when valid, 1 when not, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what the subagent returned")
        parser.add_argument("--session-id", required=True, metavar="S", help="the id that was handed over")
        parser.add_argument("--root", type=Path, metavar="DIR", help="where artifacts are; without it nobody looks")
        parser.add_argument("--profile", default="v1", metavar="NAME", help="return profile (default: v1)")

    def run(self, *, file: Path, session_id: str, root: Path | None, profile: str, **_: Any) -> tuple[Any, bool]:
        if root is not None and not root.is_dir():
            bad_input(f"{root} is no folder. Name the one that artifact paths are relative to.")
        raw = read_text(file)
        submission = ReturnSubmission(
            raw=raw,
            expected_session_id=session_id,
            profile=profile_named(profile, policy_in_force().read().orchestration),
            existing_artifacts=None if root is None else tuple(existing_artifacts(raw, root)),
        )
        checked, elapsed_ms = check_return(submission)
        data = {
            "valid": checked.valid,
            "errors": [asdict(error) for error in checked.errors],
            "artifacts_checked": checked.artifacts_checked,
            "return": checked.value,
            "elapsed_ms": round(elapsed_ms, 3),
        }
        return data, checked.valid

    def show(self, result: Any, console: Console) -> None:
        verdict = "[bold green]valid[/]" if result["valid"] else "[bold red]not valid[/]"
        looked = "artifacts checked" if result["artifacts_checked"] else "artifacts not checked"
        console.print(f"{verdict}  {looked}  {result['elapsed_ms']:.2f} ms")
        show_errors(result["errors"], console)


def existing_artifacts(raw: str, root: Path) -> Iterator[str]:
    """The artifact paths of the return that name a file or folder inside the root, links followed. Paths that lead out
    of it are never asked for."""
    base = root.resolve()
    artifacts = (parsed(raw) or {}).get("artifacts")
    for artifact in artifacts if isinstance(artifacts, list) else []:
        path = artifact_path(artifact)
        if path is not None and not leaves_root(path) and any(_is_inside(base, form) for form in _forms(path)):
            yield path


def _forms(path: str) -> set[str]:
    """The path as written and with its accents encoded both ways, since file systems keep either."""
    return {path, normalize("NFC", path), normalize("NFD", path)}


def _is_inside(base: Path, path: str) -> bool:
    try:
        return (base / path).resolve(strict=True).is_relative_to(base)
    except (OSError, ValueError, RuntimeError):  # missing, a name no file system takes, a loop of links
        return False
