"""No HTML under /api: what Django answers by itself there (404, 405, 413) becomes a problem as every other error."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.http.middleware import BothWaysMiddleware
from validation.platform.http.problems import answer, problem

TOLD = {
    400: ("request_malformed", "The request cannot be read. Check its headers and body."),
    404: ("not_found", "There is nothing at this address. See /api/v1/docs."),
    405: ("method_not_allowed", "This address does not take this method. See /api/v1/docs."),
    413: ("body_too_large", "The body is over the limit. Send less a call, or ask the operator to raise the limit."),
}


class ApiProblemsMiddleware(BothWaysMiddleware):
    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        told = TOLD.get(response.status_code)
        if told is None or not request.path.startswith("/api/") or "json" in response.get("Content-Type", ""):
            return response
        code, detail = told
        kept = {name: response[name] for name in ("Allow",) if response.has_header(name)}
        translated: HttpResponse = answer(problem(status=response.status_code, code=code, detail=detail), headers=kept)
        return translated
