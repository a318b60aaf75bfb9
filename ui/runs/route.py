"""The routes by which the browser starts, follows and queries runs.

    POST runs                    {"config": {...}, "person": "..."}  -> {"run": id}
                                 With "until": STEP it pauses there
    POST runs/data?kind=pairs&cut=words  somebody's own data  -> what was read, and "data", its name
                                 kind: "pairs", "text"; cut: "words", "characters", "subwords"; with
                                 "source" and "target" the columns, with "subwords" their number
    GET  runs/data/EXAMPLE       data of ours to begin with, as text
    POST runs/file?person=...    a stored run  -> {"run": id}
    GET  runs/ID?since=STEP      a frame (see `packing`): the run's status and the new records.
                                 With wait=1 the answer waits for news, up to WAIT_SECONDS; with
                                 wait=rest new records alone do not count as news
    POST runs/ID/pause  resume  one_step  stop
    POST runs/ID/decode          {"text", "step"}  -> {"source", "written", "right"}
    POST runs/ID/adam            {"step", "name", "index"}  -> the numbers of an `AdamStep`
    GET  runs/ID/file            the run as a safetensors file
    GET  runs/ID/folder          the trained model as a folder for other programs, zipped

What is refused, and with which status, is in `endpoint`.
"""

import asyncio
import dataclasses
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, TypeVar

import anyio
import anyio.to_thread
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from transformer_lab.learning import RunConfig, RunState
from transformer_lab.own_data.encodings import MOST_BYTES
from transformer_lab.own_data.examples import EXAMPLES, example_text
from ui.answer.admission import ANSWERS, FILES
from ui.answer.requests import BadRequestError, body_of, read_body, read_values
from ui.answer.route import ROOT
from ui.runs.brought import brought, prepared, said_of, with_data
from ui.runs.cluster import shared_cluster
from ui.runs.endpoint import Endpoint, TooLongError, bytes_response, json_response
from ui.runs.engine import Engine
from ui.runs.files import of_file, to_file, to_folder
from ui.runs.packing import frame
from ui.runs.requests import Bring, Brought, Decode, Follow, Start, Weight
from ui.runs.run import Run
from ui.runs.run_queries import decoded
from ui.server.client import client_of
from ui.server.ending import ENDING
from ui.server.shares import Shares
from ui.streamlit.seams import every_method

T = TypeVar("T")
K = TypeVar("K", bound=Struct)
LONGEST_REQUEST = 4_000
LARGEST_FILE = 40_000_000
LARGEST_READING = 66_000_000
"""Bytes that reading a file of the largest size is counted with."""
LONGEST_SECONDS = 30
WAIT_SECONDS = 10.0
AT_ONCE = 8
"""Threads that wait for a worker."""
MOST_WAITING = 300
"""Requests that may wait for such a thread."""
ACTIONS = ("pause", "resume", "one_step", "stop")


@cache
def engine() -> Engine:
    """Return the runs of this server; nothing is started before the first run."""
    return Engine(shared_cluster())


async def _body(request: Request, longest: int) -> bytes:
    with anyio.fail_after(LONGEST_SECONDS):
        body = await body_of(request, longest)
    if body is None:
        raise TooLongError
    return body


async def _request_body(request: Request, kind: type[K]) -> K:
    return read_body(await _body(request, LONGEST_REQUEST), kind)


async def _computed(request: Request, call: Callable[..., T], *arguments: Any) -> T:
    """Run a call that needs a worker's result first, in threads separate from those for other
    answers.
    """
    shares, limiter = _computing()
    async with shares.held(client_of(request.scope)):
        return await anyio.to_thread.run_sync(call, *arguments, limiter=limiter)


@cache
def _computing() -> tuple[Shares, anyio.CapacityLimiter]:
    return Shares(AT_ONCE, MOST_WAITING, spares=True), anyio.CapacityLimiter(AT_ONCE)


async def _data(request: Request) -> Response:
    """Read what somebody brings: one at a time, as it takes much memory for a moment."""
    await _hold(request, LARGEST_READING)
    body = await _body(request, MOST_BYTES)
    asked = read_values(dict(request.query_params), Bring, strict=False)
    client = client_of(request.scope)
    async with FILES.turns.held(client):
        if await request.is_disconnected():
            raise ClientDisconnect
        found = await run_in_threadpool(prepared, body, asked)
        if await request.is_disconnected():
            raise ClientDisconnect
    return json_response({"data": brought().add(found.data, client)} | said_of(found))


async def _example(request: Request) -> Response:
    """One of our own texts to begin with."""
    name = request.path_params["example"]
    if name not in EXAMPLES:
        return Response(status_code=404)
    text = await run_in_threadpool(example_text, name)
    return Response(text, media_type="text/plain", headers={"Cache-Control": "no-store"})


async def _start(request: Request) -> Response:
    asked, client = await _request_body(request, Start), client_of(request.scope)
    config = RunConfig.of(*with_data(asked.config))
    run = await run_in_threadpool(engine().start, config, asked.person, asked.until, client=client)
    return json_response({"run": run})


async def _hold(request: Request, size: int) -> None:
    """Reserve this much memory until the answer has been sent. Raises: CrowdedError."""
    held: AsyncExitStack = request.state.held
    admission = ANSWERS if size <= ANSWERS.largest else FILES
    await held.enter_async_context(admission.memory.held(client_of(request.scope), size))


async def _bring(request: Request) -> Response:
    announced = int(request.headers.get("content-length", LARGEST_FILE))
    await _hold(request, max(0, min(announced, LARGEST_FILE)))
    body = await _body(request, LARGEST_FILE)
    person = read_values(dict(request.query_params), Brought).person
    client = client_of(request.scope)
    # One at a time: in memory a file is several times as large.
    async with FILES.turns.held(client):
        run = await run_in_threadpool(of_file, body, person, time.monotonic())
        run.client = client
        if run.config.data is not None:
            brought().add(run.config.data, client)
        return json_response({"run": await run_in_threadpool(engine().add, run)})


async def _follow(request: Request) -> Response:
    run_id = request.path_params["run"]
    asked = read_values(dict(request.query_params), Follow, strict=False)
    engine().seen(run_id)
    if asked.wait and not await _news(request, run_id, asked):
        return Response(status_code=400)
    size = sum(len(record.weights) for record in engine().records(run_id, asked.since))
    await _hold(request, size)
    return bytes_response(await run_in_threadpool(_frame, run_id, asked.since))


async def _news(request: Request, run_id: str, asked: Follow) -> bool:
    """Wait until the run has a new record or another mark, has finished or has been discarded, for
    at most WAIT_SECONDS and until the server ends. False if the client has left meanwhile.

    Nothing here takes the engine's lock: while that is held, the event loop answers others.
    """
    run = engine().run(run_id)
    leaving = asyncio.ensure_future(_left(request))
    try:
        with (
            run.subscribers.subscribed() as changed,
            anyio.move_on_after(WAIT_SECONDS) as limit,
            ENDING.ends(limit.cancel),
        ):
            leaving.add_done_callback(lambda _: changed.set())
            while not (leaving.done() or _is_news(run, asked)):
                await changed.wait()
                changed.clear()
        return not leaving.done()
    finally:
        leaving.cancel()


def _is_news(run: Run, asked: Follow) -> bool:
    mark, step = run.published
    is_further = asked.wait != "rest" and step > asked.since
    is_other = bool(asked.known) and mark != asked.known
    return is_further or is_other or run.is_finished or not engine().has(run)


async def _left(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _frame(run_id: str, since: int) -> bytes:
    run = engine().run(run_id)
    # Before all else: what changes from here on is news for the next request. The records come
    # last, so that a run is said to be done only together with its last one.
    known, status = run.published.mark, engine().status(run_id)
    records = engine().records(run_id, since)
    header = {
        "status": dataclasses.asdict(status),
        "known": known,
        "config": _config_of(run),
        "layers": run.layout.layers if run.layout else [],
        "attention": run.layout.attention if run.layout else {},
    }
    return frame(header, records)


def _config_of(run: Run) -> dict[str, Any]:
    """A run's config as the browser has it: with the name of the data, not their digest."""
    data = run.config.data
    return run.config.plain | ({} if data is None else {"data": brought().name_of(data)})


async def _act(request: Request) -> Response:
    action = request.path_params["action"]
    if action not in ACTIONS:
        return Response(status_code=404)
    await run_in_threadpool(getattr(engine(), action), request.path_params["run"])
    return json_response({})


async def _decode(request: Request) -> Response:
    asked, run_id = await _request_body(request, Decode), request.path_params["run"]
    return json_response(await _computed(request, _decoded, run_id, asked.step, asked.text))


def _decoded(run_id: str, step: int, text: str) -> dict[str, Any]:
    return decoded(engine().config(run_id), engine().state_at(run_id, step), text)


async def _adam(request: Request) -> Response:
    asked, run_id = await _request_body(request, Weight), request.path_params["run"]
    explained = await _computed(
        request, engine().adam_at, run_id, asked.step, asked.name, tuple(asked.index)
    )
    return json_response(explained._asdict())


async def _take(request: Request) -> Response:
    return await _saved(request, to_file, "safetensors")


async def _take_folder(request: Request) -> Response:
    return await _saved(request, to_folder, "zip")


async def _saved(request: Request, make: Callable[[Run, RunState], bytes], ending: str) -> Response:
    run_id = request.path_params["run"]
    await _hold(request, LARGEST_FILE)
    data = await _computed(request, _file, run_id, make)
    name = f"{engine().config(run_id).task}.{ending}"
    return bytes_response(data, **{"Content-Disposition": f'attachment; filename="{name}"'})


def _file(run_id: str, make: Callable[[Run, RunState], bytes]) -> bytes:
    run = engine().run(run_id)
    if not run.records:
        raise BadRequestError("nothing has been recorded yet")
    return make(run, engine().state_at(run_id, run.records[-1].step))


FOLLOW = Endpoint(GET=_follow)
ROUTES = [
    every_method(f"{ROOT}/runs", Endpoint(POST=_start)),
    every_method(f"{ROOT}/runs/file", Endpoint(POST=_bring)),
    every_method(f"{ROOT}/runs/data", Endpoint(POST=_data)),
    every_method(f"{ROOT}/runs/data/{{example}}", Endpoint(GET=_example)),
    every_method(f"{ROOT}/runs/{{run}}", FOLLOW),
    every_method(f"{ROOT}/runs/{{run}}/file", Endpoint(GET=_take)),
    every_method(f"{ROOT}/runs/{{run}}/folder", Endpoint(GET=_take_folder)),
    every_method(f"{ROOT}/runs/{{run}}/decode", Endpoint(POST=_decode)),
    every_method(f"{ROOT}/runs/{{run}}/adam", Endpoint(POST=_adam)),
    every_method(f"{ROOT}/runs/{{run}}/{{action}}", Endpoint(POST=_act)),
]
