"""Fixtures that every area shares; the heavier ones live beside what they start."""

from __future__ import annotations

pytest_plugins = ["tests.browser", "tests.live", "tests.fleet.running"]
