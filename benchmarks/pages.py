"""`python -m benchmarks.pages`: server time of every page, list and export over what is stored in the database that
COUNTERSIGN_DATABASE_URL names (benchmarks.worlds.fill makes it), template included, network left out."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

import django

from benchmarks.worlds.fill import PIPELINES, RARE

TIMED = 5
SLOW_S = 5.0
"""What took longer once is not timed again."""
EXPORTED = 1_500
"""Lines read of an export: enough to see whether a later page costs more than an earlier one, and as many as a pipeline
has with 10,000 attempts in all."""


def addresses() -> Iterator[tuple[str, str]]:
    """A name and an address each; `api` ones are asked with a key."""
    from validation.models import Attempt, Comparison, Event, Intervention, Turn
    from validation.platform.paging.keyset import write_cursor

    def middle(model: Any, field: str) -> str:
        """The cursor of the row in the middle of the times."""
        times = model.objects.values_list(field, flat=True)
        first, last = times.order_by(field)[0], times.order_by(f"-{field}")[0]
        row = model.objects.filter(**{f"{field}__lte": first + (last - first) / 2}).order_by(f"-{field}")[0]
        return write_cursor(getattr(row, field), row.pk)

    one = PIPELINES[1]
    turn = Turn.objects.filter(attempts_made=3).latest("pk")
    attempt = Attempt.objects.filter(route="FAIL", turn__pipeline__name=one).latest("submitted_at")
    work = Intervention.objects.filter(state="open").latest("opened_at")
    comparison = Comparison.objects.latest("started_at").pk
    event = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    since = (Attempt.objects.latest("submitted_at").submitted_at - timedelta(days=7)).strftime("%Y-%m-%dT%H:%M:%SZ")
    yield from {
        "overview, today": "/",
        "overview, 30 days": "/?range=30d",
        "overview, one pipeline": f"/?range=30d&pipeline={one}",
        "open counts": "/fragments/open-count/",
        "turns": "/turns/",
        "turns, middle": f"/turns/?cursor={middle(Turn, 'updated_at')}",
        "turns, one pipeline": f"/turns/?pipeline={one}",
        "turns, pipeline and route": f"/turns/?pipeline={one}&route=FAIL",
        "turns, looped": "/turns/?looped=1",
        "turns, failed check": "/turns/?check=coherent_format",
        "turns, words": "/turns/?q=kettle",
        "turns, an id": "/turns/?q=turn_0004711",
        "turns, rare words": f"/turns/?q={RARE}",
        "turns, words without hit": "/turns/?q=zzyzx",
        "turn": f"/turns/{turn.pk}/",
        "attempts": "/attempts/",
        "attempts, middle": f"/attempts/?cursor={middle(Attempt, 'submitted_at')}",
        "attempts, pipeline middle": f"/attempts/?pipeline={one}&cursor={middle(Attempt, 'submitted_at')}",
        "attempts, one pipeline": f"/attempts/?pipeline={one}",
        "attempts, pipeline and route": f"/attempts/?pipeline={one}&route=FAIL",
        "attempts, route": "/attempts/?route=HALT",
        "attempts, cause": "/attempts/?cause=judge_timeout",
        "attempts, state": "/attempts/?state=undecided",
        "attempts, failed check": "/attempts/?check=coherent_format",
        "attempts, judge": "/attempts/?judge=vllm",
        "attempts, unknown judge": "/attempts/?judge=nobody",
        "attempts, policy": "/attempts/?policy=1",
        "attempts, slower than 5 s": "/attempts/?slow_ms=5000",
        "attempts, slower than 60 s": "/attempts/?slow_ms=60000",
        "attempts, slow in a pipeline": f"/attempts/?slow_ms=5000&pipeline={one}",
        "attempts, words without hit": "/attempts/?q=zzyzx",
        "attempt": f"/attempts/{attempt.pk}/",
        "desk": "/desk/",
        "desk, item": f"/desk/{work.pk}/",
        "desk, ruling to next item": f"rule:/desk/{work.pk}/",
        "desk, ruled": "/desk/?q=is:ruled",
        "desk, words": "/desk/?q=turn_0004711",
        "desk, any words": "/desk/?q=is:any+zzyzx",
        "search, hit": "/search/?q=kettle",
        "search, no hit": "/search/?q=zzyzx",
        "insights, 30 days": "/insights/",
        "insights, 7 days": "/insights/?range=7d",
        "insights, all time": "/insights/?range=all",
        "insights, one pipeline": f"/insights/?pipeline={one}",
        "insights, one judge": "/insights/?judge=vllm",
        "insights, CSV": "/insights/checks.csv",
        "insights, CSV of 7 days": "/insights/decisions.csv?range=7d",
        "insights, CSV of agreement": "/insights/agreement.csv?range=7d",
        "principles": "/insights/principles/",
        "principles, one pipeline": f"/insights/principles/?pipeline={one}",
        "trust": "/insights/trust/",
        "trust, all time": "/insights/trust/?range=all",
        "trust, one pipeline": f"/insights/trust/?pipeline={one}",
        "trust, CSV": "/insights/trust/certificate.csv?range=7d",
        "trust, labelled set": "/insights/trust/disagreements/audits.jsonl",
        "trust, labelled set, all": "/insights/trust/disagreements/audits.jsonl?all=1",
        "trust, reviewers": "/insights/trust/reviewers/",
        "trust, disagreements": "/insights/trust/disagreements/",
        "trust, disagreements of all time": "/insights/trust/disagreements/?range=all",
        "trust, gold items": "/insights/trust/gold/",
        "trust, gold items, words without hit": "/insights/trust/gold/?q=zzyzx",
        "trust, gold items, CSV": "/insights/trust/gold/?format=csv",
        "trust, comparisons": "/insights/trust/comparisons/",
        "trust, comparison": f"/insights/trust/comparisons/{comparison}/",
        "trust, comparison, CSV": f"/insights/trust/comparisons/{comparison}.csv",
        "trust, prompts": "/insights/trust/prompts/",
        "trust, drift": "/insights/trust/drift/",
        "beliefs": "/beliefs/",
        "beliefs, last changed": "/beliefs/?order=newest",
        "beliefs, words without hit": "/beliefs/?q=zzyzx",
        "policies": "/policies/",
        "policy": "/policies/1/",
        "retrievals": "/retrievals/",
        "retrievals, 30 days": "/retrievals/?range=30d",
        "retrievals, one pipeline": f"/retrievals/?pipeline={one}",
        "retrievals, CSV": "/retrievals/?format=csv",
        "retrievals, words without hit": "/retrievals/?q=zzyzx",
        "query analyses, 30 days": "/query-analyses/",
        "query analyses, all time": "/query-analyses/?range=all",
        "query analyses, log": "/query-analyses/log/",
        "query analyses, log of a topic": "/query-analyses/log/?topic=topic+3",
        "query analyses, log of a rare topic": f"/query-analyses/log/?topic={RARE}",
        "query analyses, CSV": "/query-analyses/log/?format=csv",
        "query analyses, words without hit": "/query-analyses/log/?q=zzyzx",
        "orchestration": "/orchestration/",
        "orchestration, all time": "/orchestration/?range=all",
        "preflights": "/orchestration/preflights/",
        "preflights, one pipeline": f"/orchestration/preflights/?pipeline={one}",
        "preflights, refused": "/orchestration/preflights/?outcome=refused",
        "preflights, words without hit": "/orchestration/preflights/?q=zzyzx",
        "returns": "/orchestration/returns/",
        "people": "/settings/people/",
        "keys": "/settings/keys/",
        "pipelines": "/settings/pipelines/",
        "webhooks": "/settings/webhooks/",
        "notifications": "/settings/notifications/",
        "own notifications": "/settings/your-notifications/",
        "judge": "/settings/judge/",
        "audit": "/settings/audit/",
        "audit, CSV": "/settings/audit/?format=csv",
        "audit, by": "/settings/audit/?by=reviewer_1",
        "audit, about": "/settings/audit/?about=policy",
        "retention": "/settings/retention/",
        "sample": "/settings/sample/",
        "metrics": "api:/metrics",
        "status": "api:/status",
        "API attempts": "api:/api/v1/attempts?limit=100",
        "API attempts, middle": f"api:/api/v1/attempts?limit=100&cursor={middle(Attempt, 'submitted_at')}",
        "API attempts, decision": "api:/api/v1/attempts?limit=100&decision=FAIL",
        "API attempt": f"api:/api/v1/attempts/{attempt.pk}",
        "API turns": "api:/api/v1/turns?limit=100",
        "API interventions": "api:/api/v1/interventions?limit=100",
        "API interventions, open": "api:/api/v1/interventions?limit=100&state=open",
        "API retrievals": "api:/api/v1/retrievals?limit=100",
        "API query analyses": "api:/api/v1/query-analyses?limit=100",
        "API preflights": "api:/api/v1/preflights?limit=100",
        "API audits": "api:/api/v1/audits?limit=100",
        "API beliefs": "api:/api/v1/beliefs?limit=100",
        "API stats, trust": f"api:/api/v1/stats/trust?since={since}",
        "API export, labelled": f"api:/api/v1/export/labelled.jsonl?since={since}",
        "API events": f"api:/api/v1/events?after={event // 2}",
        "API stats, decisions": f"api:/api/v1/stats/decisions?since={since}",
        "API stats, checks": f"api:/api/v1/stats/checks?since={since}",
        "API stats, calibration": f"api:/api/v1/stats/calibration?since={since}",
        "API stats, query analyses": f"api:/api/v1/stats/query-analyses?since={since}",
        "API stats, retrievals": f"api:/api/v1/stats/retrievals?since={since}",
        "API export, attempts": "api:/api/v1/export/attempts.csv",
        "API export, attempts of 7 days": f"api:/api/v1/export/attempts.csv?since={since}",
        "API export, attempts whole": "api:/api/v1/export/attempts.jsonl",
        "API export, interventions": "api:/api/v1/export/interventions.csv",
        "API export, interventions whole": "api:/api/v1/export/interventions.jsonl",
        "API export, retrievals": "api:/api/v1/export/retrievals.csv",
        "API export, query analyses": "api:/api/v1/stats/query-analyses.csv",
    }.items()


def ask(clients: dict[str, Any], address: str) -> tuple[float, int]:
    """Seconds until the answer is there, and 0; of an export until its first lines are, and how many of them."""
    if address.startswith("rule:"):
        return _rule(clients["page"], address.removeprefix("rule:")), 0
    path = address.removeprefix("api:")
    client = clients["api" if address.startswith("api:") else "page"]
    began = time.perf_counter()
    answer, lines = client.get(path), 0
    if answer.streaming:
        lines = sum(1 for _line in islice(answer.streaming_content, EXPORTED))
        answer.close()
    took = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return took, lines


def _rule(client: Any, item: str) -> float:
    """Seconds from a ruling to the next item as htmx asks for it; taken back afterwards."""
    began = time.perf_counter()
    ruled = client.post(f"{item}rule/", {"ruling": "dismiss"})
    following = client.get(ruled["Location"], headers={"HX-Request": "true", "HX-Target": "desk-item"})
    took = time.perf_counter() - began
    client.post(f"{item}undo/")
    if following.status_code != 200 or item in ruled["Location"]:
        raise RuntimeError(f"{item} was not ruled on")
    return took


def time_pages(only: str, told: Callable[[str, float], None]) -> None:
    """Tells the milliseconds of each: the least of TIMED, to which what else the machine does adds least, or the only
    one of a slow page."""
    clients = _clients()
    for name, address in addresses():
        if only not in name:
            continue
        first, _ = ask(clients, address)
        times = [first] if first > SLOW_S else [ask(clients, address)[0] for _ in range(TIMED)]
        told(name, min(times) * 1000)


def answer_names() -> None:
    """First the names of all pages as JSON, then for each name on a line of what comes in how many ms its page took,
    and how many lines of an export came."""
    clients, known = _clients(), dict(addresses())
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        took, lines = ask(clients, known[line.rstrip("\n")])
        print(took * 1000, lines, flush=True)


def _clients() -> dict[str, Any]:
    """One signed in as an admin, one with a key of a pipeline that may read."""
    from django.contrib.auth.models import Group, User
    from django.test import Client
    from django.utils import timezone

    from validation.platform.keys import create_api_key
    from validation.platform.permissions import Role

    user, _ = User.objects.get_or_create(username="bench")
    user.groups.add(Group.objects.get_or_create(name=Role.ADMIN.value)[0])
    page = Client()
    page.force_login(user)
    key: dict[str, Any] = {"name": "bench", "by": "bench", "now": timezone.now()}
    _, secret = create_api_key(pipeline=PIPELINES[1], scopes=["read", "review"], **key)
    return {"page": page, "api": Client(headers={"Authorization": f"Bearer {secret}"})}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names to time")
    parser.add_argument("--answer", action="store_true", help="time the pages named on standard input, one a line")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    if options.answer:
        answer_names()
    else:
        time_pages(options.only, lambda name, ms: print(f"{name:36} {ms:9.1f} ms", flush=True))


if __name__ == "__main__":
    main()
