"""Commands of a response beside those of the evidence."""

from __future__ import annotations

import time

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.detectors.commands import check_commands
from validation.evidence.text.blocks import scan

GUIDE = """Install the client with `pip install lumen-client==2.3.1`. Run `lumen login --region eu` once, then
`lumen sync`.

Set `retries = 5` in the config file. To copy a backup use scp backup.tar deploy@host-a:/srv/backups. The image is
started by docker run -p 8080:80 --name web nginx:1.27, and `git clone <address>` fetches the sources.
"""


def messages(response_md: str) -> list[str]:
    index = EvidenceIndex(collect(with_evidence(GUIDE)))
    return [finding.message for finding in check_commands(response_md, scan(response_md), index)]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("```sh\npip install lumen-client==2.1.3\n```", "pip install lumen-client==2.3.1"),
        ("```bash\n$ lumen login --region us\n$ lumen sync\n```", "lumen login --region eu"),
        ("```\n$ lumen login --region us\n```", "lumen login --region eu"),
        ("Run `lumen login --region us` once.", "lumen login --region eu"),
        ("Set `retries = 7`.", "retries = 5"),
        ("```console\nscp backup.tar deploy@host-b:/srv/backups\n```", "scp backup.tar deploy@host-a:/srv/backups"),
        (
            "```sh\ndocker run -p 80:8080 --name web nginx:1.27  # starts it\n```",
            "docker run -p 8080:80 --name web nginx:1.27",
        ),
    ],
)
def test_a_command_that_the_evidence_has_otherwise_is_found(said: str, right: str) -> None:
    (message,) = messages(said)
    assert f"with `{right}`" in message


@pytest.mark.parametrize(
    "said",
    [
        "```sh\n# installs the client\npip install lumen-client==2.3.1\n\nlumen login --region eu\nlumen sync\n```",
        "```sh\n$ pip install lumen-client==2.3.1   # the client\n```",
        "Install it by `pip install lumen-client`.",
        "```sh\ngit clone https://code.example/lumen.git\n```",
        "```sh\nlumen login --region <region>\n```",
        "```sh\nlumen login --region YOUR_REGION\n```",
        "```sh\ncd lumen\nls -l\n```",
        "```python\nlumen = login(region='us')\n```",
        '```json\n{"retries": 7}\n```',
        "```\nlumen login to region us\n```",
        "The `retries` of `lumen` are five.",
        "```sh\nscp backup.tar deploy@host-a:/srv/backups\ndocker run -p 8080:80 --name web nginx:1.27\n```",
    ],
)
def test_what_stands_there_or_is_another_program_is_not(said: str) -> None:
    assert messages(said) == []


def test_a_fence_with_such_a_command_is_contradicted() -> None:
    response_md = "Install the client first.\n\n```sh\npip install lumen-client==2.1.3\n```"
    report = check_response(with_evidence(GUIDE, query="How do I install the client?"), response_md)
    assert ClaimState.CONTRADICTED in [claim.state for claim in report.claims]


@pytest.mark.parametrize("piece", ["`a b` ", "`lumen login --region us` ", "```sh\n", "$ lumen x\n", "lumen "])
def test_very_many_commands_are_read_in_linear_time(piece: str) -> None:
    text = f"```sh\n{piece * (60_000 // len(piece))}\n```"
    index = EvidenceIndex(collect(with_evidence(GUIDE + piece * 2_000)))
    blocks = scan(text)
    started = time.process_time()
    list(check_commands(text, blocks, index))
    assert time.process_time() - started < 3
