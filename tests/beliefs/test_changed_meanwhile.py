"""The form of a belief replaces only words that whoever sends it was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from django.test import Client

from beliefs.actions import precheck
from beliefs.models import BeliefRecord
from tests.desk.people import client_of, text_of
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import Embedder
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
LOG = "---\nid: radio-log\n---\n# radio-log\n\n## Statement\n\nEvery call is written down.\n"
FORM = "/beliefs/new/?belief=radio-log"


@pytest.fixture
def rita() -> Client:
    client = client_of(Role.REVIEWER, "rita")
    client.post("/beliefs/new/", {"markdown": LOG, "confirm": "yes"})
    return client


@pytest.fixture
def otto() -> Client:
    return client_of(Role.REVIEWER, "otto")


def shown(page: str) -> dict[str, str]:
    """What the form sends beside its text."""
    based_on = re.search(r'name="based_on" value="([^"]*)"', page)
    return {"based_on": based_on[1]} if based_on else {}


def send(client: Client, words: str, **sent: str) -> Any:
    return client.post(FORM, {"markdown": LOG.replace("written down", words), **sent})


def stored() -> str:
    return BeliefRecord.objects.get().statement


def test_the_change_of_a_colleague_is_not_replaced_unseen(rita: Client, otto: Client) -> None:
    form = shown(text_of(rita, FORM))
    send(otto, "recorded", confirm="yes", **shown(text_of(otto, FORM)))
    refused = send(rita, "forgotten", confirm="yes", **form)
    assert (refused.status_code, stored()) == (422, "Every call is recorded.")


def test_who_is_refused_reads_that_it_was_changed_meanwhile(rita: Client, otto: Client) -> None:
    form = shown(text_of(rita, FORM))
    send(otto, "recorded", confirm="yes", **shown(text_of(otto, FORM)))
    assert "was changed while you edited it" in send(rita, "forgotten", **form).content.decode()


def test_who_has_read_of_the_change_can_replace_it(rita: Client, otto: Client) -> None:
    form = shown(text_of(rita, FORM))
    send(otto, "recorded", confirm="yes", **shown(text_of(otto, FORM)))
    told = shown(send(rita, "forgotten", **form).content.decode())
    send(rita, "forgotten", confirm="yes", **told)
    assert stored() == "Every call is forgotten."


def test_one_s_own_change_is_only_asked_whether_it_may_replace(rita: Client) -> None:
    page = send(rita, "forgotten", **shown(text_of(rita, FORM))).content.decode()
    assert "replaces its words" in page
    assert "while you edited it" not in page


def test_what_was_opened_is_replaced_once_that_is_confirmed(rita: Client) -> None:
    form = shown(text_of(rita, FORM))
    assert send(rita, "forgotten", confirm="yes", **form).status_code == 302


class Slow:
    """An embedder that takes so long over a belief that a colleague stores another text of it meanwhile."""

    def __init__(self, colleague: Client, held: Embedder, based_on: dict[str, str]) -> None:
        self._colleague, self._held, self.name, self._based_on = colleague, held, held.name, based_on
        self._is_first = True

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        if self._is_first:
            self._is_first = False
            assert send(self._colleague, "recorded", confirm="yes", **self._based_on).status_code == 302
        return self._held.embed(texts)


@pytest.mark.parametrize("known", [True, False])
def test_what_is_stored_while_the_form_is_checked_is_not_replaced(
    rita: Client, otto: Client, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    if not known:
        BeliefRecord.objects.all().delete()
    form = shown(text_of(rita, FORM))
    slow, held = shown(text_of(otto, FORM)), configured_embedder()
    assert held is not None
    embedder = Slow(otto, held, slow)
    monkeypatch.setattr(precheck, "configured_embedder", lambda: embedder)
    refused = send(rita, "forgotten", confirm="yes", **form)
    assert (refused.status_code, stored()) == (422, "Every call is recorded.")
    assert "was changed while you edited it" in refused.content.decode()


def test_who_reads_of_a_change_made_while_the_form_is_checked_confirms_once(
    rita: Client, otto: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, held = shown(text_of(rita, FORM)), configured_embedder()
    assert held is not None
    embedder = Slow(otto, held, shown(text_of(otto, FORM)))
    monkeypatch.setattr(precheck, "configured_embedder", lambda: embedder)
    told = shown(send(rita, "forgotten", confirm="yes", **form).content.decode())
    send(rita, "forgotten", confirm="yes", **told)
    assert stored() == "Every call is forgotten."


def test_a_belief_that_was_made_meanwhile_is_not_replaced_by_a_new_one(otto: Client) -> None:
    refused = shown(otto.post("/beliefs/new/", {"markdown": LOG}).content.decode())
    client_of(Role.REVIEWER, "rita").post("/beliefs/new/", {"markdown": LOG, "confirm": "yes"})
    otto.post("/beliefs/new/", {"markdown": LOG.replace("written down", "forgotten"), "confirm": "yes", **refused})
    assert stored() == "Every call is written down."
