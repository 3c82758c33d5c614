"""What trust adds to the gates and the desk: it follows decisions and rulings, and shows audits on the desk."""

from __future__ import annotations

from validation.desk.web.panes import register_pane
from validation.platform.events.resource import register_resource
from validation.platform.work.followers import follow_decisions, follow_rulings
from validation.trust.actions.desk_rules import apply_rules
from validation.trust.actions.draws import draw
from validation.trust.actions.reviews import ask_reviewers
from validation.trust.actions.second_rulings import follow_ruling
from validation.trust.queries.drift import drift_resources
from validation.trust.web.audit_pane import AuditPane


def register() -> None:
    follow_decisions(draw)
    follow_decisions(apply_rules)
    follow_decisions(ask_reviewers)
    follow_rulings(follow_ruling)
    register_pane(AuditPane())
    register_resource("drift", drift_resources)
