"""The list of finding codes and the detectors agree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import validation.evidence
from validation.domain.codes.lists import FINDING_CODES

FOLDER = Path(validation.evidence.__file__).parent
TREES = [ast.parse(path.read_text()) for path in sorted(FOLDER.rglob("*.py"))]
MAKERS = {"Finding", "_certain", "_form", "_likely", "_unsourced"}


def _made() -> Iterator[str]:
    """What is written as the code where a finding is made."""
    for node in (node for tree in TREES for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            codes = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
            yield from (code.value for code in codes if isinstance(code, ast.Constant))


def test_every_code_is_explained() -> None:
    made = set(_made())
    assert "raw_url" in made
    assert made - FINDING_CODES.keys() == set()


def test_every_explained_code_is_used() -> None:
    written = {node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert FINDING_CODES.keys() - written == set()
