"""Registers the belief gate with the platform."""

from __future__ import annotations

from beliefs.domain.belief import BELIEF
from beliefs.management.sample.part import BeliefSample
from beliefs.queries.replay import stored_beliefs
from beliefs.queries.sources import beliefs_citing_turn
from validation.platform.gates import NavigationPage, RegisteredGate

GATE = RegisteredGate(
    name=BELIEF,
    order=50,
    subject_page="beliefs:belief",
    navigation=NavigationPage("Beliefs", "beliefs", "beliefs:beliefs", "b", 1, 40),
    replay=stored_beliefs,
    sample=BeliefSample(),
    apis=("beliefs.api",),
    pages="beliefs.web.urls",
    citing=beliefs_citing_turn,
    propose_page="beliefs:new",
)
