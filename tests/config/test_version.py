"""`manage.py version`, a word that Django would answer itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.serving import MANAGE, environment


@pytest.mark.parametrize("word", ["version", "--version"])
def test_the_version_is_said_without_a_database(word: str, tmp_path: Path) -> None:
    nowhere = environment(tmp_path / "var", COUNTERSIGN_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    nowhere["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
    command = [sys.executable, str(MANAGE), word, "--json"]
    said = json.loads(subprocess.run(command, env=nowhere, capture_output=True, text=True, check=True).stdout)
    assert {"countersign", "python", "django", "database"} <= set(said)
