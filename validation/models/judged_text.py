"""What every judged response has: its context, and what is known of who wrote what in it."""

from __future__ import annotations

from django.db import models

from validation.context_md.parser import parse
from validation.domain.context import ContextDocument, Provenance
from validation.evidence.requirements.language import language_of

_BEGINNING = 4_000
"""Code points of a response by which its language is told."""


class JudgedText(models.Model):
    """`user_query` is what the user typed, as it was handed over beside the context; `typed` the same as the query
    analyses of the turn held it when it was judged."""

    context_md = models.TextField()
    response_md = models.TextField()
    user_query = models.TextField(blank=True)
    typed = models.JSONField(default=list)

    class Meta:
        abstract = True

    @property
    def language(self) -> str:
        """Of the response, by how it begins; empty where that does not tell."""
        return language_of(self.response_md[:_BEGINNING]) or ""

    def provenance(self, *, writes_evidence: bool) -> Provenance:
        """`writes_evidence` as the policy says that decides, or decided, on it."""
        return Provenance(writes_evidence, self.user_query, tuple(self.typed))

    def document(self, *, writes_evidence: bool) -> ContextDocument:
        return parse(self.context_md, self.provenance(writes_evidence=writes_evidence))
