"""Registers trust: hooks after decisions and rulings, the audit pane of the desk, and the drift event."""

from __future__ import annotations

from validation.desk.web.panes import register_pane
from validation.platform.events.events import register_resource
from validation.platform.gates import AFTER_DECISION, AFTER_RULING
from validation.trust.actions.desk_rules import apply_rules
from validation.trust.actions.draws import draw, follow_ruling
from validation.trust.actions.reviews import ask_reviewers
from validation.trust.queries.drift import drift_resources
from validation.trust.web.audit_work import AuditPane


def register() -> None:
    AFTER_DECISION.extend((draw, apply_rules, ask_reviewers))
    AFTER_RULING.append(follow_ruling)
    register_pane(AuditPane())
    register_resource("drift", drift_resources)
