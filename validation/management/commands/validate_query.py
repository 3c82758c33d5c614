"""Judges one QueryAnalysis from a file. Nothing is stored."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from validation.domain.decisions.bands import shown
from validation.judge.configured import configured_llm_client
from validation.management.output import GateCommand, bad_input, read_json
from validation.query_analysis.actions.query_analyses import AnalysisSubmission, judge_query_analysis
from validation.query_analysis.gate.result import Status, embed_validation


class Command(GateCommand):
    help = (
        "Judge the QueryAnalysis in FILE, or FILE's `raw_query` and `analysis` as the API takes them. "
        "Exit 0 on pass, 1 on retry, clarify or a halt, 2 on bad input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="JSON")
        parser.add_argument("--query", help="the user's words, when FILE holds the analysis alone")

    def run(self, *, file: Path, query: str | None, **_: Any) -> tuple[Any, bool]:
        submission = _submission(read_json(file), query)
        timed = judge_query_analysis(submission, llm_client=configured_llm_client())
        result = timed.judged.result
        validation = result.validation.as_document() if result.validation else None
        data = {
            "analysis": embed_validation(submission.analysis, validation),
            "validation": validation,
            "rules": [{"code": rule.code, "message": rule.message} for rule in result.rules],
            "halt": asdict(result.halt) if result.halt else None,
            "elapsed_ms": round(timed.elapsed_ms, 3),
        }
        return data, result.validation is not None and result.validation.status is Status.PASS

    def show(self, result: Any, console: Console) -> None:
        validation = result["validation"]
        console.print(f"[bold]{validation['status']}[/]  confidence {shown(validation['confidence'])}")
        for number, rule in enumerate(result["rules"], start=1):
            console.print(f"{number}. {rule['message']} ({rule['code']})", markup=False)
        for guidance in validation["retry_guidance"]:
            console.print(f"retry: {guidance}", markup=False)
        if validation["clarification_question"]:
            console.print(f"ask the user: {validation['clarification_question']}", markup=False)


def _submission(document: Any, query: str | None) -> AnalysisSubmission:
    """A document with `analysis` is a whole submission; any other is the analysis, whose query is the one given, else
    its own resolved one."""
    if isinstance(document, dict) and "analysis" in document:
        raw = document.get("raw_query", query or "")
        if not isinstance(raw, str):
            bad_input("raw_query: a text is expected.")
        return AnalysisSubmission(raw, document["analysis"])
    resolved = document.get("resolved_query") if isinstance(document, dict) else None
    return AnalysisSubmission(query or (resolved if isinstance(resolved, str) else ""), document)
