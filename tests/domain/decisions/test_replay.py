"""A replay says what deciding anew would have said: the two are held against each other over many verdicts."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from validation.domain.attempt import Route
from validation.domain.check import CheckName, CheckState, DecisionSource
from validation.domain.claim import Requirement
from validation.domain.decisions.consistency import contradiction
from validation.domain.decisions.decision import DecisionResult, decide
from validation.domain.decisions.evidence_opinion import EvidenceOpinion
from validation.domain.decisions.goals import ScoredGoal, status_of
from validation.domain.decisions.loop import Counters, route_of
from validation.domain.decisions.replay import MOVED_BY_POLICY, StoredVerdict, replay
from validation.domain.finding import Finding, Severity
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import CheckOpinion, Decision, Verdict

SHARES = st.integers(0, 100).map(lambda cents: cents / 100)
STATES = st.fixed_dictionaries({name: st.sampled_from(CheckState) for name in CheckName})


@st.composite
def policies(draw: st.DrawFn) -> ResponsePolicy:
    retry, revise, approve = sorted(draw(st.sets(st.integers(1, 100), min_size=3, max_size=3)))
    partial, whole = sorted(draw(st.sets(st.integers(0, 100), min_size=2, max_size=2)))
    limits = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    return ResponsePolicy(
        approve=approve / 100,
        revise=revise / 100,
        retry=retry / 100,
        goal_pass=whole / 100,
        goal_partial=partial / 100,
        revise_limit=limits[0],
        retry_limit=limits[1],
        total_limit=draw(st.integers(0, sum(limits))),
    )


NOT_REPLAYED = {"writes_no_evidence", "prompt"}
"""They change what is judged; what is stored was judged without them."""
VERDICTS = st.builds(
    Verdict,
    decision=st.sampled_from(Decision),
    confidence=SHARES,
    checks=STATES.map(lambda states: {name: CheckOpinion(state, "so") for name, state in states.items()}),
    issues=st.just(("it lacks something",)),
)
FINDINGS = st.builds(
    lambda severity, check: Finding("code", severity, check, 0, 1, "told"),
    st.sampled_from(Severity),
    st.sampled_from(CheckName),
)
OPINIONS = st.builds(
    lambda states, findings, unmet: EvidenceOpinion(
        {name: (state, "so") for name, state in states.items()}, findings=tuple(findings), requirements=tuple(unmet)
    ),
    STATES,
    st.lists(FINDINGS, max_size=2),
    st.lists(st.builds(Requirement, st.just("in EUR"), st.just("unit"), st.booleans()), max_size=1),
)


def _decide(verdict: Verdict, opinion: EvidenceOpinion, scores: list[float], policy: ResponsePolicy) -> DecisionResult:
    goals = tuple(ScoredGoal(f"GOAL_{at}", "", score, status_of(score, policy)) for at, score in enumerate(scores))
    return decide(verdict, opinion, goals, policy)


def _stored(decided: DecisionResult, verdict: Verdict, opinion: EvidenceOpinion, scores: list[float]) -> StoredVerdict:
    """As the query reads it from the records: overruled by what the checks and findings say, not by the verdict."""
    certain = {found.check for found in opinion.findings if found.severity is Severity.CERTAIN}
    return StoredVerdict(
        confidence=decided.raw_confidence,
        asked=tuple(voice.decision for voice in decided.voices if voice.voice not in MOVED_BY_POLICY),
        overruled=any(
            check.name in certain and check.state is CheckState.FAIL and check.said_by == (DecisionSource.EVIDENCE,)
            for check in decided.checks
        ),
        llm=verdict.decision,
        goals=tuple(scores),
        counters=Counters(revise=1, retry=0),
    )


@settings(max_examples=500)  # most draws say the same under both policies
@given(VERDICTS, OPINIONS, st.lists(SHARES, max_size=4), policies(), policies())
def test_a_replay_is_what_deciding_anew_would_say(
    verdict: Verdict, opinion: EvidenceOpinion, scores: list[float], old: ResponsePolicy, new: ResponsePolicy
) -> None:
    assume(contradiction(verdict, old) is None)
    stored = _stored(_decide(verdict, opinion, scores, old), verdict, opinion, scores)
    replayed = replay(stored, new)
    if contradiction(verdict, new):
        assert replayed.route is Route.HALT
        return
    anew = _decide(verdict, opinion, scores, new)
    assert replayed.decision is anew.decision
    assert replayed.route is route_of(anew.decision, Counters(revise=1, retry=0), new).route


@given(policies())
def test_every_setting_that_decides_is_held_against_a_replay(drawn: ResponsePolicy) -> None:
    """A setting that `policies` does not draw could be left out of the replay, and nothing would say so."""
    assert ResponsePolicy.model_fields.keys() - drawn.model_fields_set == NOT_REPLAYED


def test_the_embedded_judge_cannot_contradict_itself() -> None:
    stored = StoredVerdict(confidence=0.95, asked=(Decision.RETRY,))
    assert replay(stored, ResponsePolicy()).route is Route.RETRY
