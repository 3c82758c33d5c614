"""How the response gate reads scenes: `python -m evals.scenes [PATH ...] [--half unseen] [--held-out] [--failures]`.

A scene is two versions of one evidence and some ten sentences with what each version says of them (`+` supported, `-`
contradicted, `?` not said). Each sentence alone is a response, and two to four of them are an answer: good when the
version supports all, wrong with one that it does not. Of half the scenes, by hash, nobody looks at single failures.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from evals.as_turn import escape_headings
from training.held_out import hash_number
from training.worlds.scenes import FOLDER, LABELS, Scene, SceneError, read_scenes
from validation.domain.attempt import Submission
from validation.domain.claim import ClaimState
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.evidence.weighing import SURE
from validation.response.gate.gate import judge_response

HALVES = ("seen", "unseen")
SIGNS = {label: sign for sign, label in LABELS.items()}
_REMEMBERED = "memory"


@dataclass(frozen=True, slots=True)
class Case:
    """A response to one version of a scene. `sign` is that of its sentence, or of the sentence that makes it wrong."""

    scene: Scene
    version: int
    response: str
    sign: str
    is_answer: bool

    @property
    def context_md(self) -> str:
        evidence = escape_headings(self.scene.versions[self.version])
        query = f"# Context Document\n\n## 0. User Query\n{self.scene.query}\n\n"
        if self.scene.form == _REMEMBERED:
            return f"{query}## 2. Gathered Context\n\n### Memory (source_ref: memory:1)\n\n{evidence}\n"
        return f"{query}## 4. Execution Progress\n\n### Result 1 (source_ref: result:1)\n\n{evidence}\n"


@dataclass(frozen=True, slots=True)
class Reading:
    """`carried`: every claim is supported and sure; `grounded` is the gate's probability, 1 without claims."""

    case: Case
    carried: bool
    approved: bool
    grounded: float


def half_of(scene: Scene) -> str:
    return HALVES[hash_number(f"half {scene.id} {scene.query}") % 2]


def cases_of(scene: Scene) -> Iterator[Case]:
    for version in (0, 1):
        by_sign: dict[str, list[str]] = {"+": [], "-": [], "?": []}
        for claim in scene.claims:
            sign = SIGNS[claim.labels[version]]
            by_sign[sign].append(claim.text)
            yield Case(scene, version, claim.text, sign, is_answer=False)
        yield from _answers(scene, version, by_sign)


def _answers(scene: Scene, version: int, by_sign: dict[str, list[str]]) -> Iterator[Case]:
    drawn = Random(hash_number(f"answers {scene.id} {version}"))
    good = by_sign["+"]
    if len(good) < 2:
        return
    chosen = set(drawn.sample(good, min(len(good), drawn.randint(2, 4))))
    kept = [text for text in good if text in chosen]
    yield Case(scene, version, " ".join(kept), "+", is_answer=True)
    for sign in "-?":
        if by_sign[sign]:
            wrong, place = drawn.choice(by_sign[sign]), drawn.randrange(len(kept))
            yield Case(scene, version, " ".join([*kept[:place], wrong, *kept[place + 1 :]]), sign, is_answer=True)


def judge(case: Case) -> Reading:
    submission = Submission(turn_id=case.scene.id, context_md=case.context_md, response_md=case.response)
    judged = judge_response(submission, policy=ResponsePolicy())
    claims = [claim for claim in judged.report.claims if claim.state is not ClaimState.NOT_FACTUAL]
    carried = bool(claims) and all(one.state is ClaimState.SUPPORTED and one.probability >= SURE for one in claims)
    approved = judged.decided is not None and judged.decided.decision is Decision.APPROVE
    grounded = judged.report.grounded
    return Reading(case, carried, approved, 1.0 if grounded is None else grounded)


def table(readings: Sequence[Reading]) -> list[str]:
    """Shares of sentences carried and of answers approved, by form."""
    lines = [
        f"{'':10} {'sentences carried: +':>22} {'-':>14} {'?':>14}   {'answers approved: +':>22} {'-':>14} {'?':>14}"
    ]
    forms = sorted({one.case.scene.form for one in readings})
    for name in [*forms, "all"] if len(forms) > 1 else forms:
        found: dict[tuple[bool, str], list[bool]] = defaultdict(list)
        for one in readings:
            if name in (one.case.scene.form, "all"):
                found[one.case.is_answer, one.case.sign].append(one.approved if one.case.is_answer else one.carried)
        alone, whole = ([_share(found[kind, sign]) for sign in "+-?"] for kind in (False, True))
        lines.append(
            f"{name:10} {alone[0]:>22} {alone[1]:>14} {alone[2]:>14}   {whole[0]:>22} {whole[1]:>14} {whole[2]:>14}"
        )
    return lines


def _share(found: Sequence[bool]) -> str:
    return f"{sum(found)}/{len(found)} {sum(found) / len(found):.2f}" if found else "-"


def _failures(readings: Iterable[Reading]) -> Iterator[str]:
    for one in readings:
        case = one.case
        passed = one.approved if case.is_answer else one.carried
        if half_of(case.scene) == "seen" and passed is not (case.sign == "+"):
            yield f"{case.scene.id} {'AB'[case.version]} {case.sign} {one.grounded:.2f} {case.response}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("paths", type=Path, nargs="*", default=[FOLDER])
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--held-out", action="store_true", help="only scenes that the reader never learned from")
    parser.add_argument("--failures", action="store_true", help="list those of the half that may be looked at")
    given = parser.parse_args()
    try:
        scenes = [one for path in given.paths for one in read_scenes(path) if given.half in (None, half_of(one))]
    except (OSError, SceneError) as error:
        parser.error(str(error))
    scenes = [one for one in scenes if one.is_measured or not given.held_out]
    readings = [judge(case) for one in scenes for case in cases_of(one)]
    lines = [*(_failures(readings) if given.failures else ()), f"{len(scenes)} scenes", *table(readings)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
