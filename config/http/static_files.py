"""Static files straight from the ASGI server: whitenoise knows the files, this sends them without waking Django.

Its own Django middleware streams with a synchronous iterator, which Django must read whole in a thread under ASGI.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.http.body_limit import App, Message, Receive, Send

CHUNK = 64 * 1024


class StaticFiles:
    """ASGI application that answers for known static files and passes everything else on."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.files = WhiteNoiseMiddleware().files

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


def _as_environ(scope: Message) -> dict[str, str]:
    """The request's headers under the names whitenoise looks for."""
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
    """Hashed names, also in the imports of the desk's modules; no other script is read for imports."""

    IMPORTED = (r"""(?P<matched>(?P<import>from |import )"(?P<url>\./\w+\.js)")""", '%(import)s"%(url)s"')
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/desk/*.js", (IMPORTED,)))


class _OneFileFinder(BaseFinder):
    """One file that no folder of static files holds, offered as `PREFIX/NAME`."""

    PREFIX: str
    NAME: str

    def __init__(self) -> None:
        self.storage = FileSystemStorage(location=self._folder())
        self.storage.prefix = self.PREFIX  # type: ignore[attr-defined]  # collectstatic sets and reads it on any storage

    def _folder(self) -> Path:
        raise NotImplementedError

    def check(self, **_kwargs: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        found = [self.storage.path(self.NAME)] if path == f"{self.PREFIX}/{self.NAME}" else []
        return found if find_all else (found[0] if found else [])

    def list(self, _ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        yield self.NAME, self.storage


class PlotlyFinder(_OneFileFinder):
    """`plotly/plotly.min.js` out of the plotly wheel, so that charts need no CDN and no copy in the repository."""

    PREFIX, NAME = "plotly", "plotly.min.js"

    def _folder(self) -> Path:
        spec = find_spec("plotly")
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError("plotly is not installed")
        return Path(spec.origin).parent / "package_data"


class StylesheetFinder(_OneFileFinder):
    """`css/app.css` with its parts in place of its imports: a page waits for one file, not for a chain of them."""

    PREFIX, NAME = "css", "app.css"
    IMPORT = re.compile(r'^@import url\("([\w/.]+)"\);$', re.MULTILINE)

    def _folder(self) -> Path:
        self._written = TemporaryDirectory(prefix="countersign-css-")  # gone with this process
        source, target = settings.ROOT / "static" / "css", Path(self._written.name)
        read = [source / self.NAME]

        def part(found: re.Match[str]) -> str:
            read.append(source / found[1])
            return read[-1].read_text()

        (target / self.NAME).write_text(self.IMPORT.sub(part, read[0].read_text()))
        changed = max(path.stat().st_mtime for path in read)
        os.utime(target / self.NAME, (changed, changed))  # a browser keeps what it has over a restart
        return target
