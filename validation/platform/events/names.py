"""Names of targets, resolved within a deadline. The system's resolver knows none: a name server that does not answer
would hold a delivery's thread for as long as it likes."""

from __future__ import annotations

import socket
import threading
from queue import Empty, SimpleQueue

WITHIN_S = 5.0
MOST_AT_ONCE = 32
"""Look-ups under way in this process, those included that nobody waits for any more: each still has a thread."""

_free = threading.BoundedSemaphore(MOST_AT_ONCE)


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system orders them. Raises OSError when there are none, and TimeoutError when
    looking takes too long."""
    if not _free.acquire(blocking=False):
        raise TimeoutError("too many names are being looked up")
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    threading.Thread(target=_look_up, args=(host, port, answers), name="resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=WITHIN_S)
    except Empty:
        raise TimeoutError(f"{host} was not resolved within {WITHIN_S:.0f} s") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _look_up(host: str, port: int, answers: SimpleQueue[list[str] | OSError]) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(entry[4][0]).split("%")[0] for entry in found])
    except OSError as error:
        answers.put(error)
    except Exception as error:  # such as a label that no name server could be asked for
        answers.put(OSError(str(error)))
    finally:
        _free.release()
