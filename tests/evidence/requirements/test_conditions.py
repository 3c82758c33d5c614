"""When a condition answers `when`."""

import pytest

from tests.evidence.requirements.turns import check, met

PUMP = "The pump stops if the pressure falls below 2 bar."
HELMET = "Helmets are mandatory whenever a crane is moving."
WARRANTY = "The warranty does not apply when the case was opened."
DOOR = "The alarm goes off if the door stays open. The siren lasts 5 minutes."


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("When does the pump stop?", PUMP, "It stops if the pressure falls below 2 bar."),
        ("When must I wear a helmet?", HELMET, "You must wear a helmet whenever a crane is moving."),
        ("When does the warranty not apply?", WARRANTY, "It does not apply when the case was opened."),
        ("When does the alarm go off?", DOOR, "If the door stays open."),
        ("When is a permit required?", "A permit is required if it is tall.", "A permit is required if it is tall."),
        ("When may he enter the flat?", "He may enter the flat in case of fire.", "In case of fire."),
        ("Wann darf ich kündigen?", "Kündigen: wenn der Preis steigt.", "Sie dürfen kündigen, wenn der Preis steigt."),
    ],
)
def test_what_depends_on_something_is_answered_by_it(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is not False


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("When does the museum open?", "It opens if staff are there.", "The museum opens if staff are there."),
        ("When was the museum opened?", "Opened in 1902.", "The museum is open if staff are there."),
        ("When is the concert?", "The concert is indoors if it rains.", "The concert is indoors if it rains."),
        ("What time does it stop?", PUMP, "It stops if the pressure falls below 2 bar."),
        ("By when must I apply?", "Apply if you study.", "You must apply if you study."),
        ("When can I get the parcel?", "From 14:00, get the parcel with an ID.", "Get the parcel if you have an ID."),
        ("When do we get paid?", "We get paid on the 25th, if in a bank.", "We get paid if we have a bank."),
        ("When can I check in?", "Check in if you have a passport. From 14:00.", "Check in if you have a passport."),
        ("When should we meet?", "We meet at the cafe if it rains.", "At the cafe if it rains."),
        ("When must it be sent by?", "It must be sent if you build.", "It must be sent if you build."),
        ("When can I cancel?", "You can cancel within 14 days.", "Contact us if the room is cold."),
        ("When should I take it?", "Take it at 8:00.", "Do not take it if the seal is broken."),
        ("When does the alarm go off?", DOOR, "The alarm is red. The lamp is on if the door is shut."),
        ("When does the pump stop?", PUMP, "It is red when the pump stops."),
    ],
)
def test_a_condition_is_no_time_where_a_time_is_asked_for(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is False
