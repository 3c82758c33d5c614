"""The belief section of the policy in force, with its number."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.policy import BeliefPolicy, DuePolicy
from validation.platform.policies import policy_in_force


@dataclass(frozen=True, slots=True)
class PolicyInForce:
    number: int
    belief: BeliefPolicy
    due: DuePolicy


def belief_policy() -> PolicyInForce:
    policy = policy_in_force()
    document = policy.read()
    return PolicyInForce(policy.number, document.belief, document.interventions)
