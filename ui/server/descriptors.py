"""Open files and sockets, whose number is limited per process.

Streamlit keeps the last 128 sessions whose browser has left, for two minutes or until the next one
leaves, and each has an event loop: three descriptors. With a limit of 256, the default on macOS,
one user's reloads used them all up; then no browser could connect, and none could leave any more.
"""

import logging
import sys

from ui.streamlit.seams import KEPT_SESSIONS, keep_sessions

LOGGER = logging.getLogger(__name__)
WANTED = (65_536, 10_240, 4_096, 1_024)
"""The limits that are tried, the largest first: a system may refuse more than it has in total."""
OF_A_KEPT_SESSION = 3
OF_A_VISITOR = 12
"""Descriptors per visitor: a session, its websocket, and the browser's short-lived connections."""
OF_THE_SERVER = 64


def raise_limit() -> int | None:
    """Raise the limit of descriptors as far as the system allows; return it, or None if there is no
    limit (as on Windows)."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_boundless = hard == resource.RLIM_INFINITY
    for wanted in WANTED:
        most = wanted if is_boundless else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= most:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            break
        except (ValueError, OSError):
            continue
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def kept_sessions(limit: int | None) -> int:
    """Return how many sessions without a browser fit into a third of all descriptors."""
    if limit is None:
        return KEPT_SESSIONS
    return max(1, min(KEPT_SESSIONS, (limit - OF_THE_SERVER) // 3 // OF_A_KEPT_SESSION))


def keep_what_there_is_room_for() -> None:
    """Raise the limit; if that is not enough, make Streamlit keep fewer sessions.

    Call it before the server starts, because that creates the session storage.
    """
    limit = raise_limit()
    kept = kept_sessions(limit)
    if kept == KEPT_SESSIONS:
        return
    keep_sessions(kept)
    LOGGER.warning(
        "This process may open %s files and sockets: enough for about %s people at once. "
        "More with `ulimit -n 4096` before it starts.",
        limit,
        (limit or 0) // OF_A_VISITOR,
    )
