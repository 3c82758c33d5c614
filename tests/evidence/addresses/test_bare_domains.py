"""What reads as an address without being linked, and what only has a stop in it."""

from __future__ import annotations

import pytest

from validation.evidence.addresses.domains import find_domains

ADDRESSES = {
    "order at evil.example": "evil.example",
    "Order at **evil.example**.": "evil.example",
    "Order at evil.example.": "evil.example",
    "(evil.example)": "evil.example",
    "EVIL.EXAMPLE has it": "EVIL.EXAMPLE",
    "evil.example/deal?id=1 is open": "evil.example/deal?id=1",
    "evil.example:8080/x": "evil.example:8080/x",
    "see shop.evil.co.uk": "shop.evil.co.uk",
    "go to evil.com, then pay": "evil.com",
    "Amazon.com sells it": "Amazon.com",
    "Sold by Evil.de.": "Evil.de",
    "evil.shop has it too": "evil.shop",
    "xn--80ak6aa92e.com": "xn--80ak6aa92e.com",
    "in the shop at münchen.example": "münchen.example",
    "buy it at evil.io": "evil.io",
    "visit evil.it for more": "evil.it",
    "evil.io/start": "evil.io/start",
    "write to sales@evil.example": "sales@evil.example",
    "E-mail: Max.Moritz+x@shop.evil.test": "Max.Moritz+x@shop.evil.test",
    "a table|evil.example|": "evil.example",
    "at `evil.example`": "evil.example",
    "evil.example](": "evil.example",
    "“evil.example”": "evil.example",
    "order@evil.to": "order@evil.to",
}
OTHERS = (
    "Node.js", "Vue.js and D3.js", "see README.md", "open main.py first", "in app.ts", "config.yaml", "package.json",
    "index.html", "data.csv", "run script.sh", "from lib.rs", "photo.jpg", "backup.zip", "requirements.txt",
    "jquery.min.js", "test.pl", "Main.kt", "libc.so", "example.py:12", "src/main.py", "CHANGELOG.md.",
    "e.g.x", "e.g. this", "i.e.this", "U.S.", "the U.S.A.", "Ph.D.", "5 a.m.", "3 p.m.", "z.B.", "d.h.", "u.a.",
    "etc.and", "vs.the", "p.s.", "Dr.Meier", "St.Gallen", "J.R.R.Tolkien", "S.p.A.", "No.5", "fig.2b", "pp.12-13",
    "v1.2.3", "3.11", "version 2.0.1-beta", "10.5", "1.299,00 EUR", "12.5.2026", "127.0.0.1", "5.Mai",
    "ASP.NET and VB.NET", "Socket.IO", ".NET", "os.path", "np.array", "console.log", "user.name", "self.id", "this.me",
    "foo.bar()", "logger.info(x)", "df.to(device)", "x.is_valid", "java.util.List", "std.io.Reader", "a.b.c", "x.y",
    "It ends here.The next begins.", "it works.In Berlin", "so.It does", "works.So it is", "one.two.three",
    "and so on.to",
    "...", "a..b", "@user", "user@host", "5@3", "[t1.r2]", "t2.r14", "memory.md#x", "10.000.000", "16:9.at", "www.",
)  # fmt: skip


@pytest.mark.parametrize(("text", "said"), ADDRESSES.items(), ids=ADDRESSES.keys())
def test_an_address_in_words_is_seen(text: str, said: str) -> None:
    assert [text[found.start : found.end] for found in find_domains(text)] == [said]


@pytest.mark.parametrize("text", OTHERS)
def test_a_stop_inside_a_word_makes_no_address(text: str) -> None:
    assert not [*find_domains(text)]


@pytest.mark.parametrize(
    ("text", "brand"), [("Amazon.com sells it", True), ("on eBay.example", True), ("amazon.com sells it", False)]
)
def test_a_domain_written_as_a_brand_is_told_apart(text: str, brand: bool) -> None:
    assert [found.brand for found in find_domains(text)] == [brand]
