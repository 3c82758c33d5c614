"""`manage.py serve`: the embedded mode. Site, tasks and clock in one process, nothing to install beside it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack, nullcontext, suppress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config import env
from config.celery import app as celery_app
from config.embedded import memory_broker, serving, var_dir
from config.embedded.sample_story import is_story_wanted, loading_story
from config.ops.schema import missing_migrations, unknown_migrations

COMPUTING = 4
OTHER_WORK = 4


class Command(BaseCommand):
    help = "Run everything in one process: the site, the tasks and the clock."
    requires_system_checks = ()
    _left_behind: Callable[[], bool] = staticmethod(lambda: False)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=None, help="port to listen on (default: PORT, else 8000)")
        parser.add_argument("--sample", action="store_true", help="load the sample story if no turn was received yet")
        parser.add_argument("--threads", type=int, default=None, help="tasks at work at once (default: enough)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CELERY_BROKER_URL != memory_broker.URL:
            raise CommandError("serve is the embedded mode; these settings want web, worker and beat.", returncode=2)
        port = settings.ENVIRONMENT.port if options["port"] is None else options["port"]
        threads = options["threads"] or _enough_threads()
        os.umask(var_dir.OWNER_ONLY_UMASK)
        serving.end_on_signals()
        with suppress(serving.Shutdown):
            env.or_exit(lambda: self._run(options["host"], port, threads, sample=options["sample"]))
        if self._left_behind():
            sys.stdout.flush()
            os._exit(0)  # Python would wait for the threads of the pool

    def _run(self, host: str, port: int, threads: int, *, sample: bool) -> None:
        with ExitStack() as at_the_end:
            listener = at_the_end.enter_context(serving.listen(host, port))
            at_the_end.enter_context(var_dir.only_one(settings.VAR))
            _migrate()
            # Before there is a worker; beside the imports, which take a second.
            with loading_story() if sample and is_story_wanted() else nullcontext(), serving.held_back():
                # Only now: a busy port need not wait for the gates and the site.
                from config.asgi import application
                from config.embedded import owner
                from config.embedded.worker import Clock, Worker, enqueue_undecided
                from config.workers import watch

            at_the_end.callback(watch.end)
            worker, clock = Worker(celery_app, concurrency=threads), Clock(celery_app)
            self._left_behind = lambda: not worker.stopped
            for part in (worker, clock):
                part.start()
                at_the_end.callback(part.stop)
            enqueue_undecided()
            url, now = serving.base_url(host, listener), timezone.now()
            signing_in, key = owner.sign_in_url(url, now=now), owner.api_key(settings.VAR, now=now)
            run = var_dir.Run(url=url, sign_in_url=signing_in, api_key=key, pid=os.getpid())
            at_the_end.callback(var_dir.withdraw, settings.VAR)
            serving.serve(application, listener, when_up=lambda: self._announce(run))

    def _announce(self, run: var_dir.Run) -> None:
        var_dir.announce(settings.VAR, run)
        self.stdout.write(
            f"Countersign is up at {run.url} (judge: {settings.COUNTERSIGN_JUDGE})\n"
            f"  sign in  {run.sign_in_url}   (works once)\n"
            f"  API key  {run.api_key}\n"
            f"  API page {run.url}/api/v1/docs\n"
            "Ctrl-C ends it; nothing is lost."
        )
        sys.stdout.flush()


def _enough_threads() -> int:
    """An LLM is waited for, so every request in flight has its thread; computing gains nothing from more."""
    judging = settings.COUNTERSIGN_JUDGE_CONCURRENCY if settings.COUNTERSIGN_JUDGE == "vllm" else COMPUTING
    return int(judging) + OTHER_WORK


def _migrate() -> None:
    """Bring the database up to date. Asking is much faster than migrating to find out."""
    with serving.held_back():
        executor = MigrationExecutor(connection)
    if unknown := unknown_migrations(executor):
        raise env.BadEnvironment(
            f"the database is of a newer version ({', '.join(unknown)}); start that one, or restore a backup of before."
        )
    if missing_migrations(executor):
        call_command("migrate", interactive=False, verbosity=0)
