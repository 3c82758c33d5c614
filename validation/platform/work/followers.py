"""What features above the gates do when an attempt is decided, and when a ruling becomes final: inside the same
transaction, in the order of their registration. A gate and the desk need not know who follows them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from validation.domain.policy import PolicyDocument
from validation.models import Attempt, Judgement, RulingRecord

AFTER_DECISION: list[Callable[[Attempt, Judgement, PolicyDocument, datetime], None]] = []
"""`(attempt, judgement, policy, now)`: the judgement is in force, the attempt as it is stored now."""
AFTER_RULING: list[Callable[[RulingRecord, datetime], None]] = []
