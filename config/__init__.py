"""Composition root: the only package that knows everyone. Celery looks for `config.celery` through this name."""

from config.allocator import share_one_arena
from config.celery import app as celery_app

share_one_arena()

__all__ = ["celery_app"]
