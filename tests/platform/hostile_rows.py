"""Every text that is stored begins with what an attacker writes; then every page is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.test import Client
from django.utils import timezone

from beliefs.models import BeliefRecord, Source
from retrieval.models import Retrieval
from tests.factories import person
from tests.platform.test_roles import DUMMIES, every_address
from validation.models import (
    Attempt,
    Comment,
    ComparedItem,
    Comparison,
    Delivery,
    DriftPoint,
    Event,
    GoldItem,
    ImprovementPrinciple,
    Intervention,
    NotificationRecord,
    NotificationTarget,
    Policy,
    Preflight,
    PromptVersion,
    QueryAnalysisRecord,
    ReturnRecord,
    SavedView,
    Turn,
    Webhook,
)

PAYLOAD = "\"'><img src=x onerror=pwned()>"
ADDRESS = "javascript:pwned()//"
APPS = ("validation", "retrieval", "beliefs", "auth")
SHORT = 40
OF_EACH = 3
"""Rows of one kind whose pages are asked for."""
UNHARMED = {
    "auth.Group.name",  # roles
    "auth.Permission.name",
    "auth.Permission.codename",
    "auth.User.password",
}
"""Written by the product alone."""


def fill_texts() -> set[str]:
    """Puts an attack before every stored text that the database takes it in. Returns the columns that hold one."""
    return {name for model in _models() for field in model._meta.concrete_fields if (name := _filled(model, field))}


def _models() -> Iterator[type[models.Model]]:
    for app in APPS:
        yield from apps.get_app_config(app).get_models()


def _filled(model: type[models.Model], field: models.Field[Any, Any]) -> str:
    name = f"{model._meta.label}.{field.name}"
    if field.primary_key or field.choices or name in UNHARMED:
        return ""
    if not isinstance(field, models.CharField | models.TextField | models.JSONField):
        return ""
    found = False
    for row in model._default_manager.only("pk", field.attname):
        before = getattr(row, field.attname)
        after = _attacked(before)
        if _is_word_of_the_product(field, before):
            continue
        if field.max_length and len(str(after)) > field.max_length:
            after = str(after)[: field.max_length]
        if after == before:
            continue
        try:
            with transaction.atomic():
                model._default_manager.filter(pk=row.pk).update(**{field.attname: after})
                found = True
        except IntegrityError:  # one of a list of words
            return ""
    return name if found else ""


def _is_word_of_the_product(field: models.Field[Any, Any], value: Any) -> bool:
    """A short column that holds one word holds a state or a kind, though only some have a list of them; a UUID is the
    id of another row."""
    if field.max_length and field.max_length <= SHORT and " " not in str(value):
        return True
    return bool(re.fullmatch(r"[0-9a-f-]{36}", str(value)))


def _attacked(value: Any) -> Any:
    """Of a document only the texts of several words: its keys and single words are the product's own."""
    if isinstance(value, dict):
        return {key: _in_document(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_in_document(one) for one in value]
    if not isinstance(value, str) or not value:
        return value
    return ADDRESS + value if value.startswith("http") else PAYLOAD + value


def _in_document(value: Any) -> Any:
    return value if isinstance(value, str) and " " not in value and not value.startswith("http") else _attacked(value)


def answers_of_pages(client: Client) -> Iterator[tuple[str, str]]:
    """Address and text of every page, for the rows that there are; one that breaks is told by what broke it."""
    client.raise_request_exception = False
    for address in every_address():
        for path in _with_ids(address.path):
            answer = client.get(path, {"range": "all"}, follow=True)
            if answer.status_code >= 500:
                yield path, f"<script>pwned() broke it: {answer.exc_info[1]!r}</script>"
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                yield path, answer.content.decode()


def _with_ids(path: str) -> list[str]:
    if path.startswith("/beliefs/b/"):
        return [path.replace(DUMMIES["str"], quote(name, safe="")) for name in _first(BeliefRecord, "name")]
    if path.startswith("/beliefs/s/"):
        pairs = Source.objects.order_by("pk").values_list("kind", "name")[:OF_EACH]
        return [f"/beliefs/s/{kind}/{quote(name)}/" for kind, name in pairs]
    of: dict[str, tuple[type[models.Model], str]] = {
        "/turns/": (Turn, "pk"), "/attempts/": (Attempt, "pk"), "/desk/": (Intervention, "pk"),
        "/insights/trust/comparisons/": (Comparison, "pk"), "/policies/": (Policy, "number"),
        "/retrievals/": (Retrieval, "pk"), "/query-analyses/": (QueryAnalysisRecord, "pk"),
        "/orchestration/preflights/": (Preflight, "pk"), "/orchestration/returns/": (ReturnRecord, "pk"),
    }  # fmt: skip
    dummy = next((one for one in (DUMMIES["uuid"], DUMMIES["row"]) if one in path), "")
    place = next((prefix for prefix in of if dummy and path.startswith(prefix)), "")
    return [path.replace(dummy, str(key), 1) for key in _first(*of[place])] if place else [path]


def _first(model: type[models.Model], field: str) -> list[Any]:
    return list(model._default_manager.order_by("pk").values_list(field, flat=True)[:OF_EACH])


def others_than_the_story() -> None:
    """Rows of what the sample story leaves out."""
    now, mara = timezone.now(), person("mara")
    attempt = Attempt.objects.filter(decision="REVISE").latest("submitted_at")
    pipeline, text = attempt.pipeline, "a text of some words"
    for work in Intervention.objects.all():
        Comment.objects.create(intervention=work, by="mara", at=now, text=text)
    side = {"decision": "REVISE", "confidence": 0.63, "checks": {}, "reason": text}
    comparison = Comparison.objects.create(
        first={"judge": "recorded", "policy": 0, "prompt": 0}, second={"judge": "embedded", "policy": 1, "prompt": 0},
        cases="all", started_by="mara", started_at=now,
    )  # fmt: skip
    ComparedItem.objects.create(
        comparison=comparison, position=1, attempt=attempt, judgement_number=1, truth="REVISE", first=side, second=side
    )
    PromptVersion.objects.create(number=1, hash="x", instructions=text, text=text, note=text, made_by="m", made_at=now)
    GoldItem.objects.create(
        name=text, pipeline=pipeline, query=text, context_md=text, response_md=text, decision="REVISE", added_by="m",
        added_at=now,
    )  # fmt: skip
    DriftPoint.objects.create(
        pipeline=pipeline, series="confidence", day=now.date(), before=0.5, after=0.7, p=0.01, cause=text, found_at=now
    )
    ImprovementPrinciple.objects.filter(approved=attempt).delete()
    ImprovementPrinciple.objects.create(
        approved=attempt, pipeline=pipeline, category="sourcing", trigger=text, description=text, confidence=0.63,
        made_at=now,
    )  # fmt: skip
    hook = Webhook.objects.create(
        pipeline=pipeline, url="https://example.com/", secret="s", created_at=now, created_by="mara"
    )
    event = Event.objects.latest("id")
    Delivery.objects.create(event=event, webhook=hook, url=hook.url, state="dead", last_error=text, next_at=now)
    NotificationTarget.objects.create(
        channel="mail", address="a@b.example", person="mara", site="https://b.example", last_error=text,
        created_at=now, created_by="mara",
    )  # fmt: skip
    NotificationRecord.objects.create(target=text, outcome="failed", reason=text, at=now)
    SavedView.objects.create(person=mara, name=text, q=text, saved_at=now)
    Policy.objects.update(reason=text)
