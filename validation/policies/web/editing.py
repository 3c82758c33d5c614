"""The pages for editing a policy: the form, the replay of a draft, publishing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError, FieldError, InputRejected
from validation.domain.policy import PolicyDocument, read_policy
from validation.models import Policy
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.page import acting, render_page
from validation.platform.pages.parameters import read_number
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.policies import latest_number, policy_in_force, policy_of
from validation.platform.replay import ReplayScope
from validation.policies.actions import policies as act
from validation.policies.queries.gate_replay import UNCHANGED, GateReplay, drafts_of_pipelines, replay_gates
from validation.policies.queries.replay import Replay, replay_policy
from validation.policies.web.policies import (
    chart_of,
    for_pipeline,
    page_frame,
    pipeline_acted_on,
    pipeline_shown,
    published,
)
from validation.policies.web.policy_fields import (
    Change,
    changes,
    flat,
    label_of,
    left_alone,
    read_document,
    title_of,
    with_labels,
)
from validation.policies.web.policy_form import PolicyForm
from validation.policies.web.policy_rows import without_index
from validation.response.web.blind import hidden_from


@admin_form
def edit_policy(request: HttpRequest) -> HttpResponse:
    """Checks the draft first and publishes it in a second step. A refusal shows the form as typed, with the reason."""
    pipeline = pipeline_shown(scope_of(request))
    after = latest_number()
    in_force = policy_in_force(pipeline)
    base = in_force.read()
    if request.method != "POST":
        return _proposed(request, base)
    posted = _brought_up(request, in_force)
    document = read_document(posted, base)
    form = PolicyForm(base, posted)
    try:
        _check_unmoved(request, in_force.number)
        draft = read_policy(document)
        if request.POST.get("step") != "publish":
            form.fields["reason"].widget.attrs["autofocus"] = True  # the next step, publishing, needs only the reason
            return _draft(request, form, draft)
        pipeline = pipeline_acted_on(scope_of(request))
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        made = act.publish(document=document, reason=reason, pipeline=pipeline, after=after, **acting(request))
    except DomainError as error:
        return _draft(request, PolicyForm(base, posted, error.fields), _readable(document), error)
    message = f"Policy {made.number} is in force{for_pipeline(made)}."
    return published(request, made, message, draft=_draft_key(request, base))


def _proposed(request: HttpRequest, base: PolicyDocument) -> HttpResponse:
    """The form with the policy in force, plus values from the query string. A link can propose a draft, never publish
    one."""
    proposed = _proposals(request, base)
    if not proposed:
        return _draft(request, PolicyForm(base), None)
    sent = {**flat(base), **proposed}
    try:
        return _draft(request, PolicyForm(base, sent), read_policy(read_document(sent, base)))
    except InputRejected as error:
        return _draft(request, PolicyForm(base, sent, error.fields), None, error)


def _proposals(request: HttpRequest, base: PolicyDocument) -> dict[str, str]:
    return {path: request.GET[path][:40] for path in flat(base) if path in request.GET}


def _draft_key(request: HttpRequest, base: PolicyDocument) -> str:
    """The key under which the browser stores a draft, by pipeline and by the values proposed in the link."""
    pipeline = scope_of(request).pipeline
    return f"policy:{pipeline}:{urlencode(_proposals(request, base))}"


@admin_action
def replay_draft(request: HttpRequest) -> HttpResponse:
    """The fragment with what the draft would flip, and the histogram with its thresholds."""
    frame = page_frame(request)
    in_force = policy_of(frame["scope"].pipeline)
    base = in_force.read()
    context: dict[str, Any] = {**frame, "in_force": in_force}
    try:
        document = read_policy(read_document(_brought_up(request, in_force), base))
    except InputRejected as error:
        context |= {"draft_errors": [_problem(one) for one in error.fields], "chart": chart_of(request, frame, base)}
        return render_page(request, "policies/_draft_swapped.html", context)
    draft = _replay(request, document, in_force, frame["scope"])
    context |= {"draft": draft, "chart": chart_of(request, frame, base, draft=document)}
    return render_page(request, "policies/_draft_swapped.html", context)


def _problem(error: FieldError) -> str:
    inside = [path for path in flat(PolicyDocument()) if path.rpartition(".")[0] == error.field]
    return f"{_place(error.field)}: {with_labels(error.message, inside)}."


def _place(field: str) -> str:
    """The label of a field after its section's title, with the number of the row in a list. An error of a whole section
    has the title only."""
    field, row = without_index(field)
    if row is not None:
        return f"{title_of(field)}: {label_of(field)}, row {row + 1}"
    return f"{title_of(field)}: {label_of(field)}" if field in flat(PolicyDocument()) else label_of(field)


def _check_unmoved(request: HttpRequest, number: int) -> None:
    """Raises Conflict `policy_moved` if the form was based on an older policy: it would revert a colleague's change."""
    if request.POST.get("based_on") != str(number):
        raise ProblemCode.POLICY_MOVED.error("page", number=number, status=422)


def _brought_up(request: HttpRequest, in_force: Policy) -> Mapping[str, str]:
    """What was typed; what a form of an older policy left as it was there is as in force now. Else publishing it after
    the refusal would undo a colleague's change."""
    number = read_number(request.POST.get("based_on", ""))
    older = Policy.objects.filter(number=number).first() if number not in (None, in_force.number) else None
    return left_alone(request.POST.dict(), older.read(), in_force.read()) if older else request.POST


def _readable(document: Any) -> PolicyDocument | None:
    try:
        return read_policy(document)
    except InputRejected:
        return None


def _draft(
    request: HttpRequest, form: PolicyForm, draft: PolicyDocument | None, error: DomainError | None = None
) -> HttpResponse:
    frame = page_frame(request)
    pipeline = pipeline_shown(frame["scope"])
    in_force = policy_in_force(pipeline)
    context = {
        **frame,
        "in_force": in_force,
        "pipeline": pipeline,
        "next_number": latest_number() + 1,
        "form": form,
        "draft_key": _draft_key(request, form.base),
        "chart": chart_of(request, frame, form.base, draft=draft),
        "draft": _replay(request, draft, in_force, frame["scope"]) if draft else None,
        "refusal": error.detail if error and "reason" not in form.problems else "",
    }
    return render_page(request, "policies/edit.html", context, status=422 if error else 200)


@dataclass(frozen=True, slots=True)
class Draft:
    """`replay` is None if the response section is unchanged; `gates` holds the other gates whose section differs.
    Changes of the remaining sections only affect the future."""

    changes: tuple[Change, ...]
    replay: Replay | None
    gates: tuple[GateReplay, ...]

    @property
    def only_later(self) -> bool:
        """Whether something changed, but nothing that a stored decision depends on."""
        return bool(self.changes) and self.replay is None and not self.gates


def _replay(request: HttpRequest, document: PolicyDocument, in_force: Policy, scope: Scope) -> Draft:
    """Attempts of turns with one whose verdict the person must not see yet are counted but not listed."""
    base, hidden = in_force.read(), hidden_from(request)
    own = UNCHANGED if scope.pipeline else drafts_of_pipelines(document)
    wanted = ReplayScope(scope.pipeline, scope.since)
    replay = None
    if document.response != base.response:
        replay = replay_policy(document, wanted, in_force=in_force.number, own=own)
        flows = (
            replace(flow, items=tuple(one for one in flow.items if one.attempt_id not in hidden))
            for flow in replay.flows
        )
        replay = replace(replay, flows=tuple(flows))
    return Draft(changes(base, document), replay, replay_gates(document, base, wanted, own))
