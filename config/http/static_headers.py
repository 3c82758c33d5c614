"""What every static file carries: the browser takes its type as told, and no other site may use it."""

from __future__ import annotations

from wsgiref.headers import Headers


def add_headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Referrer-Policy"] = "same-origin"
