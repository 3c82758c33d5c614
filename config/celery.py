"""The Celery application: four queues by kind of work, and the beat that keeps rows moving.

`judging` waits for an LLM (I/O), `evidence` computes, `delivery` calls webhooks, `housekeeping` runs periodic tasks. A
message only wakes a worker; the row it names is authoritative, so a lost or repeated message does no harm.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import (
    setup_logging,
    worker_init,
    worker_process_init,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

QUEUES = ("judging", "evidence", "delivery", "housekeeping")

app = Celery("countersign")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue(name) for name in QUEUES]
app.autodiscover_tasks()
app.autodiscover_tasks(["config.ops"], related_name="otlp_metrics")


def _every(seconds: float, task: str, queue: str) -> dict[str, Any]:
    # A tick that no worker took before the next one is due expires, so that ticks do not pile up without workers.
    return {"task": task, "schedule": seconds, "options": {"queue": queue, "expires": seconds}}


def _at(times: crontab, task: str, queue: str) -> dict[str, Any]:
    return {"task": task, "schedule": times, "options": {"queue": queue}}


app.conf.beat_schedule = {
    "sweep": _every(10.0, "validation.platform.tasks.sweep", "housekeeping"),
    "settle": _every(2.0, "validation.desk.tasks.finalize_rulings", "housekeeping"),
    "deliver_due": _every(5.0, "validation.platform.tasks.deliver_due", "delivery"),
    "recover": _every(15.0, "validation.platform.tasks.recover", "judging"),
    "heartbeat": _every(10.0, "validation.platform.tasks.heartbeat", "housekeeping"),
    "chain_audit": _every(10.0, "validation.platform.tasks.chain_audit", "housekeeping"),
    "notify": _every(60.0, "validation.notifications.tasks.notify", "delivery"),
    "expire": _every(60.0, "validation.desk.tasks.expire", "housekeeping"),
    "expire_audits": _every(60.0, "validation.trust.tasks.expire_audits", "housekeeping"),
    "judge_gold": _every(60.0, "validation.trust.tasks.judge_gold", "evidence"),
    "run_comparisons": _every(60.0, "validation.trust.tasks.run_comparisons", "evidence"),
    "fold_tallies": _every(60.0, "validation.platform.tasks.fold_tallies", "housekeeping"),
    "forget_expired_sessions": _every(60.0, "validation.orchestration.tasks.forget_expired_sessions", "housekeeping"),
    "queue_lessons": _every(60.0, "validation.response.tasks.queue_lessons", "housekeeping"),
    "send_metrics": _every(60.0, "config.ops.otlp_metrics.send_metrics", "housekeeping"),
    # Every night at three, when traffic is low.
    "prune": _at(crontab(minute="0", hour="3"), "validation.platform.tasks.prune", "housekeeping"),
    # Hourly: counts each day once, soon after it ended, and catches up on days missed.
    "watch_drift": _at(crontab(minute="20"), "validation.trust.tasks.watch_drift", "evidence"),
    # On the first of the month at four, when the embedder is idle.
    "audit_beliefs": _at(crontab(minute="0", hour="4", day_of_month="1"), "beliefs.tasks.audit", "evidence"),
    "trim_vectors": _every(3600.0, "retrieval.tasks.trim_vectors", "housekeeping"),
}


@setup_logging.connect
def _keep_our_logging(**kwargs: Any) -> None:
    """Having a receiver keeps Celery from installing its own handlers next to config.ops.logs."""


@worker_init.connect
def _hear_the_consumer(**_: Any) -> None:
    # Imported here because these modules read the settings, which are incomplete above; and no later, because the
    # consumer checks only once, when it is created, whether its heartbeat signal has receivers.
    from config.workers import heartbeat, shutdown

    assert heartbeat
    assert shutdown  # loaded now, so that the signal handler does not import from disk


@worker_process_init.connect
@worker_init.connect
def _send_telemetry(**_: Any) -> None:
    from config.ops import telemetry

    telemetry.begin()


@worker_ready.connect
def _watch(**_: Any) -> None:
    from config.workers import circuit_watch, heartbeat

    circuit_watch.begin("worker")
    heartbeat.begin(list(app.amqp.queues.consume_from))


@worker_shutdown.connect
def _end_watch(**_: Any) -> None:
    from config.workers import shutdown, watch

    watch.end()
    shutdown.leave_when_stopped()


@worker_process_init.connect
def _listen_for_the_end(**_: Any) -> None:
    from config.workers import shutdown

    shutdown.listen_for_the_end()


@worker_shutting_down.connect
def _begin_to_end(**_: Any) -> None:
    from config.workers import shutdown

    shutdown.begin_to_end()
