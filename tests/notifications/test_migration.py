"""Targets of Teams and PagerDuty that were added before Apprise sent to them."""

from __future__ import annotations

from importlib import import_module

import pytest

from validation.notifications.services.apprise import check_service

as_service = import_module("validation.migrations.0030_notifications_through_apprise").as_service
WORKFLOW = "https://prod-1.westeurope.logic.azure.com:443/workflows/643e69f8/triggers/manual/paths/invoke?api-version=1&sig=KODu"
POWER = "https://x.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/6f/triggers/manual/paths/invoke?sig=K"
EVENTS = "https://events{}.pagerduty.com/v2/enqueue?routing_key=R0UT1NG"


@pytest.mark.parametrize("address", [WORKFLOW, POWER])
def test_apprise_reads_the_address_of_a_workflow_as_it_is(address: str) -> None:
    assert (as_service("teams", address, "7"), check_service(address)) == (("apprise", address), "")


def test_an_older_connector_of_teams_is_a_chat() -> None:
    address = "https://example.webhook.office.com/webhookb2/1"
    assert as_service("teams", address, "7") == ("chat", address)


@pytest.mark.parametrize(("host", "region"), [("", ""), (".eu", "&region=eu")])
def test_pagerduty_keeps_its_key_and_its_incident(host: str, region: str) -> None:
    channel, address = as_service("pagerduty", EVENTS.format(host), "7")
    assert (channel, address) == ("apprise", f"pagerduty://R0UT1NG@unused?dedup=countersign-7{region}")
    assert check_service(address) == ""
