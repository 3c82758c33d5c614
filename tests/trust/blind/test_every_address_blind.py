"""Nothing of the verdict reaches a blind reviewer: every address of the site and of the API that answers a GET."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from tests.api_client import MakeApi
from tests.desk.people import client_of
from tests.platform.test_roles import DUMMIES, every_address
from tests.trust.blind.test_blindness import CONFIDENCE, MARK, audited_with_marks
from validation.models import (
    Attempt,
    AuditItem,
    ComparedItem,
    Comparison,
    Delivery,
    Event,
    ImprovementPrinciple,
    Intervention,
    Policy,
    Webhook,
)
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
API = json.loads((Path(__file__).parents[3] / "docs/openapi.json").read_text())["paths"]
LEFT = ("/sign-", "/static/", "/metrics", "/healthz", "/readyz")


@pytest.fixture
def attempt() -> Attempt:
    """Audited and not answered, and in whatever else keeps something of a verdict."""
    made, now = audited_with_marks(), timezone.now()
    ImprovementPrinciple.objects.create(
        approved=made, pipeline=made.pipeline, category="sourcing", trigger=MARK, description=MARK, confidence=0.63,
        made_at=now,
    )  # fmt: skip
    hook = Webhook.objects.create(
        pipeline=made.pipeline, url="https://example.com/", secret="s", created_at=now, created_by="anna"
    )
    event = Event.objects.get(type="attempt.decided")
    Event.objects.filter(pk=event.pk).update(data=MARK)
    Delivery.objects.create(event=event, webhook=hook, url=hook.url, state="dead", last_error="500", next_at=now)
    side = {"decision": "REVISE", "confidence": 0.63, "checks": {}, "reason": MARK}
    comparison = Comparison.objects.create(
        first={"judge": "recorded", "policy": 0, "prompt": 0}, second={"judge": "embedded", "policy": 1, "prompt": 0},
        cases="all", started_by="anna", started_at=now,
    )  # fmt: skip
    ComparedItem.objects.create(
        comparison=comparison, position=1, attempt=made, judgement_number=1, truth="REVISE", first=side, second=side
    )
    return made


def pages(attempt: Attempt) -> list[str]:
    """Each with the ids of what is there, where it takes one."""
    ids = {
        "/attempts/": attempt.pk,
        "/desk/": Intervention.objects.get().pk,
        "/insights/trust/comparisons/": Comparison.objects.get().pk,
        "/turns/": attempt.turn_id,
        "/policies/": Policy.objects.latest("number").number,
    }
    found = []
    for address in every_address():
        path = address.path.replace(f"/{DUMMIES['row']}/", "/1/") if "/comparisons/" in address.path else address.path
        for prefix, pk in ids.items():
            if path.startswith(prefix):
                path = path.replace(DUMMIES["uuid"], str(pk)).replace(DUMMIES["row"], str(pk))
        if not path.startswith(LEFT):
            found.append(f"{path}?{urlencode({'range': 'all', **({'q': 'kettle'} if path == '/search/' else {})})}")
    # A replay names attempts, a file lists them.
    files = [f"{path}?range=all&format=csv" for path in ("/attempts/", "/turns/", "/insights/trust/disagreements/")]
    return [*found, "/policies/edit/?range=all&response.revise=0.7", *files]


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ADMIN])
def test_no_page_tells_the_verdict(attempt: Attempt, role: Role) -> None:
    reader = client_of(role, "mara")
    answered = 0
    for address in pages(attempt):
        response = reader.get(address, follow=True)
        body = b"".join(response) if response.streaming else response.content  # type: ignore[arg-type]
        told = f"{response.headers} {body.decode(errors='replace')}"
        answered += response.status_code == 200
        assert MARK not in told, address
        assert not CONFIDENCE.search(told), address
    assert answered > 35


def test_no_address_of_the_api_tells_it_to_a_key_that_reviews(attempt: Attempt, make_api: MakeApi) -> None:
    """A key with `read` is told of every verdict, since the pipeline needs it; what it answers is not blind."""
    key = make_api("review", pipeline="shop")
    ids = {"attempt_id": attempt.pk, "audit_id": AuditItem.objects.get().pk, "turn_id": attempt.turn.turn_id}
    ids |= {"intervention_id": Intervention.objects.get().pk, "name": "shop", "suffix": "csv"}
    ids["comparison_id"] = Comparison.objects.get().pk
    for route in (path for path, told in API.items() if "get" in told):
        named = [part.split("}")[0] for part in route.split("{")[1:]]
        response = key.get(route.format_map({**dict.fromkeys(named, 1), **ids}).removeprefix("/api/v1"))
        body = b"".join(response) if response.streaming else response.content  # type: ignore[arg-type]
        assert MARK not in body.decode(errors="replace"), route
        assert not CONFIDENCE.search(body.decode(errors="replace")), route
