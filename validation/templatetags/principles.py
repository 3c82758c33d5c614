"""The link from what was learned to a belief that says so."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from validation.platform.permissions import can_rule
from validation.response.web.principles import proposal_address

register = template.Library()


@register.simple_tag(takes_context=True)
def propose_belief(context: template.Context, statement: str, pipeline: str, turn_id: str) -> SafeString:
    """`{% propose_belief row.description pipeline.name turn.turn_id %}`: nothing for those who may not, or where
    nobody keeps any."""
    if not can_rule(context["request"].user):
        return mark_safe("")
    address = proposal_address(statement=statement, pipeline=pipeline, turn_id=turn_id)
    return format_html('<a href="{}">Propose as a belief</a>', address) if address else mark_safe("")
