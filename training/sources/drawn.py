"""Sources that are drawn by rules, for training and, from other seeds and kinds of things, for measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from training.examples import Example, Group
from training.mix import DrawnSource
from training.sources.addressed import draw_addressed
from training.sources.answers import draw_answer
from training.sources.edits import draw_edited_claims, draw_edits, is_editable
from training.sources.scenes import draw_scene
from training.worlds import LEARNED, UNSEEN
from training.worlds.answers import Case, read_answers
from training.worlds.asked import draw_asked
from training.worlds.claims import draw_claims
from training.worlds.domain import Domain
from training.worlds.events import draw_events
from training.worlds.notes import draw_notes
from training.worlds.questions import draw_questions
from training.worlds.ranks import draw_ranks
from training.worlds.rules import draw_rules
from training.worlds.scenes import FOLDER, Scene, read_scenes
from training.worlds.statements import draw_statements
from training.worlds.states import draw_states

SECOND, THIRD = 2, 4
"""Times more that scenes of later folders are drawn: of the earlier ones, passes were made before they came."""
LATE, MORE_OF_LATE = ("n", "o", "p"), 8
"""With what the ids of the last whole answers begin, and how many times more they are drawn, for the same reason."""
_OF_MODELS = ("ragtruth_qa", "ragtruth_data2txt", "ragtruth_summary", "factcheck_gpt")
_CLAIMS = (*_OF_MODELS, "fever", "infotabs", "mnli_taxinli", "begin", "wice", "conv_factual", "negation_nli")


def drawn_sources(published: Mapping[str, list[Group]], world: str) -> dict[str, DrawnSource]:
    """`world` is "train", or any other name for seeds, things and sentences that training never sees."""
    unseen = world != "train"
    domains: tuple[Domain, ...] = UNSEEN if unseen else LEARNED
    texts = sorted(
        {
            example.window
            for name in sorted(published)
            if _is_prose(name)
            for group in published[name]
            for example in group[:1]
        }
    )
    claims = _editable_claims(published)

    @cache
    def scenes() -> list[Scene]:
        drawn = [*read_scenes(), *read_scenes(FOLDER / "second") * SECOND, *read_scenes(FOLDER / "third") * THIRD]
        return [scene for scene in drawn if scene.is_measured == unseen]

    @cache
    def written() -> list[Case]:
        return [case for case in read_answers() if case.is_measured == unseen]

    @cache
    def cases() -> list[Case]:
        return [*written(), *[case for case in written() if case.id.startswith(LATE)] * MORE_OF_LATE]

    @cache
    def cases_with_off() -> list[Case]:
        return [case for case in written() if case.off]

    draws: dict[str, Callable[[Random], Group]] = {
        "answers": lambda random: _until_found(lambda: draw_answer(random, cases())),
        "ask_answers": lambda random: draw_addressed(random, cases_with_off()),
        "scenes": lambda random: draw_scene(random, scenes()),
        "worlds": lambda random: draw_claims(random, domains),
        "ranks": lambda random: draw_ranks(random, domains),
        "ask_worlds": lambda random: draw_questions(random, domains),
        "notes": draw_notes,
        "rules": draw_rules,
        "events": draw_events,
        "statements": lambda random: draw_statements(random, unseen=unseen),
        "ask_texts": lambda random: draw_asked(random, unseen=unseen),
        "states": lambda random: draw_states(random, unseen=unseen),
        "edits": lambda random: _until_found(lambda: draw_edits(random, texts)),
        "edited_claims": lambda random: _until_found(lambda: draw_edited_claims(random, random.choice(claims))),
    }
    return {name: DrawnSource(name, draw, world) for name, draw in draws.items()}


def _editable_claims(published: Mapping[str, list[Group]]) -> list[list[Example]]:
    """Of each source that has any, those from responses of models twice."""
    found = []
    for name in sorted(published):
        if name in _CLAIMS:
            claims = [example for group in published[name] for example in group if is_editable(example)]
            found += [claims] * (2 if name in _OF_MODELS else 1) if claims else []
    return found


def _until_found(draw: Callable[[], Group]) -> Group:
    for _ in range(20):
        group = draw()
        if group:
            return group
    raise ValueError("nothing can be edited here")


def _is_prose(name: str) -> bool:
    return name in ("fever", "condaqa", "factcheck_gpt", "boolq_dev", "fib_xsum", "begin") or name.startswith(
        ("ragtruth_", "ask_squad2", "ask_fairy", "ask_covid")
    )
