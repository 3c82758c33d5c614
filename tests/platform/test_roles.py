"""Who may open what: every address of the site, by every method, for everybody. The addresses come from the resolver,
so a page that is added without a guard fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.desk.people import client_of
from tests.rows import OnceAFile
from validation.platform.pages.access import NEEDED, TAKEN_METHODS
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PUBLIC = {
    "web:sign_in", "web:sign_in_link", "web:sign_out", "web:ruling_link", "web:confirm_notification",
    "healthz", "readyz", "status", "metrics", "problems",
}  # fmt: skip
"""Open to all by purpose: signing in, what a signed link opens, and what machines ask for the health of the service."""
METHODS = ("get", "post", "put", "delete")
TAKEN = METHODS[:2]
"""No page takes another method, whoever asks."""
DUMMIES = {"row": "987654", "uuid": "00000000-0000-4000-8000-000000000000", "str": "nothing", "slug": "nothing"}
AT_LEAST = {
    Role.ADMIN: (
        "edit_policy", "roll_back_policy", "people", "person_link", "person_role", "person_active", "keys",
        "rotate_callback_secret", "revoke_key", "webhooks", "remove_webhook", "test_webhook", "resend_delivery",
        "resend_given_up", "probe_judge", "audit", "sample", "replay_policy", "pipelines", "change_pipeline",
        "notifications", "change_notification", "test_notification", "remove_notification", "retention", "gold",
        "add_adjudicated", "set_gold_active", "comparisons", "comparison",
        "judge_comparison_again", "comparison_csv", "compared_case", "prompts", "store_prompt", "prompt",
        "orchestration:add_profile", "orchestration:remove_profile",
    ),
    Role.REVIEWER: (
        "desk_claim", "desk_heartbeat", "desk_release", "desk_rule", "desk_judge_again", "desk_undo", "desk_bulk_rule",
        "desk_bulk_undo", "desk_save_view", "desk_rename_view", "desk_delete_view", "desk_comment", "desk_assign",
        "desk_snooze", "desk_answer", "reviewers", "retrievals:feedback", "beliefs:audit", "beliefs:new",
        "beliefs:check", "beliefs:remove",
    ),
}  # fmt: skip
"""What must never be open to a lesser role, whatever its view says. A name without a namespace is one of `web`."""
OWN = {f"web:{name}" for name in (
    "own_notifications", "change_own_notification", "test_own_notification", "remove_own_notification",
)}  # fmt: skip
"""What everybody may write, since it concerns nobody else."""


@dataclass(frozen=True, slots=True)
class Address:
    name: str
    path: str
    view: Any

    @property
    def needed(self) -> Role | None:
        return getattr(self.view, NEEDED, None)


def every_address() -> list[Address]:
    return [one for one in _walk(get_resolver().url_patterns, "/", "") if not one.path.startswith("/api")]


def _walk(patterns: list[URLPattern | URLResolver], prefix: str, space: str) -> Iterator[Address]:
    for one in patterns:
        path = prefix + _filled(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, path, f"{one.namespace}:" if one.namespace else space)
        else:
            yield Address(f"{space}{one.name}", path, one.callback)


def _filled(pattern: Any) -> str:
    """The route with something for each of its parameters; the API's catch-all is a regex and stays as it is."""
    route = str(pattern).removeprefix("^")
    for name, converter in pattern.converters.items():
        kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
        route = route.replace(f"<{kind}:{name}>", DUMMIES.get(kind, "nothing")).replace(f"<{name}>", "nothing")
    return route


ADDRESSES = every_address()
GUARDED = [one for one in ADDRESSES if one.name not in PUBLIC]
BUTTONS = [one for one in GUARDED if "GET" not in getattr(one.view, TAKEN_METHODS, ("GET",))]
OF_A_ROW = [one for one in GUARDED if {*one.path.split("/")} & {DUMMIES["row"], DUMMIES["uuid"]}]
BACK_TO_LIST = {"web:change_notification", "web:change_own_notification"}
"""Shown only with what was wrong in a change; asked for otherwise they lead to their list."""


def answer(client: Client, method: str, address: Address) -> Any:
    return getattr(client, method)(address.path)


def is_sign_in(response: Any) -> bool:
    return response.status_code == 302 and str(response.headers["Location"]).startswith("/sign-in")


@pytest.fixture(scope="module")
def clients(once_a_file: OnceAFile[dict[Role | None, Client]]) -> dict[Role | None, Client]:
    """Somebody of each role, and somebody without any."""
    made: dict[Role | None, Client] = once_a_file(lambda: {role: client_of(role) for role in (None, *Role)})
    for client in made.values():
        client.raise_request_exception = False
    return made


def test_every_page_says_which_role_it_needs() -> None:
    unguarded = [one.path for one in GUARDED if one.needed is None]
    assert unguarded == [], "use validation.platform.pages.access"


@pytest.mark.parametrize("address", GUARDED, ids=lambda one: one.name)
def test_a_visitor_is_sent_to_sign_in(address: Address) -> None:
    client = Client(raise_request_exception=False)
    for method in METHODS:
        response = answer(client, method, address)
        assert is_sign_in(response) or response.status_code == 405, f"{method} {address.path}: {response.status_code}"


@pytest.mark.parametrize("address", BUTTONS, ids=lambda one: one.name)
def test_a_button_pressed_by_a_visitor_leads_back_to_its_page(address: Address) -> None:
    """Not to an address that takes no GET, nor to one where a refused form was answered."""
    site, page = "http://testserver", "/turns/?q=refund"
    for came, back in {page: page, address.path: "/"}.items():
        response = Client().post(address.path, headers={"Referer": site + came})
        assert parse_qs(urlsplit(response["Location"]).query)["next"] == [back]


@pytest.mark.parametrize("page", ["https://evil.example/turns/", "http://[", "/turns/", ""])
def test_a_button_of_no_page_of_this_site_leads_to_the_overview(page: str) -> None:
    response = Client().post(BUTTONS[0].path, headers={"Referer": page})
    assert response["Location"] == "/sign-in/?next=/"


@pytest.mark.parametrize("address", GUARDED, ids=lambda one: one.name)
def test_a_page_opens_for_its_role_and_for_no_lesser_one(address: Address, clients: dict[Role | None, Client]) -> None:
    for role, client in clients.items():
        for method in TAKEN:
            code = answer(client, method, address).status_code
            allowed = role is not None and role.rank >= address.needed.rank  # type: ignore[union-attr]
            told = f"{method} {address.path} as {role}: {code}"
            assert code < 500, told
            assert (code != 403) if allowed else (code in (403, 405)), told


@pytest.mark.parametrize("address", OF_A_ROW, ids=lambda one: one.name)
def test_a_page_of_a_row_that_is_not_there_is_not_found(address: Address, clients: dict[Role | None, Client]) -> None:
    assert answer(clients[Role.ADMIN], "get", address).status_code in (
        (302,) if address.name in BACK_TO_LIST else (404, 405)
    )


@pytest.mark.parametrize("address", GUARDED, ids=lambda one: one.name)
def test_no_page_takes_another_method(address: Address, clients: dict[Role | None, Client]) -> None:
    codes = {answer(clients[Role.ADMIN], method, address).status_code for method in METHODS if method not in TAKEN}
    assert codes == {405}


@pytest.mark.parametrize("address", GUARDED, ids=lambda one: one.name)
def test_nothing_is_written_by_somebody_who_may_only_see(address: Address, clients: dict[Role | None, Client]) -> None:
    if address.name not in OWN and answer(clients[Role.ADMIN], "post", address).status_code != 405:
        assert address.needed is not Role.VIEWER, f"{address.path} takes POST from viewers"


def test_no_page_takes_a_form_of_another_site(clients: dict[Role | None, Client]) -> None:
    foreign = Client(enforce_csrf_checks=True, raise_request_exception=False)
    foreign.cookies = clients[Role.ADMIN].cookies
    taken = {one.path for one in ADDRESSES if answer(foreign, "post", one).status_code not in (403, 405)}
    assert taken == set()


@pytest.mark.parametrize(("role", "name"), [(role, name) for role, names in AT_LEAST.items() for name in names])
def test_what_is_not_for_every_role_needs_the_one_named(role: Role, name: str) -> None:
    address = next(one for one in ADDRESSES if one.name == (name if ":" in name else f"web:{name}"))
    assert address.needed is role
