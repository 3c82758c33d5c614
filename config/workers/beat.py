"""The beat of the production shape, whose health can be seen from outside."""

from __future__ import annotations

from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from config.workers.heartbeat import touch_heartbeat_file


class WatchedScheduler(Scheduler):
    """Touches the heartbeat file whenever the broker took a task, so every ten seconds while all is well."""

    def apply_async(self, entry: ScheduleEntry, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(entry, *args, **kwargs)
        touch_heartbeat_file()
        return sent
