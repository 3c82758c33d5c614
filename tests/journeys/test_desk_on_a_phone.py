"""The desk where there is room for one thing: a screen of 390 pixels."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.desk.people import a_fail
from tests.journeys.signed_in import Open
from validation.platform.permissions import Role

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def test_an_open_item_has_the_heading_of_its_page(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Review desk")
    expect(page.get_by_role("link", name="Queue")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Search terms")).to_have_count(0)


@pytest.mark.parametrize("count", [4, 5, 6])
def test_no_ruling_stands_alone_on_its_row(open_page: Open, count: int) -> None:
    page = open_page("rita", Role.REVIEWER, f"/desk/{a_fail().pk}/", **PHONE)
    rulings = page.locator(".desk-rulings > *")
    expect(rulings).to_have_count(6)
    tops = page.evaluate(
        """count => {
            const all = [...document.querySelectorAll(".desk-rulings > *")];
            all.slice(count).forEach((one) => one.remove());
            return all.slice(0, count).map((one) => Math.round(one.getBoundingClientRect().top));
        }""",
        count,
    )
    assert all(tops.count(top) > 1 for top in tops)
