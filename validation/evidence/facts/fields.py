"""Words as values: the mayor of one town told as the mayor of another."""

from __future__ import annotations

from dataclasses import dataclass

from validation.evidence.document.names import keys_of
from validation.evidence.document.statement import Statement
from validation.evidence.facts.frames import FRAME
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said

_MOST = 200
_LONGEST = 6
"""Words of a value that is compared as a whole."""


@dataclass(frozen=True, slots=True)
class OtherValue:
    """The field that holds another value than the claim says."""

    statement: Statement
    said: str
    instead: str


def other_value(said: Said, index: FactIndex) -> OtherValue | None:
    """A claim that names one thing and a property of it, and says the value that another thing has there."""
    if len(said.things) != 1 or len(index.entities) < 2:
        return None
    claim = said.statement
    keys = frozenset(term.key for term in claim.terms)
    entity = next(iter(said.things))
    for own in index.of_entity(entity)[:_MOST]:
        prop = keys_of(own.prop)
        value = _value(own)
        if not own.is_field or own.figures or not prop or not prop <= keys or not value or value & keys:
            continue
        for other in index.fields_named(own.prop)[:_MOST]:
            theirs = _value(other)
            if other.keys != entity and not other.figures and theirs and theirs <= keys:
                return OtherValue(own, index.value_of(other), index.value_of(own))
    return None


def _value(statement: Statement) -> frozenset[str]:
    found = frozenset(term.key for term in statement.terms) - FRAME
    return found if len(found) <= _LONGEST and not statement.is_denied else frozenset()
