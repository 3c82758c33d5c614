"""Rows that take long to make and that every test of a file reads: made once, gone after the file's last test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.db import transaction

Made = TypeVar("Made")
OnceAFile = Callable[[Callable[[], Made]], Made]


@pytest.fixture(scope="module")
def once_a_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[OnceAFile[Any]]:
    """`once_a_file(work)` does the work in a transaction around those of the tests; what they change stays theirs."""

    def made(work: Callable[[], Made]) -> Made:
        with django_db_blocker.unblock():
            return work()

    with django_db_blocker.unblock(), transaction.atomic():
        with django_db_blocker.block():
            yield made
        transaction.set_rollback(True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a file that do without such rows come first, while there are none."""
    files = {item.path: place for place, item in reversed([*enumerate(items)])}
    items.sort(key=lambda item: (files[item.path], "once_a_file" in getattr(item, "fixturenames", ())))
