"""The secret that signs callbacks: shown with the first key of its pipeline, rotated, and never shown again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from standardwebhooks import Webhook

from tests.api_client import ApiClient
from validation.models import AuditEvent, Pipeline
from validation.platform.keys import create_api_key

pytestmark = pytest.mark.django_db
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "webhooks.md"


def secret_of(name: str = "shop") -> str:
    return Pipeline.objects.get(name=name).callback_secret


def shell(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    call_command(*arguments, "--json")
    return dict(json.loads(capsys.readouterr().out))


def key_of(*scopes: str, pipeline: str = "shop") -> ApiClient:
    _, secret = create_api_key(name="k", pipeline=pipeline, scopes=list(scopes), by="test", now=timezone.now())
    return ApiClient(secret)


def test_the_shell_shows_it_with_the_first_key_of_a_pipeline(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell(capsys, "create_api_key", "shop")["callback_secret"] == secret_of()


def test_the_shell_does_not_show_it_with_a_later_key(capsys: pytest.CaptureFixture[str]) -> None:
    shell(capsys, "create_api_key", "shop")
    assert shell(capsys, "create_api_key", "shop")["callback_secret"] is None


def test_the_shell_rotates_it(capsys: pytest.CaptureFixture[str]) -> None:
    before = shell(capsys, "create_api_key", "shop")["callback_secret"]
    after = shell(capsys, "rotate_callback_secret", "shop")["callback_secret"]
    assert before != after == secret_of()


def test_the_shell_names_a_pipeline_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("rotate_callback_secret", "nobody")
    assert (ended.value.code, "no pipeline nobody" in capsys.readouterr().err) == (2, True)


def test_the_page_shows_it_with_the_first_key_and_only_then(admin: Client) -> None:
    sent = {"name": "staging", "pipeline": "shop", "scopes": ["ingest"]}
    first, second = (admin.post("/settings/keys/", sent, follow=True).content.decode() for _ in range(2))
    assert (secret_of() in first, secret_of() in second) == (True, False)


def test_the_page_rotates_it_and_shows_the_new_one_once(admin: Client) -> None:
    key_of("ingest")
    before = secret_of()
    page = admin.post("/settings/keys/callback-secret/", {"pipeline": "shop"}, follow=True).content.decode()
    shown = re.search(r'value="(whsec_[^"]+)"', page)
    assert shown
    assert before != shown[1] == secret_of()
    assert secret_of() not in admin.get("/settings/keys/").content.decode()


def test_the_page_refuses_to_rotate_for_an_unknown_pipeline(admin: Client) -> None:
    key_of("ingest")
    before = secret_of()
    page = admin.post("/settings/keys/callback-secret/", {"pipeline": "nobody"}, follow=True).content.decode()
    assert ("Choose a pipeline" in page, secret_of()) == (True, before)


def test_a_key_rotates_the_secret_of_its_pipeline() -> None:
    api = key_of("admin")
    before = secret_of()
    answer = api.post("/pipelines/shop/callback-secret").json()
    assert answer == {"pipeline": "shop", "callback_secret": secret_of()}
    assert answer["callback_secret"] != before


def test_a_rotation_is_in_the_audit_log_without_the_secret() -> None:
    key_of("admin").post("/pipelines/shop/callback-secret")
    event = AuditEvent.objects.get(verb="callback_secret.rotated")
    assert (event.data["pipeline"], secret_of() in json.dumps(event.data)) == ("shop", False)


def verify_as_documented(**given: Any) -> bool:
    """Runs the function that the guide prints."""
    code = re.search(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert code
    known: dict[str, Any] = {}
    exec(code[1], known)
    return bool(known["verify"](**given))


def signed(body: bytes) -> dict[str, Any]:
    secret, now = "whsec_" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=", timezone.now()
    headers = {
        "webhook-id": "event_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(msg_id="event_1", timestamp=now, data=body.decode()),
    }
    return {"secret": secret, "headers": headers, "body": body}


def test_the_guide_verifies_what_is_sent() -> None:
    assert verify_as_documented(**signed(b'{"id":1}'))


CHANGES = {
    "body": {"body": b'{"id":2}'},
    "secret": {"secret": "whsec_AAAA"},
    "time": {"headers": {"webhook-timestamp": "1700000000"}},
    "id": {"headers": {"webhook-id": "event_2"}},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_the_guide_refuses_what_was_changed(change: dict[str, Any]) -> None:
    given = signed(b'{"id":1}')
    headers = {**given["headers"], **change.get("headers", {})}
    assert not verify_as_documented(**{**given, **change, "headers": headers})
