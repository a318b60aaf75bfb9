"""The classes of this process, and the door to them."""

import os
from functools import cache

from ui.classroom.classroom import Classroom
from ui.classroom.entrance import Entrance
from ui.classroom.hub import Hub
from ui.classroom.memory_store import MemoryStore
from ui.classroom.store import Store

STORE = "WORKBENCH_STORE"
"""The variable with the address of a Valkey or Redis server, such as redis://127.0.0.1:6379/0."""


@cache
def hub() -> Hub:
    """Return the classes of this process, in the store that the server's owner names.

    Raises: ValueError: the address is none.
    """
    address = os.environ.get(STORE, "")
    store: Store
    if address:
        from ui.classroom.redis_store import RedisStore

        store = RedisStore(address)
    else:
        store = MemoryStore()
    return Hub(Classroom(store))


@cache
def entrance() -> Entrance:
    return Entrance(hub().classroom.store)
