"""The client as it is installed: a wheel of its own, without the product."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent.parent / "clients" / "python"


def test_the_wheel_is_typed_and_needs_no_django(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=PACKAGE, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "countersign_client/py.typed" in zipfile.ZipFile(wheel).namelist()
    look = "import sys, countersign_client as c; print(c.__file__, {'django', 'langgraph', 'config'} & {*sys.modules})"
    said = subprocess.run(
        [sys.executable, "-c", look],
        cwd=tmp_path,
        env={"PYTHONPATH": str(wheel)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.split() == [f"{wheel}/countersign_client/__init__.py", "set()"]
