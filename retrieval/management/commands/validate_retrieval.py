"""Judges one retrieved set from a file. The verdict is not stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console

from retrieval.actions.configured import configured_judge
from retrieval.domain.result import AnswerPresent
from validation.management.output import GateCommand, bad_input, read_json
from validation.platform.policies import policy_in_force


class Command(GateCommand):
    help = (
        "Judge the `query` and `chunks` in FILE, as POST /retrievals takes them, and print the report. "
        "Exit 0 when an answer is present, 1 when not or on a halt, 2 on bad input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="JSON")

    def run(self, *, file: Path, **_: Any) -> tuple[Any, bool]:
        query, chunks = _submission(read_json(file))
        judge = configured_judge()
        result = judge.judge(query, chunks, policy_in_force().read().retrieval)
        return result.as_document() | {"made_by": judge.name}, result.answer_present is AnswerPresent.YES

    def show(self, result: Any, console: Console) -> None:
        lines = [result["report"], "", result["explanation"]]
        lines += [
            f"- {piece['text']}: {'present' if piece['present'] else 'not present'}" for piece in result["pieces"]
        ]
        lines += [_finding(found) for found in result["findings"]]
        console.print("\n".join(lines).rstrip(), markup=False, soft_wrap=True)


def _finding(found: dict[str, Any]) -> str:
    about = f" ({', '.join(found['chunk_ids'])})" if found["chunk_ids"] else ""
    return f"{found['code']}: {found['message']}{about}"


def _submission(document: Any) -> tuple[str, list[Any]]:
    if not isinstance(document, dict):
        bad_input("The file must hold one object with 'query' and 'chunks'.")
    query, chunks = document.get("query"), document.get("chunks")
    if not isinstance(query, str):
        bad_input("query: a text is expected.")
    if not isinstance(chunks, list):
        bad_input("chunks: a list is expected.")
    return query, chunks
