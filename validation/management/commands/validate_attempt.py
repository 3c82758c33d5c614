"""Judges one draft from a folder: context.md and response.md. Nothing is stored."""

from __future__ import annotations

import codecs
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from rich.console import Console
from rich.table import Table
from rich.text import Text

from validation.context_md.parser import parse
from validation.context_md.query import require_query, require_response
from validation.context_md.writer import ValidationBlock, append
from validation.domain.attempt import Submission
from validation.domain.context import Provenance
from validation.domain.decisions.bands import shown
from validation.domain.decisions.decision import DecisionResult
from validation.domain.verdict import Decision
from validation.judge.configured import configured_llm_client
from validation.management.output import GateCommand, bad_input, read_text
from validation.platform.policies import policy_in_force
from validation.response.gate.gate import GateResult, judge_response


class Command(GateCommand):
    help = "Judge DIR/response.md against DIR/context.md. Exit 0 when approved, 1 when not, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dir", type=Path, help="folder with context.md and response.md")
        parser.add_argument("--query", default="", help="what the user typed, word for word")
        parser.add_argument("--write", action="store_true", help="append section 7 to DIR/context.md")

    def run(self, *, dir: Path, query: str, write: bool, **_: Any) -> tuple[Any, bool]:  # noqa: A002 - the contract's name
        if not dir.is_dir():
            bad_input(f"{dir} is no folder. Give one that holds context.md and response.md.")
        context = read_text(dir / "context.md")
        response = read_text(dir / "response.md")
        policy = policy_in_force().read().response
        document = parse(context, Provenance(policy.writes_evidence, query))
        require_query(document)
        require_response(response)
        judged = judge_response(
            Submission(dir.name, context, response, query=query),
            policy=policy,
            llm_client=configured_llm_client(),
            deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE),
        )
        if write and judged.decided is not None:
            _write(dir / "context.md", append(document, [_block(judged.decided)]))
        approved = judged.decided is not None and judged.decided.decision is Decision.APPROVE
        return _as_data(judged), approved

    def show(self, result: Any, console: Console) -> None:
        console.print(f"[bold]{result['decision']}[/]  confidence {shown(result['confidence'])}")
        table = Table("check", "state", "reason", "said by", show_edge=False)
        for check in result["checks"]:
            table.add_row(check["name"], check["state"], Text(check["reason"]), ", ".join(check["said_by"]))
        console.print(table)
        for number, issue in enumerate(result["issues"], start=1):
            console.print(f"{number}. {issue}", markup=False)
        for heading in ("revision_hints", "suggested_fixes"):
            if result[heading]:
                console.print(f"{heading.replace('_', ' ')}: {result[heading]}", markup=False)


def _write(file: Path, text: str) -> None:
    """Keeps the file's byte-order mark, if it has one."""
    encoding = "utf-8-sig" if file.read_bytes().startswith(codecs.BOM_UTF8) else "utf-8"
    file.write_text(text, encoding=encoding, newline="")


def _as_data(judged: GateResult) -> dict[str, Any]:
    decided = asdict(judged.decided) if judged.decided else {}
    return {
        **decided,
        "halt": asdict(judged.halt) if judged.halt else None,
        "claims": [asdict(claim) for claim in judged.report.claims],
        "findings": [asdict(finding) for finding in judged.report.findings],
        "requirements": [asdict(requirement) for requirement in judged.report.requirements],
        "low_trust": judged.report.out_of_domain,
        "judge": asdict(judged.record),
    }


def _block(decided: DecisionResult) -> ValidationBlock:
    return ValidationBlock(
        attempt=1,
        decision=decided.decision,
        confidence=decided.confidence,
        checks={check.name: check.state.holds for check in decided.checks},
        issues=decided.issues,
        notes=decided.notes,
        caveat=decided.caveat,
        revision_hints=decided.revision_hints,
        suggested_fixes=decided.suggested_fixes,
        reason_tags=decided.reason_tags,
        backtracking=decided.backtracking,
    )
