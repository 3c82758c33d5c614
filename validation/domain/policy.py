"""The policy document: thresholds and limits, one section per gate (DESIGN, section 9).

Absent keys take the defaults, so that a new section does not renumber a stored policy. Unknown keys are an error.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from validation.domain.audit_policy import MOST_ROWS, AuditPolicy, InterventionRule
from validation.domain.codes.problems import ProblemCode
from validation.domain.codes.reading import read_document
from validation.domain.policy_types import Minutes, Section, Share

OnExpiry = Literal["hold", "fail", "escalate"]


class ResponsePolicy(Section):
    """Bands (spec 1, section 5), goal scores (section 8.1) and loop limits (section 7)."""

    approve: Share = Field(0.80, title="APPROVE from")
    revise: Share = Field(0.50, title="REVISE from")
    retry: Share = Field(0.30, title="RETRY from")
    goal_pass: Share = Field(0.75, title="Goal passes from")
    goal_partial: Share = Field(0.50, title="Goal is partial from")
    revise_limit: int = Field(2, ge=0, le=20, title="REVISE a turn, at most")
    retry_limit: int = Field(1, ge=0, le=20, title="RETRY a turn, at most")
    total_limit: int = Field(3, ge=0, le=40, title="Both together, at most")
    writes_no_evidence: bool = Field(False, title="The pipeline writes neither section 2 nor 4: neither is evidence")
    prompt: int = Field(0, ge=0, le=100_000, title="LLM prompt (0 as shipped)")

    @model_validator(mode="after")
    def bands_in_order(self) -> ResponsePolicy:
        if not 0 < self.retry < self.revise < self.approve:
            raise ValueError("the bands must rise: 0 < retry < revise < approve")
        if not self.goal_partial < self.goal_pass:
            raise ValueError("goal_partial must lie below goal_pass")
        if self.total_limit > self.revise_limit + self.retry_limit:
            raise ValueError("total_limit cannot exceed revise_limit + retry_limit")
        return self

    @property
    def writes_evidence(self) -> bool:
        return not self.writes_no_evidence


class DuePolicy(Section):
    """When an intervention is due, by priority, and what happens then; never an approval."""

    critical_minutes: Minutes = Field(30, title="Critical due within, in minutes")
    high_minutes: Minutes = Field(4 * 60, title="High due within, in minutes")
    medium_minutes: Minutes = Field(24 * 60, title="Medium due within, in minutes")
    low_minutes: Minutes = Field(3 * 24 * 60, title="Low due within, in minutes")
    on_expiry: OnExpiry = Field("hold", title="When the time is over")
    lease_minutes: Minutes = Field(5, title="Claim ends after, in minutes")
    undo_seconds: int = Field(10, ge=0, le=600, title="Time to undo, in seconds")
    rule_by_link: bool = Field(False, title="Reviewers may rule on low items by a link in their mail")
    rules: tuple[InterventionRule, ...] = Field((), max_length=MOST_ROWS, title="Rules that open an item")

    @model_validator(mode="after")
    def urgent_first(self) -> DuePolicy:
        if not self.critical_minutes <= self.high_minutes <= self.medium_minutes <= self.low_minutes:
            raise ValueError("due times must not fall with priority: critical <= high <= medium <= low")
        return self


class QueryAnalysisPolicy(Section):
    """Spec 2: one further run of phase 1 per turn."""

    retry_limit: int = Field(1, ge=0, le=5, title="Retries a turn, at most")


class OrchestrationPolicy(Section):
    """Spec 4's safety limits."""

    max_depth: int = Field(3, ge=1, le=20, title="Levels of delegation, at most")
    summary_tokens: int = Field(100, ge=1, le=10_000, title="Summary under, in tokens")
    session_minutes: Minutes = Field(24 * 60, title="Session ends after, in minutes")


class RetrievalPolicy(Section):
    """Spec 5: when a chunk counts as relevant and an answer as present."""

    relevant: Share = Field(0.50, title="Chunk is relevant from")
    answer_present: Share = Field(0.80, title="Answer is present from")
    open_intervention_when_poor: bool = Field(False, title="Poor retrievals go to the desk")


class BeliefWeights(Section):
    """Spec 3, weight configuration."""

    content_match: Share = 0.25
    semantic_support: Share = 0.35
    graph_support: Share = 0.25
    base_confidence: Share = 0.15

    @model_validator(mode="after")
    def sum_to_one(self) -> BeliefWeights:
        total = self.content_match + self.semantic_support + self.graph_support + self.base_confidence
        if abs(total - 1.0) > 1e-6:
            raise ValueError(f"the four weights must sum to 1, they sum to {total:g}")
        return self


class BeliefPolicy(Section):
    """Spec 3, thresholds; decay is a share of confidence per year."""

    weights: BeliefWeights = Field(
        BeliefWeights(), title="Belief weights", description="Shares of the four signals; they sum to 1."
    )
    strong_evidence: Share = Field(0.7, title="Strong evidence from")
    medium_evidence: Share = Field(0.5, title="Medium evidence from")
    min_evidence_count: int = Field(2, ge=0, le=100, title="Evidence links, at least")
    valid: Share = Field(0.4, title="Belief is valid from")
    warn_age_days: int = Field(150, ge=1, title="Warning at an age, in days")
    max_age_days: int = Field(180, ge=1, title="Review due at an age, in days")
    decay_rate: Share = Field(0.2, title="Confidence lost a year, as a share")
    decay_floor: Share = Field(0.5, title="Share that decay leaves")
    open_interventions: bool = Field(False, title="Invalid beliefs go to the desk")

    @model_validator(mode="after")
    def in_order(self) -> BeliefPolicy:
        if not self.medium_evidence < self.strong_evidence:
            raise ValueError("medium_evidence must lie below strong_evidence")
        if not self.warn_age_days < self.max_age_days:
            raise ValueError("warn_age_days must lie below max_age_days")
        return self


class PolicyDocument(Section):
    """The page shows titles and descriptions; a setting without a title is shown by its name."""

    response: ResponsePolicy = Field(
        ResponsePolicy(),
        title="Response gate",
        description="Confidence bands and goal scores, 0 to 1, and loop limits.",
    )
    query_analysis: QueryAnalysisPolicy = Field(
        QueryAnalysisPolicy(), title="Query analysis", description="How often phase 1 may run again."
    )
    orchestration: OrchestrationPolicy = Field(
        OrchestrationPolicy(), title="Orchestration", description="Limits of a delegation."
    )
    retrieval: RetrievalPolicy = Field(
        RetrievalPolicy(), title="Retrieval", description="When a chunk is relevant and an answer present, 0 to 1."
    )
    belief: BeliefPolicy = Field(BeliefPolicy(), title="Beliefs", description="Evidence and decay from 0 to 1; age.")
    interventions: DuePolicy = Field(
        DuePolicy(), title="Review desk", description="Due times by priority, what happens then, claims and undo."
    )
    audit: AuditPolicy = Field(
        AuditPolicy(),
        title="Audits",
        description="Shares, from 0 to 1, of decisions that people answer blind, so that errors are measured.",
    )


def read_policy(document: Any) -> PolicyDocument:
    """Validates a submitted document. Raises InputRejected `policy_invalid`."""
    return read_document(PolicyDocument, document, ProblemCode.POLICY_INVALID, whole="policy", own=_MESSAGES)


_MESSAGES = {
    "extra_forbidden": "there is no such setting; see GET /api/v1/policies for those there are",
    "model_type": "must be an object of settings",
    "missing": "fill this in",
    "string_too_short": "fill this in",
}


Tree = dict[str, Any]


def overrides_of(common: PolicyDocument, own: PolicyDocument, kept: Tree | None = None) -> Tree:
    """The settings of `own` that differ from the common ones, by section, and those that are as in `kept`: a setting
    stays the pipeline's own while the common policy happens to have the same value."""
    return _own(own.model_dump(mode="json"), common.model_dump(mode="json"), kept or {})


def overridden(common: PolicyDocument, overrides: Any) -> PolicyDocument:
    """The common settings with a pipeline's own in their place. Raises InputRejected `policy_invalid`, also where a
    pipeline's own setting no longer goes together with the common ones."""
    merged = common.model_dump(mode="json")
    return read_policy(_merged(merged, overrides) if isinstance(overrides, dict) else overrides)


def _own(document: Tree, common: Tree, kept: Tree) -> Tree:
    found: Tree = {}
    for key, value in document.items():
        before = common[key]
        if isinstance(value, dict) and isinstance(before, dict):
            if inner := _own(value, before, kept.get(key, {})):
                found[key] = inner
        elif value != before or (key in kept and kept[key] == value):
            found[key] = value
    return found


def named_in(document: PolicyDocument, overrides: Tree) -> Tree:
    """The settings that valid `overrides` name, with their values in the `document`, which has all defaults."""
    return _named(document.model_dump(mode="json"), overrides)


def _named(document: Tree, names: Tree) -> Tree:
    return {
        key: _named(document[key], inner) if isinstance(document[key], dict) else document[key]
        for key, inner in names.items()
    }


def _merged(common: Tree, overrides: Tree) -> Tree:
    both = dict(common)
    for key, value in overrides.items():
        before = common.get(key)
        both[key] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return both
