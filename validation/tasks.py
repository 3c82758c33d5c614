"""Where Celery looks for the tasks of this app: each feature has its own."""

from validation.desk import tasks as desk
from validation.notifications import tasks as notifications
from validation.orchestration import tasks as orchestration
from validation.platform import tasks as platform
from validation.query_analysis import tasks as query_analysis
from validation.response import tasks as response
from validation.trust import tasks as trust

__all__ = ["desk", "notifications", "orchestration", "platform", "query_analysis", "response", "trust"]
