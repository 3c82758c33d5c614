"""One fleet for all tests of this folder. It ends with the last of them: an idle one takes time from other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fleet.running import Fleet, running_fleet


@pytest.fixture(scope="package")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with running_fleet(tmp_path_factory.mktemp("fleet")) as running:
        yield running
