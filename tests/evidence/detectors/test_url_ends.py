"""Where an address ends that stands in data, in a program's output or in a script without spaces."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.context.items import collect
from validation.evidence.detectors.urls import check_urls, find_urls

URL = "https://topf.example/aro"


@pytest.mark.parametrize(
    "evidence",
    [
        "[{'name': 'Aro kettle', 'url': 'https://topf.example/aro'}]",
        "- {name: Aro kettle, price: 39.90 EUR, url: https://topf.example/aro}",
        "Aro kettle {https://topf.example/aro}",
        '{"name": "Aro kettle", "url": "https:\\/\\/topf.example\\/aro"}',
        '```json\n{"name": "Aro kettle", "url": "https:\\/\\/topf.example\\/aro"}\n```',
        '{"content": "{\\"url\\": \\"https:\\\\/\\\\/topf.example\\\\/aro\\"}"}',
        "Aro kettle https:\\/\\/topf.example\\/aro",
        "Aro kettle\\nhttps://topf.example/aro\\nBel kettle",
        'curl: \\"https://topf.example/aro\\"',
        "Aroのケトル（https://topf.example/aro）。",
        "见https://topf.example/aro。价格39.90 EUR",
        "《Aro》：https://topf.example/aro，39.90 EUR",
        "Voir «https://topf.example/aro»",
        "More at https://topf.example/aro…",
        "Aro kettle – https://topf.example/aro – 39.90 EUR",
        "Aro kettle: https://topf.example/aro– 39.90 EUR",
    ],
)
def test_an_address_ends_before_what_encloses_or_follows_it(evidence: str) -> None:
    assert not list(check_urls(f"The Aro is sold [there]({URL}).", collect(with_evidence(evidence))))


@pytest.mark.parametrize(
    "response_md",
    [
        "Aroのケトルは39.90 EURです（https://topf.example/aro）。",
        "价格39.90 EUR：https://topf.example/aro。",
        "见https://topf.example/aro，价格39.90 EUR。",
        "```yaml\n{name: Aro kettle, url: https://topf.example/aro}\n```",
        "```python\n{'name': 'Aro kettle', 'url': 'https://topf.example/aro'}\n```",
        "Le prix est «https://topf.example/aro».",
        "It is at https://topf.example/aro…",
        '```json\n{"url": "https:\\/\\/topf.example\\/aro"}\n```',
    ],
)
def test_a_known_address_is_known_before_any_mark(response_md: str) -> None:
    assert not list(check_urls(response_md, collect(with_evidence(f"Aro kettle {URL}"))))


@pytest.mark.parametrize(
    "response_md",
    [
        "（https://topf.example/bel）。",
        "见https://topf.example/bel。",
        "https://topf.example。evil.example/aro",
        "https://topf.example（@evil.example/aro",
        "https:\\/\\/evil.example\\/aro",
        "https://topf.example/aro\\bel",
        "{url: https://topf.example/{bel}}",
        "https://topf.example/aro/…/bel and https://topf.example/bel…",
    ],
)
def test_another_address_is_found_before_any_mark(response_md: str) -> None:
    assert list(check_urls(response_md, collect(with_evidence(f"Aro kettle {URL}"))))


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/x_(1)",
        "https://a.example/{id}",
        "https://de.example/wiki/Käse",
        "https://ja.example/wiki/東京",
        "https://a.example/a–b",
        "https://a.example/?q=1&b={x}",
        "https://a.example",
        "https://münchen.example/x",
    ],
)
def test_an_address_is_read_whole(url: str) -> None:
    assert [one.url for one in find_urls(f"see {url} there")] == [url]


def test_a_word_behind_an_ellipsis_hides_no_address() -> None:
    evidence = collect(with_evidence("See https://topf.example/aro…und mehr"))
    assert not list(check_urls(f"The Aro is sold [there]({URL}).", evidence))
