"""An audit answered by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys import desk
from tests.journeys.signed_in import Open
from tests.trust.audits import publish
from tests.verdicts import decided_as
from validation.domain.check import CheckName
from validation.models import Opinion
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser


def test_every_check_the_decision_and_sending_need_no_mouse(open_page: Open) -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    page = open_page("mara", Role.REVIEWER, f"/desk/{Opinion.objects.get().intervention_id}/")
    for _ in CheckName:
        page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.locator("#audit-form [name=decision]:checked")).to_have_value("APPROVE")
    page.keyboard.press("Control+Enter")
    expect(desk.item(page)).to_contain_text("Your answer and the verdict")
