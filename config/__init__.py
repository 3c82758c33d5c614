"""Composition root: the only package that knows everyone. Celery looks for `config.celery` through this name."""

import ctypes
import gc

# Before the product is imported, whose objects stay: looking through them for garbage every 700 new ones, as Python
# does by itself, took 14 % of the processor time of a start (`manage.py check`: 4.3 s, now 3.7).
gc.set_threshold(50_000)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""

# All threads take memory from one place. glibc gives each thread a place of its own, and what a judging has given back
# there is no use to the other threads: tens of megabytes for each.
if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):  # glibc only
    mallopt(_ARENA_MAX, 1)
