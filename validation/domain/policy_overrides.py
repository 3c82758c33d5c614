"""What a pipeline sets otherwise than the common policy: a tree with only the keys that differ."""

from __future__ import annotations

from typing import Any

from validation.domain.policy import PolicyDocument, read_policy

Tree = dict[str, Any]


def overrides_of(common: PolicyDocument, own: PolicyDocument) -> Tree:
    """The settings of `own` that differ from the common ones, by section."""
    return _differences(common.model_dump(mode="json"), own.model_dump(mode="json"))


def overridden(common: PolicyDocument, overrides: Any) -> PolicyDocument:
    """The common settings with a pipeline's own in their place. Raises InputRejected `policy_invalid`, also where a
    pipeline's own setting no longer goes together with the common ones."""
    merged = common.model_dump(mode="json")
    return read_policy(_merged(merged, overrides) if isinstance(overrides, dict) else overrides)


def _differences(common: Tree, own: Tree) -> Tree:
    found: Tree = {}
    for key, value in own.items():
        before = common[key]
        if isinstance(value, dict) and isinstance(before, dict):
            if inner := _differences(before, value):
                found[key] = inner
        elif value != before:
            found[key] = value
    return found


def _merged(common: Tree, overrides: Tree) -> Tree:
    both = dict(common)
    for key, value in overrides.items():
        before = common.get(key)
        both[key] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return both
