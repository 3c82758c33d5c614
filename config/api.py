"""Assembles the API from its routers, and maps exceptions to HTTP problems."""

from __future__ import annotations

import logging
from importlib import import_module

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja.errors import AuthenticationError, HttpError, ValidationError

from config.http.error_pages import database_away
from config.openapi import TAGS, DescribedAPI
from validation.desk import api as interventions
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.insights.api import exports, stats
from validation.integrations import api as guardrails
from validation.notifications import api as notifications
from validation.pipelines import api as pipelines
from validation.platform.events import api as events
from validation.platform.gates import gates
from validation.platform.http.body import BodyParser
from validation.platform.http.parameters import refuse_unknown_parameters
from validation.platform.http.problems import answer, answer_error, from_pydantic, problem
from validation.platform.work.outages import is_unavailable
from validation.policies import api as policies
from validation.trust.api import audits, comparisons
from validation.trust.api import exports as trust_exports
from validation.trust.api import stats as trust_stats

logger = logging.getLogger(__name__)

api = DescribedAPI(
    title="Countersign",
    version="1",
    description=(
        "The quality gate and review desk of an LLM pipeline. A client must act on `route`, not on `decision`: `route` "
        "takes loop limits and rulings into account and can be FAIL or HALT while `decision` is REVISE. Errors are RFC "
        "9457 problems; their `type` is the address of a page that explains the code."
    ),
    openapi_extra={"tags": TAGS},
    urls_namespace="api",
    docs_url="/docs",
    docs_decorator=lambda view: csrf_exempt(require_safe(view)),
    parser=BodyParser(),
)
api.add_decorator(refuse_unknown_parameters, "view")
for gate in gates():
    for name in gate.apis:
        api.add_router("", import_module(name).router)
for part in (
    guardrails,
    interventions,
    audits,
    pipelines,
    policies,
    events,
    notifications,
    stats,
    trust_stats,
    trust_exports,
    comparisons,
    exports,
):
    api.add_router("", part.router)


@api.exception_handler(DomainError)
def _domain(_request: HttpRequest, error: DomainError) -> HttpResponse:
    return answer_error(error)


@api.exception_handler(ValidationError)
def _invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    return answer(from_pydantic(error.errors))


@api.exception_handler(AuthenticationError)
def _unauthenticated(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    return answer(problem(ProblemCode.KEY_INVALID), headers={"WWW-Authenticate": "Bearer"})


@api.exception_handler(HttpError)
def _http(_request: HttpRequest, error: HttpError) -> HttpResponse:
    if isinstance(error.__cause__, DomainError):
        return answer_error(error.__cause__)
    return answer(problem(ProblemCode.REQUEST_REFUSED, status=error.status_code, detail=str(error)))


@api.exception_handler(RequestDataTooBig)
def _too_big(_request: HttpRequest, _error: RequestDataTooBig) -> HttpResponse:
    return answer(problem(ProblemCode.BODY_TOO_LARGE))


@api.exception_handler(SuspiciousOperation)
def _malformed(_request: HttpRequest, _error: SuspiciousOperation) -> HttpResponse:
    return answer(problem(ProblemCode.REQUEST_MALFORMED))


@api.exception_handler(Http404)
def _missing(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return answer(problem(ProblemCode.NOT_FOUND))


@api.exception_handler(Exception)
def _broken(request: HttpRequest, error: Exception) -> HttpResponse:
    if is_unavailable(error):
        return database_away(request, error)
    logger.error("request broke", extra={"path": request.path}, exc_info=error)
    number = getattr(request, "request_id", "")
    return answer(problem(ProblemCode.INTERNAL_ERROR, "request", number=number))


@csrf_exempt
def not_found(request: HttpRequest, rest: str = "") -> HttpResponse:  # noqa: ARG001 - the address names what is missing
    """404 for unknown paths under /api. CSRF-exempt, so that a POST gets a 404 instead of a CSRF error page."""
    return _missing(request, Http404())
