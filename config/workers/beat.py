"""Schedulers of the beat: one that keeps running when the clock is set back, and for production one that also touches a
heartbeat file."""

from __future__ import annotations

import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from config.workers.heartbeat import touch_heartbeat_file

SET_BACK_S = 1.0


class SteadyScheduler(Scheduler):
    """After the clock is set back, Celery's own scheduler sends nothing until the time of its last run comes again."""

    _seen = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        seen, self._seen = self._seen, time.time()
        if self._seen < seen - SET_BACK_S:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        return super().tick(*args, **kwargs)


class WatchedScheduler(SteadyScheduler):
    """Touches the heartbeat file whenever the broker accepts a task, normally every ten seconds."""

    def apply_async(self, entry: ScheduleEntry, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(entry, *args, **kwargs)
        touch_heartbeat_file()
        return sent
