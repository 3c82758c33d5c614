"""Clocks of machines differ, and are set back."""

from __future__ import annotations

from datetime import timedelta

MAX_CLOCK_SKEW = timedelta(minutes=1)
"""A time farther ahead than this was written before the clock was set back; clocks of two machines differ less."""
