"""What pytest-xdist hands to which worker, and in which order: whole files, and those that take longest first.

A file's fixtures are then made once, not once a worker, and no long file is begun when all others are done. This stands
in for `--dist loadgroup`, which puts nothing together under pytest 9.2: xdist 3.8 writes a node id that nobody reads
any more (pytest-xdist 1386).
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

FLEET = "tests/fleet/"
"""One piece of work, for its files share the fleet."""

LONGEST_FIRST = (
    FLEET,
    "tests/config/embedded/test_first_start.py",
    "tests/journeys/test_ruling.py",
    "tests/journeys/test_reviewing.py",
    "tests/config/embedded/test_killed.py",
    "tests/journeys/test_selecting.py",
    "tests/config/embedded/test_serve.py",
    "tests/platform/pages/test_browser.py",
    "tests/journeys/test_accessible.py",
    "tests/evals/test_golden.py",
    "tests/journeys/",
    "tests/config/",
    "tests/orchestration/site/test_pages.py",
    "tests/query_analysis/site/test_pages.py",
    "tests/evidence/",
    "tests/platform/",
    "tests/response/",
    "tests/desk/",
)
"""Beginnings of node ids. What is not named here takes seconds at most."""


def _place(item: pytest.Item) -> int:
    nodeid = item.nodeid  # put together at every look
    beginnings = enumerate(LONGEST_FIRST)
    return next((place for place, start in beginnings if nodeid.startswith(start)), len(LONGEST_FIRST))


class WholeFiles(LoadFileScheduling):  # type: ignore[misc]
    """Files as pieces of work, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return FLEET if nodeid.startswith(FLEET) else str(super()._split_scope(nodeid))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WholeFiles:
    config.option.loadscopereorder = False  # it would begin with the files of most tests
    return WholeFiles(config, log)
