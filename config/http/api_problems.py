"""No HTML under /api: what Django answers by itself there (404, 405, 413) becomes a problem as every other error."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.http.middleware import BothWaysMiddleware
from validation.platform.http.problems import answer, problem

CODES = {400: "request_malformed", 404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


class ApiProblemsMiddleware(BothWaysMiddleware):
    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        code = CODES.get(response.status_code)
        if code is None or not request.path.startswith("/api/") or "json" in response.get("Content-Type", ""):
            return response
        kept = {name: response[name] for name in ("Allow",) if response.has_header(name)}
        translated: HttpResponse = answer(problem(status=response.status_code, code=code), headers=kept)
        return translated
