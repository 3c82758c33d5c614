"""Base of judged responses: the context, and who wrote what in it."""

from __future__ import annotations

from django.db import models

from validation.context_md.parser import parse
from validation.domain.context import ContextDocument, Provenance
from validation.evidence.requirements.language import language_of

_BEGINNING = 4_000
"""Code points of a response used for detecting its language."""


class JudgedText(models.Model):
    """`user_query` is the user's text as submitted with the context; `typed` is the user's text from the query analyses
    of the turn, at the time of judging."""

    context_md = models.TextField()
    response_md = models.TextField()
    user_query = models.TextField(blank=True)
    typed = models.JSONField(default=list)

    class Meta:
        abstract = True

    @property
    def language(self) -> str:
        """The language of the response, detected from its beginning; empty if unclear."""
        return language_of(self.response_md[:_BEGINNING]) or ""

    def provenance(self, *, writes_evidence: bool) -> Provenance:
        """`writes_evidence` is the setting of the policy that judges, or has judged, it."""
        return Provenance(writes_evidence, self.user_query, tuple(self.typed))

    def document(self, *, writes_evidence: bool) -> ContextDocument:
        return parse(self.context_md, self.provenance(writes_evidence=writes_evidence))
