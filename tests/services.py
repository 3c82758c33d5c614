"""Starts the servers the suite needs before Django reads its settings: a private PostgreSQL and a private Redis.

Loaded with `-p` (pyproject.toml), because pytest-django reads the settings before any conftest. Each pytest-xdist
worker has servers of its own, on random ports of 127.0.0.1, in a temporary folder; they end with it.
`COUNTERSIGN_TEST_DATABASE=sqlite` runs the suite's core on SQLite instead.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import servers

DATABASE_FIXTURES = {"db", "transactional_db"}
SHARED = "COUNTERSIGN_TEST_SHARED"
"""The variable that names a folder of all workers of one run."""
ON_SQLITE = os.environ.get("COUNTERSIGN_TEST_DATABASE", "postgresql") == "sqlite"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Bring the servers up. A wrapper, because pytest-django reads the settings first thing in this same hook."""
    if SHARED not in os.environ:  # the process that hands tests out makes it, and its workers inherit the name
        os.environ[SHARED] = shared = tempfile.mkdtemp(prefix="countersign-shared-")
        atexit.register(shutil.rmtree, shared, ignore_errors=True)
    if _runs_no_test(early_config):
        os.environ["COUNTERSIGN_DATABASE_URL"] = "sqlite:////nonexistent/no-test-runs-here"
    else:
        folder = Path(tempfile.mkdtemp(prefix="countersign-tests-"))
        folder.chmod(0o755)
        # Registered first, so it runs last: the servers are ended before their folder goes.
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _start(folder)
    return (yield)


def _runs_no_test(config: pytest.Config) -> bool:
    """True for --collect-only and for the process that only hands tests out to xdist workers."""
    options = config.known_args_namespace
    if os.environ.get("PYTEST_XDIST_WORKER"):
        return False
    return bool(options.collectonly or options.version or getattr(options, "numprocesses", None))


def _start(folder: Path) -> None:
    redis = servers.start_redis(folder).url
    os.environ["COUNTERSIGN_TEST_REDIS_URL"] = redis
    os.environ["COUNTERSIGN_VAR"] = str(folder / "var")
    os.environ["COUNTERSIGN_DATABASE_URL"] = (
        f"sqlite:///{folder}/test.sqlite3" if ON_SQLITE else servers.start_postgresql(folder).url
    )
    # Sync Playwright keeps an event loop running in the main thread, where the tests use the ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    for name in ("COUNTERSIGN_JUDGE", "COUNTERSIGN_VLLM_URL", "COUNTERSIGN_EMBEDDINGS_URL", "COUNTERSIGN_SECRET_KEY"):
        os.environ.pop(name, None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On SQLite only what touches the database runs: the rest has run already and would come out the same."""
    if not ON_SQLITE:
        return
    left_out = [item for item in items if not _is_core(item)]
    items[:] = [item for item in items if _is_core(item)]
    config.hook.pytest_deselected(items=left_out)


def _is_core(item: pytest.Item) -> bool:
    elsewhere = any(item.get_closest_marker(name) for name in ("postgres", "any_database", "fleet", "browser"))
    fixtures = set(getattr(item, "fixturenames", ()))
    return not elsewhere and (item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES))
