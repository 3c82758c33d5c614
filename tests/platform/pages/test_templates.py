"""Templates are read by people too: no line is longer than a screen is wide."""

from __future__ import annotations

import pytest
from django.conf import settings

LONGEST = 160
_FOLDER = settings.ROOT / "templates"


@pytest.mark.parametrize("path", sorted(_FOLDER.rglob("*.html")), ids=lambda path: str(path.relative_to(_FOLDER)))
def test_no_line_of_a_template_is_longer_than_a_screen(path):
    long = [number for number, line in enumerate(path.read_text().splitlines(), 1) if len(line) > LONGEST]
    assert not long, f"break these lines: {long}"
