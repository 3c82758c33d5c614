"""Composition root: the only package that knows everyone. Celery looks for `config.celery` through this name."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
