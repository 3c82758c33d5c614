"""`python -m config.ops.healthy` exits 0 when the web process on this machine can serve: a container's health check."""

from __future__ import annotations

import sys
import urllib.request

from config import env


def main() -> int:
    environment = env.load()
    host = next((name for name in environment.allowed_hosts if name != "*"), "localhost").lstrip(".")
    request = urllib.request.Request(f"http://127.0.0.1:{environment.port}/readyz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=3) as answer:  # noqa: S310 - the scheme is ours
            return 0 if answer.status == 200 else 1
    except OSError as error:
        print(f"countersign: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
