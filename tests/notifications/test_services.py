"""Notifications through Apprise itself, in the process that the product starts, to a receiver on this machine."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from apprise.plugins import pagerduty
from django.test import Client

from tests.desk.people import client_of
from tests.notifications.adding import ADDRESS, add
from tests.verdicts import halted_by
from validation.models import Intervention, NotificationRecord, NotificationTarget, Pipeline
from validation.notifications.services import apprise, process
from validation.notifications.services.apprise import check_service, send_to_service
from validation.notifications.tasks import notify
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
OWN = "/settings/your-notifications/"
MESSAGE = {
    "title": "Countersign needs somebody",
    "text": "1 item is overdue. http://testserver/desk/a_b-c/?q=is:open+mine",
}


def test_a_service_hears_that_the_judge_is_away(admin: Client, chat: tuple[str, list[Any]]) -> None:
    url, bodies = chat
    add(admin, "apprise", url.replace("http", "json") + "/hook")
    halted_by("judge_unavailable")
    assert notify() == 1
    [body] = bodies
    assert body["title"] == "Countersign needs somebody"
    assert body["message"].startswith("The judge does not answer. 1 item on the review desk waits for it. http")


def test_a_test_message_is_in_the_log(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "apprise", chat[0].replace("http", "json") + "/hook")
    admin.post(f"{ADDRESS}{NotificationTarget.objects.get().pk}/test/")
    assert chat[1][0]["message"].startswith("A test by anna. http://testserver")
    assert list(NotificationRecord.objects.values_list("outcome", "reason")) == [("sent", "A test by anna.")]


def test_a_service_of_a_persons_own_hears_of_one_pipeline(chat: tuple[str, list[Any]]) -> None:
    vera = client_of(Role.VIEWER, "vera")
    halted_by("judge_unavailable")
    mill = Pipeline.objects.create(name="mill", created_at=Intervention.objects.get().opened_at)
    address = chat[0].replace("http", "json") + "/hook"
    vera.post(OWN, {"channel": "apprise", "address": address, "notices": ["judge_away"], "pipeline": "mill"})
    assert (NotificationTarget.objects.get().person, notify(), chat[1]) == ("vera", 0, [])
    Intervention.objects.update(pipeline=mill)
    assert (notify(), len(chat[1])) == (1, 1)


def test_what_the_service_refuses_is_told_with_its_status(chat: tuple[str, list[Any]]) -> None:
    assert send_to_service(chat[0].replace("http", "json") + "/broken", **MESSAGE) == "The service answered 500."


def test_the_secret_of_an_address_is_never_shown_again(admin: Client) -> None:
    add(admin, "apprise", "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/")
    page = admin.get(ADDRESS).content.decode()
    assert ("slack://…7FQ" in page, "T1JJ3T3L2" in page, "TIiajkdnlaz" in page) == (True, False, False)


@pytest.mark.parametrize(
    "address",
    [
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/",
        "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        "https://prod-161.westeurope.logic.azure.com:443/workflows/643e69f83c8944438d68119179a10a64/triggers/manual/"
        "paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=KODuebWbDGYFr0z0eu",
        "pagerduty://ROUTING@KEY?dedup=countersign",
        "tgram://123456789:abcdefg_hijklmnop/12315544/",
        "pover://user@token",
        "ntfys://alerts",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    ],
)
def test_the_services_of_the_guide_are_read(address: str) -> None:
    assert check_service(address) == ""


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("gopher://example.com", process.UNREADABLE),
        ("slack://", process.UNREADABLE),
        ("not an address", process.UNREADABLE),
        ("syslog://", process.LOCAL),
        ("dbus://", process.LOCAL),
        ("json://10.0.0.1/hook", "10.0.0.1 is a private address."),
    ],
)
def test_what_cannot_be_told_is_refused(admin: Client, address: str, told: str) -> None:
    refused = add(admin, "apprise", address)
    assert (refused.status_code, told in refused.content.decode()) == (422, True)


def test_a_name_of_a_private_address_is_not_called(chat: tuple[str, list[Any]], settings: Any) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ()
    told = send_to_service(chat[0].replace("http://127.0.0.1", "json://localhost"), **MESSAGE)
    assert "is a private address. An operator can allow it by name" in told
    assert chat[1] == []


def test_a_name_that_an_operator_allows_is_called(chat: tuple[str, list[Any]], settings: Any) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("localhost",)
    assert send_to_service(chat[0].replace("http://127.0.0.1", "json://localhost"), **MESSAGE) == ""


def test_a_redirect_is_not_followed(chat: tuple[str, list[Any]]) -> None:
    told = send_to_service(chat[0].replace("http", "json") + "/moved?redirect=yes", **MESSAGE)
    assert (told, len(chat[1])) == ("The service answered 307.", 1)


def test_teams_gets_a_card(secure_chat: tuple[str, list[Any]]) -> None:
    assert send_to_service(workflow(secure_chat[0]), **MESSAGE) == ""
    [text] = [block["text"] for block in secure_chat[1][0]["attachments"][0]["content"]["body"] if block.get("wrap")]
    assert text == "1 item is overdue. http://testserver/desk/a_b-c/?q=is:open+mine"


def test_no_file_of_the_server_is_sent(secure_chat: tuple[str, list[Any]], tmp_path: Path) -> None:
    """The address of a Teams workflow may name a template of the body."""
    secret = tmp_path / "secret.json"
    secret.write_text('{"type": "message", "text": "the secret of the server"}')
    address = f"{workflow(secure_chat[0])}?template={secret}"
    assert (check_service(address), send_to_service(address, **MESSAGE)) == ("", process.FAILED)
    assert secure_chat[1] == []


def test_a_service_that_drips_is_left_after_the_deadline(settings: Any, monkeypatch: Any) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    monkeypatch.setattr(apprise, "WITHIN_S", 4.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        dripping = threading.Thread(target=drip, args=(server,), daemon=True)
        dripping.start()
        assert send_to_service(f"json://127.0.0.1:{server.getsockname()[1]}/hook", **MESSAGE) == apprise.LATE
        dripping.join(timeout=30)


def drip(server: socket.socket) -> None:
    """A byte of a header now and then, until the caller is gone."""
    with suppress(OSError):
        peer, _ = server.accept()
        with peer:
            while True:
                peer.sendall(b"H")
                sleep(0.05)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_slack_gets_its_own_form(chat: tuple[str, list[Any]], monkeypatch: Any) -> None:
    monkeypatch.setattr("apprise.plugins.slack.NotifySlack.webhook_url", chat[0])
    assert run_here("slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/") == ""
    assert chat[1][0]["attachments"][0]["text"] == MESSAGE["text"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pagerduty_gets_one_incident_for_what_is_told_again(chat: tuple[str, list[Any]], monkeypatch: Any) -> None:
    monkeypatch.setitem(pagerduty.PAGERDUTY_API_LOOKUP, pagerduty.PagerDutyRegion.US, chat[0])
    assert run_here("pagerduty://ROUTING@KEY?dedup=countersign") == ""
    [event] = chat[1]
    assert (event["routing_key"], event["dedup_key"], event["event_action"]) == ("ROUTING", "countersign", "trigger")
    assert event["payload"]["summary"].endswith(MESSAGE["text"])


def workflow(url: str) -> str:
    return f"{url.replace('https', 'workflows')}/{'a' * 32}/signature/"


def run_here(address: str) -> str:
    """In this process, where the address of a service can be set to one of this machine."""
    return process.run_task({"address": address, "allowed": ["127.0.0.1"], **MESSAGE})
