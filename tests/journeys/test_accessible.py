"""axe-core on the pages of the desk, the policies, the insights and the settings, light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.desk.people import a_group
from tests.factories import intervention, lamp_turn
from tests.journeys.signed_in import Open
from validation.permissions import Role

pytestmark = pytest.mark.browser
PAGES = (
    "/desk/",
    "/desk/{item}/",
    "/desk/{item}/?form=revise",
    "/desk/{group}/",
    "/desk/?q=kind:sad",
    "/insights/?range=all",
    "/policies/",
    "/policies/1/",
    "/policies/edit/",
    "/settings/people/",
    "/settings/keys/",
    "/settings/webhooks/",
    "/settings/judge/",
    "/settings/audit/",
    "/settings/sample/",
)
GRAVE = ("serious", "critical")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, scheme: str) -> None:
    ids = {"item": intervention(lamp_turn().attempts.get(number=1)).pk, "group": a_group(2).pk}
    page = open_page("anna", Role.ADMIN, "/", color_scheme=scheme)
    origin = page.url.rstrip("/")
    found = []
    for path in PAGES:
        page.goto(origin + path.format(**ids))
        grave = [one for one in Axe().run(page).response["violations"] if one["impact"] in GRAVE]
        found += [f"{path}: {one['id']} {[node['html'][:160] for node in one['nodes'][:3]]}" for one in grave]
    assert not found, "\n".join(found)
