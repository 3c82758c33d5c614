"""`/stats/trust` and `/policies/certify`: what audits say of the key's own pipeline, and what may be certified."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from ninja import Router

from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Moment
from validation.platform.permissions import Scope
from validation.trust.api.schemas import CertificateOut, CertifyIn, TrustStats
from validation.trust.queries.reviewers import reviewer_figures
from validation.trust.queries.trust_report import TrustScope, read_certificate, read_trust
from validation.trust.queries.trust_resource import certificate_resource, reviewer_resource, trust_stats

router = Router(tags=["trust"])


@router.get("/stats/trust", response=TrustStats, auth=auth.read, summary="Estimate how far decisions can be trusted")
def get_trust(request: AuthedRequest, since: Moment | None = None, until: Moment | None = None) -> dict[str, Any]:
    """From audits drawn at random: how often an approval was wrong and a hold needless, how right each check is, and
    how far judge and people agree, each with n and a 95 % interval. Reviewers work for all pipelines and are
    shown to a key with the scope `instance`."""
    found = trust_stats(read_trust(_scope(request, since, until)))
    people = reviewer_figures(now=timezone.now(), since=since) if Scope.INSTANCE in request.auth.scopes else ()
    return {**found, "reviewers": [reviewer_resource(one) for one in people]}


@router.post("/policies/certify", response=CertificateOut, auth=auth.read, summary="Certify an APPROVE threshold")
def certify_threshold(
    request: AuthedRequest, limits: CertifyIn, since: Moment | None = None, until: Moment | None = None
) -> dict[str, Any]:
    """The lowest APPROVE threshold at which the share of wrong approvals is at most `alpha`, with an error of `delta`.
    Publishes nothing."""
    read = read_trust(_scope(request, since, until))
    return certificate_resource(read_certificate(read, tolerated=limits.alpha, error=limits.delta))


def _scope(request: AuthedRequest, since: datetime | None, until: datetime | None) -> TrustScope:
    """Keys see their own pipeline only."""
    return TrustScope(request.auth.pipeline.name, since, until)
