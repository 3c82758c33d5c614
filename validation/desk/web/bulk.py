"""One ruling on all that is selected, and taking it back.

The form sends the ids that its number counted, so a ruling never reaches what nobody confirmed, however the queue has
changed since. What could not be ruled on stays selected, with the reason.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from validation.desk.actions import bulk_rulings, rejudging, rulings
from validation.desk.actions.bulk_rulings import BulkRulingCommand
from validation.desk.queries.selection import Selection, gates_of, load_selection
from validation.desk.web.address import MOST_NAMED, desk_address, ids_of, named
from validation.desk.web.desk import show_desk
from validation.desk.web.form import RulingForm, page_loaded_at, posted_form
from validation.desk.web.queue import filter_of
from validation.desk.web.selection import JUDGE_AGAIN, bulk_context, count_words, fresh_bulk_form, obstacle_words
from validation.desk.web.work import call_judge
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.bulk import MOST_ITEMS, Obstacle
from validation.domain.errors import Conflict, DomainError
from validation.platform.pages.access import reviewer_action
from validation.platform.pages.forms import refusals_as_messages
from validation.platform.pages.looks import badge_of
from validation.platform.pages.page import acting, render_instead, wants_part

Left = dict[UUID, Obstacle]


@reviewer_action
def bulk_rule(request: HttpRequest) -> HttpResponse:
    """`ids` are those the ruling was confirmed for, as of then, and none are without that time, since
    nobody can say what was seen; `others` are what was selected beside them."""
    now, by = timezone.now(), request.user.get_username()
    ids, others, as_of = _ids(request, "ids"), _ids(request, "others"), page_loaded_at(request)
    form = posted_form(request, fresh_bulk_form())
    if not ids or as_of is None:
        messages.warning(request, "Nothing of the selection can be ruled on. Select something else.")
        return HttpResponseRedirect(desk_address(request, selected=named(Selection((*ids, *others)))))
    try:
        done, left = _judge_again(ids, by, now) if form.chosen == JUDGE_AGAIN else _rule(ids, form, as_of, by, now)
    except DomainError as error:
        form.refuse(error)
        return _refused(request, Selection((*ids, *others)), form, error, now)
    rest = (*left, *others)
    if rest or form.chosen == JUDGE_AGAIN:
        messages.info(request, f"{_done_words(form, done)}{_left_words(request, left, others, now)}.")
    remaining = Selection(rest, whole=bool(request.POST.get("beyond")))
    return HttpResponseRedirect(desk_address(request, selected=named(remaining)))


def _ids(request: HttpRequest, name: str) -> tuple[UUID, ...]:
    return ids_of(request.POST.get(name, "").split(","), most=MOST_ITEMS)


def _rule(ids: tuple[UUID, ...], form: RulingForm, as_of: datetime, by: str, now: datetime) -> tuple[int, Left]:
    ruling = ProblemCode.RULING_UNKNOWN.unless(form.chosen_ruling)
    command = BulkRulingCommand(ruling, form.text(), as_of, form.text_for_pipelines)
    result = bulk_rulings.rule_many(intervention_ids=ids, command=command, by=by, now=now)
    return len(result.ruled), result.left


def _judge_again(ids: tuple[UUID, ...], by: str, now: datetime) -> tuple[int, Left]:
    queued, left = rejudging.rejudge_many(intervention_ids=ids, by=by, now=now)
    for pk, gate in gates_of(queued).items():
        call_judge(gate, queued[pk])
    return len(queued), left


def _done_words(form: RulingForm, done: int) -> str:
    word = "judged again" if form.chosen == JUDGE_AGAIN else badge_of("ruling", form.chosen).word
    return f"{done} {word}"


def _left_words(request: HttpRequest, left: Left, others: tuple[UUID, ...], now: datetime) -> str:
    """`, 3 left: 2 held by mara, 1 closed already`. Who it was is asked again, since only the reason was recorded."""
    rest = {**dict.fromkeys(others), **left}
    if not rest:
        return ""
    items = {one.id: one for one in load_selection(Selection(tuple(rest)), filter_of(request, now)).items}
    counted = Counter(
        obstacle_words(found or (one.obstacle if one else Obstacle.GONE), one.who if one else "")
        for one, found in ((items.get(pk), found) for pk, found in rest.items())
    )
    return f", {len(rest)} left: {count_words(counted)}"


def _refused(
    request: HttpRequest, selection: Selection, form: RulingForm, error: DomainError, now: datetime
) -> HttpResponse:
    """409 when nothing could be ruled on, 422 when something is missing. htmx gets the form alone."""
    status = 409 if isinstance(error, Conflict) else 422
    if not wants_part(request, "desk-item"):
        return show_desk(request, now, selection=selection, form=form, status=status)
    context = bulk_context(request, filter_of(request, now), selection, form)
    return render_instead(request, "desk/form/_bulk_form.html", context, target="desk-form", status=status)


@reviewer_action
def bulk_undo(request: HttpRequest, batch: UUID) -> HttpResponse:
    """Takes all of it back, and selects it again."""
    again = Selection()
    with refusals_as_messages(request):
        touched = rulings.undo(batch=batch, **acting(request))
        messages.success(request, f"{len(touched)} taken back." if len(touched) > 1 else "Taken back.")
        again = Selection(touched if len(touched) <= MOST_NAMED else ())
    return HttpResponseRedirect(desk_address(request, selected=named(again)))
