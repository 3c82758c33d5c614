"""The beat: one that goes on when the clock is set back, and the one of the production shape, whose health can be seen
from outside."""

from __future__ import annotations

import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

from config.workers.heartbeat import touch_heartbeat_file

SET_BACK_S = 1.0


class SteadyScheduler(Scheduler):
    """Celery's own sends nothing until the clock shows the time again at which it sent last."""

    _seen = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        seen, self._seen = self._seen, time.time()
        if self._seen < seen - SET_BACK_S:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        return super().tick(*args, **kwargs)


class WatchedScheduler(SteadyScheduler):
    """Touches the heartbeat file whenever the broker took a task, so every ten seconds while all is well."""

    def apply_async(self, entry: ScheduleEntry, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(entry, *args, **kwargs)
        touch_heartbeat_file()
        return sent
