"""Fixtures that every area shares; the heavier ones live beside what they start."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

# An example that took long says that the machine is busy; what must be quick has tests that measure it.
settings.register_profile("suite", settings.default, deadline=None, max_examples=60)
# `--hypothesis-profile thorough` is for whoever changed how hostile text is read.
settings.register_profile("thorough", settings.default, deadline=None, max_examples=10_000)
settings.load_profile("suite")

pytest_plugins = [
    "tests.api_client",
    "tests.browser",
    "tests.live",
    "tests.no_network",
    "tests.rows",
    "tests.signed_in_pages",
]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Eleven thousand tests and the modules they import stay to the end: the garbage collector need not look at them,
    neither while they are collected nor ever after."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The databases end with their servers (tests.services): nobody needs to take them away."""
    return True


@pytest.fixture(scope="module", autouse=True)
def celery_app_stays_ours() -> Iterator[None]:
    """A Celery app that a test makes is everybody's, unless it says `set_as_current=False`: tests of other modules
    would send their messages to its broker."""
    yield
    from celery import current_app

    from config.celery import app

    assert current_app._get_current_object() is app
