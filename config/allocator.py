"""How this process takes memory from the system."""

from __future__ import annotations

import ctypes

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""


def share_one_arena() -> None:
    """Lets all threads take memory from one place. glibc gives each thread a place of its own, and what a judging has
    given back there is no use to the other threads: tens of megabytes for each. Elsewhere than on glibc this does
    nothing."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, 1)
