"""For what starts an event loop of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_own_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives, made where no browser test has left an event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *arguments).result()
