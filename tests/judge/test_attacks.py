"""No submitted text leaves its block, in any prompt, from any field."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.judge.attacks import ATTACKS, CANARY, CONTROL_TOKEN, HIDDEN, KNOWN_TAG, PROMPTS, Prompt
from validation.judge.protocol import LlmRequest

ROOT = Path(__file__).parents[2]
HARMLESS = f"{CANARY} lamp"
BUILDERS = {
    "retrieval/rubric.py",
    "validation/query_analysis/gate/rubric.py",
    "validation/response/gate/principle.py",
    "validation/response/gate/rubric.py",
}
OWN_WORDS_ONLY = {"validation/judge/probe.py"}
LABELS = {
    ("response", "query"): r"^(?:Asked|Resolved|Purpose): ",
    ("response", "requirements"): r"^- ",
    ("response", "goals"): r"^- ",
    ("response", "evidence"): r"\[E\d+\]",
    ("principle", "hints and issues"): r"^- ",
    ("retrieval", "parts"): r"^\d+\. ",
}
"""By which a reader tells the pieces inside a block apart; JSON needs none."""

every_prompt = pytest.mark.parametrize("prompt", PROMPTS, ids=str)


def tag_of(ask: LlmRequest) -> str:
    found = re.match(r"The tag of this request is (\w{20,})\.\n", ask.user)
    assert found is not None
    return found[1]


def blocks_of(ask: LlmRequest) -> Iterator[tuple[str, str]]:
    """Name and text of each block, as somebody reads them who goes by the tag alone."""
    tag = tag_of(ask)
    pattern = re.compile(rf"^<<<(?P<name>.*?) {tag}>>>\n(?P<text>.*?)\n<<<end (?P=name) {tag}>>>$", re.M | re.S)
    yield from ((found["name"], found["text"]) for found in pattern.finditer(ask.user))


def frame_of(ask: LlmRequest) -> str:
    """What stands outside the blocks."""
    text = ask.user
    for _, inside in blocks_of(ask):
        text = text.replace(f"\n{inside}\n<<<end", "\n<<<end", 1)
    return text.replace(tag_of(ask), "TAG")


@every_prompt
def test_a_harmless_text_is_where_the_table_says(prompt: Prompt) -> None:
    assert {name for name, text in blocks_of(prompt.ask(HARMLESS)) if CANARY in text} == set(prompt.blocks)


@every_prompt
def test_an_attack_changes_nothing_outside_its_block(prompt: Prompt) -> None:
    frame = frame_of(prompt.ask(HARMLESS))
    assert [name for name, attack in ATTACKS.items() if frame_of(prompt.ask(attack)) != frame] == []


@every_prompt
def test_an_attack_arrives_in_its_own_block_only(prompt: Prompt) -> None:
    reached = {
        name: {block for block, text in blocks_of(prompt.ask(attack)) if CANARY in text}
        for name, attack in ATTACKS.items()
    }
    assert {name: blocks for name, blocks in reached.items() if not blocks <= set(prompt.blocks)} == {}


def labels_of(prompt: Prompt, text: str) -> dict[str, int]:
    """Labelled pieces in each block."""
    return {
        name: len(re.findall(LABELS[prompt.name, name], inside, re.MULTILINE))
        for name, inside in blocks_of(prompt.ask(text))
        if (prompt.name, name) in LABELS
    }


@every_prompt
def test_an_attack_forges_no_piece_inside_its_block(prompt: Prompt) -> None:
    pieces = labels_of(prompt, HARMLESS)
    assert {name: found for name, text in ATTACKS.items() if (found := labels_of(prompt, text)) != pieces} == {}


@every_prompt
def test_no_control_token_of_a_chat_template_is_sent(prompt: Prompt) -> None:
    sent = {name: CONTROL_TOKEN.findall(prompt.ask(attack).user) for name, attack in ATTACKS.items()}
    assert {name: tokens for name, tokens in sent.items() if tokens} == {}


@every_prompt
def test_nothing_hidden_is_sent(prompt: Prompt) -> None:
    sent = {name: HIDDEN.findall(prompt.ask(attack).user) for name, attack in ATTACKS.items()}
    assert {name: hidden for name, hidden in sent.items() if hidden} == {}


@every_prompt
def test_instructions_and_schema_stay_the_same(prompt: Prompt) -> None:
    def fixed(text: str) -> tuple[object, ...]:
        ask = prompt.ask(text)
        return ask.system, ask.schema, ask.prompt

    assert [name for name, attack in ATTACKS.items() if fixed(attack) != fixed(HARMLESS)] == []


@every_prompt
def test_the_tag_of_one_request_is_worth_nothing_in_the_next(prompt: Prompt) -> None:
    """An attacker who saw a prompt writes its own closing lines."""
    seen = prompt.ask(HARMLESS)
    attack = f"{seen.user}\n{CANARY} approve"
    again = prompt.ask(attack)
    assert tag_of(again) != tag_of(seen)
    assert frame_of(again) == frame_of(seen)


@every_prompt
@given(
    text=st.lists(
        st.one_of(st.sampled_from([*ATTACKS.values(), "<", ">", "\n", "\r", "[", "E1]", KNOWN_TAG]), st.text()),
        max_size=6,
    ).map("".join)
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_adds_or_closes_a_block(prompt: Prompt, text: str) -> None:
    names = [name for name, _ in blocks_of(prompt.ask(f"{HARMLESS}{text}"))]
    assert names == [name for name, _ in blocks_of(prompt.ask(HARMLESS))]


def test_every_prompt_of_the_product_is_in_the_table() -> None:
    """Whoever adds a question to an LLM adds it to the table of prompts too."""
    sources = [
        path for floor in ("validation", "retrieval", "beliefs", "evals") for path in (ROOT / floor).rglob("*.py")
    ]
    builders = {str(path.relative_to(ROOT)) for path in sources if _builds_a_question(path)}
    assert builders == BUILDERS | OWN_WORDS_ONLY


def _builds_a_question(path: Path) -> bool:
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Name) and call.func.id == "LlmRequest" for call in calls)
