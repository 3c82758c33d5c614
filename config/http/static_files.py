"""Serves static files as an ASGI application, using whitenoise's file index without running Django.

whitenoise's Django middleware returns a synchronous iterator, which Django under ASGI reads to the end in a thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NOT_ALLOWED_RESPONSE, NOT_MODIFIED_HEADERS, Response
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.http.body_limit import App, Message, Receive, Send

CHUNK = 64 * 1024


class StaticFiles:
    """ASGI application that serves known static files and passes everything else on."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.files = _Files().files

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        file = self.files.get(scope["path"]) if scope["type"] == "http" else None
        if file is None:
            return await self.app(scope, receive, send)
        response = file.get_response(scope["method"], _as_environ(scope))
        headers = [(name.lower().encode(), value.encode()) for name, value in response.headers]
        await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
        for chunk in _chunks(response.file):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        return await send({"type": "http.response.body", "body": b""})


class _Files(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """The files that whitenoise finds. It reads files from their path, so the joined stylesheet is served from
    memory."""

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> Any:
        file = super().get_static_file(path, url, stat_cache)
        if self.use_finders and url == f"{self.static_prefix}{StylesheetFinder.PREFIX}/{StylesheetFinder.NAME}":
            return _FileInMemory(StylesheetFinder().read(), dict(file.alternatives[-1][-1]))
        return file


class _FileInMemory:
    """Like whitenoise's StaticFile, without support for ranges."""

    def __init__(self, content: bytes, headers: dict[str, str]) -> None:
        own = {"Content-Length": str(len(content)), "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
        headers.pop("Last-Modified", None)  # belongs to the file on disk
        self.content, self.headers = content, headers | own

    def get_response(self, method: str, request_headers: dict[str, str]) -> Response:
        if method not in ("GET", "HEAD"):
            return NOT_ALLOWED_RESPONSE
        if request_headers.get("HTTP_IF_NONE_MATCH") == self.headers["ETag"]:
            kept = [(name, self.headers[name]) for name in NOT_MODIFIED_HEADERS if name in self.headers]
            return Response(HTTPStatus.NOT_MODIFIED, kept, None)
        return Response(HTTPStatus.OK, [*self.headers.items()], BytesIO(self.content) if method == "GET" else None)


def _as_environ(scope: Message) -> dict[str, str]:
    """The request's headers as WSGI environment variables, for whitenoise."""
    return {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in scope["headers"]
    }


def _chunks(file: BinaryIO | None) -> Iterator[bytes]:
    if file is None:
        return
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Hashes file names, and rewrites them in imports of the desk's modules; other scripts have no imports."""

    IMPORTED = (r"""(?P<matched>(?P<import>from |import )"(?P<url>\./\w+\.js)")""", '%(import)s"%(url)s"')
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/desk/*.js", (IMPORTED,)))


class _OneFileFinder(BaseFinder):
    """Finder for a single file, `PREFIX/NAME`, that is not in a folder of static files in this form."""

    PREFIX: str
    NAME: str

    def __init__(self) -> None:
        self.storage = self._storage()
        self.storage.prefix = self.PREFIX  # type: ignore[attr-defined]  # collectstatic sets and reads it on any storage

    def _storage(self) -> FileSystemStorage:
        raise NotImplementedError

    def check(self, **_kwargs: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        found = [self.storage.path(self.NAME)] if path == f"{self.PREFIX}/{self.NAME}" else []
        return found if find_all else (found[0] if found else [])

    def list(self, _ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        yield self.NAME, self.storage


class PlotlyFinder(_OneFileFinder):
    """`plotly/plotly.min.js` from the plotly package, so that charts need no CDN and no copy in the repository."""

    PREFIX, NAME = "plotly", "plotly.min.js"

    def _storage(self) -> FileSystemStorage:
        spec = find_spec("plotly")
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError("plotly is not installed")
        return FileSystemStorage(location=Path(spec.origin).parent / "package_data")


class StylesheetFinder(_OneFileFinder):
    """`css/app.css` with its imports inlined, so that a page loads one file instead of a chain."""

    PREFIX, NAME = "css", "app.css"

    def _storage(self) -> FileSystemStorage:
        return _JoinedStylesheet(location=settings.ROOT / "static" / self.PREFIX)

    def read(self) -> bytes:
        with self.storage.open(self.NAME) as sheet:
            return bytes(sheet.read())


class _JoinedStylesheet(FileSystemStorage):
    """A folder whose stylesheet opens with its imports inlined, in memory: a killed process would leave a temporary
    file behind."""

    IMPORT = re.compile(r'^@import url\("([\w/.]+)"\);$', re.MULTILINE)

    def _open(self, name: str, _mode: str = "rb") -> ContentFile[bytes]:
        sheet = Path(self.path(name))
        joined = self.IMPORT.sub(lambda part: (sheet.parent / part[1]).read_text(), sheet.read_text())
        return ContentFile(joined.encode())

    def get_modified_time(self, _name: str) -> datetime:
        modified = super().get_modified_time
        sheets = Path(self.location).rglob("*.css")
        return max(modified(sheet.relative_to(self.location).as_posix()) for sheet in sheets)
