"""Text of the review desk: the audit trail as sentences, priorities, effects of rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from validation.desk.queries.item import ActivityEntry, Work
from validation.domain.check import CheckName
from validation.domain.decisions.loop import split_limit
from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority, Ruling
from validation.models import Judgement
from validation.platform.gates import gate_of
from validation.platform.pages.looks import badge_of
from validation.platform.pages.times import span_words
from validation.platform.permissions import can_rule
from validation.response.web.attempt import CheckView
from validation.response.web.lists import proposal_address
from validation.templatetags.look import plain_words

register = template.Library()
register.filter("span", span_words)

MEANINGS = (
    (Priority.CRITICAL, "the judge is away, so nothing is judged until it answers"),
    (Priority.HIGH, "a user waits and only a person can help"),
    (Priority.MEDIUM, "an input or an answer of the judge could not be read"),
    (Priority.LOW, "failed, or to be looked at; no user is waiting"),
)
"""One line per priority, for the help."""
_CAUSES = frozenset(HaltCause)


@register.filter
def why_priority(work: Work) -> str:
    """Completes the sentence `critical, because ...`."""
    if work.escalated:
        return "nobody ruled in time, so it was raised"
    if work.kind == Kind.HALT and work.cause in _CAUSES:
        meaning = HaltCause(work.cause).meaning.rstrip(".")
        return meaning[0].lower() + meaning[1:]
    if work.kind == Kind.FAIL and work.priority == Priority.LOW:
        return "failed; no user is waiting"
    if work.kind == Kind.AUDIT:
        return "an audit; nothing waits for it"
    if work.kind == Kind.WARNING:
        return "a policy asks for a look; no user is waiting"
    return dict(MEANINGS).get(Priority(work.priority), "")


@register.filter
def next_step(work: Work) -> str:
    """What a reviewer can do about a halt, by its cause; empty for other kinds."""
    return HaltCause(work.cause).next_step if work.kind == Kind.HALT and work.cause in _CAUSES else ""


_LONG_ID = re.compile(r"[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_WORDS = {None: "none", True: "yes", False: "no"}

_ACTIVITY = {
    "intervention.opened": "opened it",
    "intervention.claimed": "claimed it",
    "intervention.ruling_made": "ruled",
    "ruling_link.used": "ruled by a signed link",
    "intervention.ruling_undone": "took the ruling back",
    "intervention.ruled": "ruling in force",
    "intervention.answered": "answered the audit",
    "intervention.rejudged": "had it judged again",
    "intervention.requeued": "put it back in the queue, since the judge answers again",
    "intervention.escalated": "raised its priority, since nobody ruled in time",
    "intervention.expired": "closed it, since nobody ruled in time",
    "intervention.commented": "commented",
    "intervention.assigned": "assigned it",
    "intervention.snoozed": "snoozed it",
    "intervention.settled": "closed it: everything in it was judged",
    "query_analysis.validated": "handed the query analysis over",
    "query_analysis.judged_again": "judged the query analysis again",
    "retrieval.received": "handed the retrieval over",
    "retrieval.decided": "judged the retrieval",
    "retrieval.halted": "could not judge the retrieval",
    "retrieval.feedback": "said what is right about the verdict",
    "attempt.received": "submitted the attempt",
    "attempt.decided": "decided the attempt",
    "attempt.halted": "could not judge the attempt",
    "attempt.rejudged": "had the attempt judged again",
}


@register.filter
def activity_words(entry: ActivityEntry) -> str:
    """`ruled: sent to REVISE`; an unknown verb is shown with spaces."""
    words = _ACTIVITY.get(entry.verb, entry.verb.replace(".", " ").replace("_", " "))
    ruling = entry.data.get("ruling")
    if ruling:
        words = f"{words}: {badge_of('ruling', str(ruling)).word}"
    if entry.verb == "intervention.assigned":
        return f"{words} to {entry.data['to']}" if entry.data.get("to") else "assigned it to nobody"
    if entry.verb == "intervention.snoozed" and not entry.data.get("until"):
        return "brought it back to the queue"
    if entry.times > 1:
        return f"{words} ({entry.times} times)"
    count = entry.data.get("subjects") or entry.data.get("attempts")
    return f"{words} ({count} of them)" if isinstance(count, int) and count > 1 else words


@register.filter
def marked_names(pieces: Iterable[tuple[str, str]]) -> SafeString:
    """A comment's text with mentioned names highlighted."""
    plain, marked = "{}", '<strong class="talk-name">{}</strong>'
    return SafeString("".join(format_html(marked if name else plain, text) for text, name in pieces))


@register.filter
def actor_words(by: str) -> str:
    """`gate:query_analysis` becomes `query analysis gate`; names of people and pipelines are unchanged."""
    kind, _, gate = by.partition(":")
    return f"{plain_words(gate)} gate" if kind == "gate" and gate else by


@register.filter
def pairs(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """`{% for name, value in row.data|pairs %}`: `row.data.items` would be the value of a key `items`."""
    return list(data.items())


@register.filter
def detail_text(value: object) -> str:
    """A detail of the audit trail on one line; ids and digests are shortened."""
    if isinstance(value, dict):
        return ", ".join(f"{plain_words(name)} {detail_text(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(detail_text, value)) or "none"
    text = _WORDS.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)
    return f"{text[:8]}…" if _LONG_ID.fullmatch(text) else text


@register.filter
def lines_of(first: str, second: str) -> list[str]:
    """The non-empty ones of two texts."""
    return [text for text in (first, second) if text]


@register.simple_tag
def priority_meanings() -> tuple[tuple[Priority, str], ...]:
    return MEANINGS


@register.filter
def limit_words(why: str) -> str:
    """The loop limit at the start of a reason, if any."""
    return split_limit(why)[0]


@register.filter
def defect(why: str) -> str:
    """A reason without the loop limit at its start, so that lists of failures show what differs."""
    return split_limit(why)[1] or why


@register.filter
def shows_reason(checks: Iterable[CheckView], why: str) -> bool:
    """Whether the lines of a failing check already show the reason of the item."""
    reasons = [check.facts.reason for check in checks if check.fails and check.facts.name != CheckName.CLAIMS_SUPPORTED]
    reasons += [line.message for check in checks if check.fails for line in check.lines[:2]]
    return any(defect(why) in one for one in reasons)


@register.filter
def judge_words(judgement: Judgement) -> str:
    if judgement.judge == "embedded":
        return "the embedded judge"
    return f"the LLM judge ({judgement.model})" if judgement.model else "the LLM judge"


_OF_DRAFT = {
    Ruling.APPROVE: "The user gets the draft as it is.",
    Ruling.APPROVE_EDITED: "The user gets this text instead of the draft.",
    Ruling.REVISE: "Synthesis writes the response again with these hints, as one further attempt.",
    Ruling.RETRY: "The planner starts over with these fixes, as one further attempt.",
    Ruling.CONFIRM_FAIL: "The user gets this message instead of a response.",
    Ruling.DISMISS: "Closes the item; its route stays and no user is told.",
}
_WITHOUT_DRAFT = {
    Ruling.APPROVE: "Tells the pipeline that you approved it; the decision stays on record.",
    Ruling.CONFIRM_FAIL: "Tells the pipeline that you failed it, with this message; the decision stays on record.",
    Ruling.DISMISS: "Closes the item; the decision stays and the pipeline has nothing to do.",
}

_WITHOUT_PIPELINE = {
    Ruling.APPROVE: "Records that you approved it; no pipeline is told.",
    Ruling.CONFIRM_FAIL: "Records that you failed it, with this reason; no pipeline is told.",
    Ruling.DISMISS: "Closes the item; the decision stays.",
}
"""For items without a pipeline."""


@register.filter
def ruling_effect(ruling: str, work: Work) -> str:
    """The effect of a ruling, for its button and form."""
    effects = _OF_DRAFT if gate_of(work.gate).has_drafts else _WITHOUT_DRAFT if work.pipeline else _WITHOUT_PIPELINE
    return effects.get(Ruling(ruling), "")


_ON_EXPIRY = {
    "hold": "it waits on",
    "fail": "it fails, and the user is told so",
    "escalate": "its priority is raised",
    "expire": "it closes without an answer",
}


@register.filter
def for_pipelines(count: int) -> str:
    """The purpose of a message if no user waits."""
    return f"{count} of the items {'has' if count == 1 else 'have'} no user: this is recorded and told to the pipeline."


@register.filter
def minutes(value: timedelta) -> int:
    return int(value.total_seconds() // 60)


@register.filter
def expiry_words(rule: str) -> str:
    return _ON_EXPIRY.get(rule, rule)


@register.simple_tag(takes_context=True)
def propose_belief(context: template.Context, statement: str, pipeline: str, turn_id: str) -> SafeString:
    """`{% propose_belief row.description pipeline.name turn.turn_id %}`: a link; empty without permission or if no gate
    keeps beliefs."""
    if not can_rule(context["request"].user):
        return mark_safe("")
    address = proposal_address(statement=statement, pipeline=pipeline, turn_id=turn_id)
    return format_html('<a href="{}">Propose as a belief</a>', address) if address else mark_safe("")
