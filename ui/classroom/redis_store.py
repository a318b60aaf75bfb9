"""The store of several processes: a Valkey or Redis server."""

from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, cast

from redis.asyncio import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from ui.classroom.store import ENTRY_BYTES, Put, StoreGoneError

PREFIX = "workbench:"
PATIENCE_SECONDS = 2.0
"""Time limit for connecting and for an answer."""

# The commands of a script happen at once, so no field is added to a table that is full, and no
# answer is counted after its question was closed.
_PUT = """
local is_new = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if is_new and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
"""
_PUT_WHILE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'closed' end
local before = redis.call('HGET', KEYS[2], ARGV[2])
local grown = #ARGV[3] - #(before or '')
if not before then grown = grown + #ARGV[2] + tonumber(ARGV[6]) end
local size = tonumber(redis.call('GET', KEYS[3]) or '0')
if grown > 0 and size + grown > tonumber(ARGV[5]) then return 'full' end
redis.call('SET', KEYS[3], size + grown, 'PX', ARGV[4])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 'put'
"""
_SWAP = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
"""
_COUNT = """
local number = redis.call('INCR', KEYS[1])
if number == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return number
"""


@contextmanager
def _reached() -> Iterator[None]:
    """Say in our own words that the server does not answer."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise StoreGoneError(str(error)) from error


class RedisStore:
    """See `Store`. Connects when it is first used, and again whenever the server is back.

    Args:
        address: redis://[user:password@]host:port/number, rediss:// with TLS, or unix://path.

    Raises:
        ValueError: the address is none of these.
    """

    def __init__(self, address: str) -> None:
        patience: dict[str, Any] = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            "retry": Retry(ConstantBackoff(0.05), 1),
            "retry_on_error": [ConnectionError],
            "health_check_interval": 15,
        }
        self._redis: Redis = Redis.from_url(address, **patience)
        # Who listens waits for as long as nothing is said.
        self._listens: Redis = Redis.from_url(address, **patience | {"socket_timeout": None})

    async def create(self, name: str, value: bytes, seconds: float) -> bool:
        with _reached():
            return bool(await self._redis.set(PREFIX + name, value, px=_ms(seconds), nx=True))

    async def read(self, name: str) -> bytes | None:
        with _reached():
            return cast(bytes | None, await self._redis.get(PREFIX + name))

    async def write(self, name: str, value: bytes, seconds: float) -> None:
        with _reached():
            await self._redis.set(PREFIX + name, value, px=_ms(seconds))

    async def swap(self, name: str, value: bytes, new: bytes, seconds: float) -> bool:
        return bool(await self._script(_SWAP, [name], [value, new, _ms(seconds)]))

    async def remove(self, *names: str) -> None:
        with _reached():
            await self._redis.delete(*(PREFIX + name for name in names))

    async def count(self, name: str, seconds: float) -> int:
        return int(await self._script(_COUNT, [name], [_ms(seconds)]))

    async def put(self, table: str, field: str, value: bytes, seconds: float, most: int) -> bool:
        return bool(await self._script(_PUT, [table], [field, value, _ms(seconds), most]))

    async def put_while(
        self,
        gate: str,
        opened: bytes,
        table: str,
        field: str,
        value: bytes,
        seconds: float,
        *,
        within: tuple[str, int],
    ) -> Put:
        counter, most = within
        arguments = [opened, field, value, _ms(seconds), most, ENTRY_BYTES]
        done = await self._script(_PUT_WHILE, [gate, table, counter], arguments)
        return cast(Put, done.decode())

    async def field(self, table: str, field: str) -> bytes | None:
        with _reached():
            return await cast(Awaitable[bytes | None], self._redis.hget(PREFIX + table, field))

    async def table(self, name: str) -> dict[str, bytes]:
        with _reached():
            found = await cast(Awaitable[dict[bytes, bytes]], self._redis.hgetall(PREFIX + name))
            return {field.decode(): value for field, value in found.items()}

    async def tell(self, channel: str, message: bytes) -> None:
        with _reached():
            await self._redis.publish(PREFIX + channel, message)

    @asynccontextmanager
    async def listening(self, channel: str) -> AsyncIterator[AsyncIterator[bytes]]:
        heard = self._listens.pubsub(ignore_subscribe_messages=True)
        try:
            with _reached():
                await heard.subscribe(PREFIX + channel)
            yield _messages(heard)
        finally:
            await heard.aclose()

    async def _script(self, script: str, names: list[str], arguments: list[Any]) -> Any:
        with _reached():
            keys = [PREFIX + name for name in names]
            return await self._redis.eval(script, len(keys), *keys, *arguments)

    async def close(self) -> None:
        await self._redis.aclose()
        await self._listens.aclose()


def _ms(seconds: float) -> int:
    return max(1, round(1000 * seconds))


async def _messages(heard: Any) -> AsyncIterator[bytes]:
    while True:
        with _reached():
            # None comes where nothing was said for so long.
            message = await heard.get_message(timeout=60.0)
        if message is not None:
            yield message["data"]
