"""A class: how soon everybody is where the teacher is, and what that costs the server.

    python -m benchmarks.classroom [--json] [--people 30,100,300] [--processes 1,2,4]
                                   [--seconds N] [--page attention]

`attention-workbench --processes N` with its proxy, and a Redis or Valkey server as the store. All
people open the teacher's page within 30 s, join, and change something every ten seconds as in
`benchmarks.users`. Meanwhile the teacher moves a control of the page every three seconds, N
seconds long (default: 30), then asks a question that all answer within ten seconds, and goes to
another page.

move: from the teacher's request to the message in each follower's window. picture: from the
teacher's request to the answer that a follower asks for then; all ask for the same one at the same
moment, and who is still waiting at the next move asks for that instead. vote: from a person's
request until it is counted. change: as in `benchmarks.users`. another page: from the request with
which the teacher goes to another page, after the vote, until Streamlit has run it for each.
An error is a request that fails, a window that has not heard of a move, a vote that is not counted.

The processor time is that of processes, proxy and store together while the class goes on; memory is
what they have more at its end than before anybody came. Everything runs on this machine: the people
take processor time, too, and other processes may. What more cores carry is calculated from it.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from benchmarks.class_client import ClassClient
from benchmarks.class_people import EVERY_SECONDS, LATEST_SECONDS, VOTE_SECONDS, Lesson, Pupil
from benchmarks.server import Server, end, free_port, serving_together
from benchmarks.users import OTHERS_AT_MOST, Used, spread
from benchmarks.visitor import Visitor

JOIN_SECONDS, MOVE_SECONDS = 30.0, 3.0
MOVE_BUDGET, VOTE_BUDGET = 500, 300
ELSEWHERE = ("masks", "attention")
LATEST_PAGE_SECONDS = 60.0
BUSY = 0.7
"""The share of a processor that the calculation uses: beyond it, waiting times grow quickly."""
CORES = (2, 4, 8)
QUESTION = {"kind": "pick", "text": "Which?", "options": ["a", "b", "c", "d"], "right": [1.0]}


@contextmanager
def store_server() -> Iterator[Server]:
    """Run a store. Raises: RuntimeError if none is installed."""
    program = next(filter(None, map(shutil.which, ("valkey-server", "redis-server"))), None)
    if program is None:
        raise RuntimeError("no Valkey or Redis server is installed (Debian: redis-server)")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        process = subprocess.Popen([*command, "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            yield Server(f"redis://127.0.0.1:{port}/0", process.pid)
        finally:
            end(process)


async def _links(address: str, page: str, moves: int) -> list[str]:
    """Links to one page, each with another value of the control that the teacher moves."""
    teacher = Visitor(address, page, 0)
    await teacher.open(0, moves)
    await teacher.close()
    return teacher.links


async def _move(teacher: ClassClient, lesson: Lesson) -> None:
    for link in lesson.links:
        lesson.moves[link] = time.perf_counter()
        await lesson.tried("lead", teacher.must(f"{lesson.code}/lead", {"link": link}))
        await asyncio.sleep(MOVE_SECONDS)


async def _go(teacher: ClassClient, lesson: Lesson, people: int) -> None:
    """Go to another page, and wait until all have opened it."""
    lesson.went = time.perf_counter()
    await lesson.tried(
        "lead", teacher.must(f"{lesson.code}/lead", {"link": f"/{lesson.elsewhere}"})
    )
    until = time.perf_counter() + LATEST_PAGE_SECONDS
    while len(lesson.waits.get("page", [])) < people and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    if missing := people - len(lesson.waits.get("page", [])):
        lesson.errors["another page that was not opened"] += missing


async def _counted(teacher: ClassClient, lesson: Lesson, number: int) -> None:
    """Wait until the teacher's window shows so many answers."""
    async with asyncio.timeout(VOTE_SECONDS + LATEST_SECONDS):
        async for message in teacher.news(lesson.code, "teacher"):
            if message.get("people", {}).get("answered") == number:
                return


async def held(
    address: str, servers: Sequence[Server], people: int, page: str, seconds: float
) -> dict[str, Any]:
    """Hold a class, and return what was measured."""
    teacher = ClassClient(address)
    links = await _links(address, page, int(seconds / MOVE_SECONDS))
    elsewhere = next(one for one in ELSEWHERE if one != page)
    lesson = Lesson((await teacher.must("start"))["code"], links, elsewhere)
    before = sum(one.megabytes for one in servers)
    pupils = [Pupil(lesson, address, page, number) for number in range(people)]
    most = int((JOIN_SECONDS + seconds + VOTE_SECONDS) / EVERY_SECONDS) + 3
    came = Used.by(servers)
    chance = random.Random(0)

    async def come(pupil: Pupil) -> None:
        await asyncio.sleep(chance.uniform(0, JOIN_SECONDS))
        await lesson.tried("join", pupil.join(most))

    await asyncio.gather(*map(come, pupils))
    here = [one for one in pupils if one.is_in]
    begun = Used.by(servers)
    until = time.perf_counter() + seconds + VOTE_SECONDS
    busy = [asyncio.create_task(one.be_there(until)) for one in here]
    await _move(teacher, lesson)
    counted = asyncio.create_task(lesson.tried("count", _counted(teacher, lesson, len(here))))
    await lesson.tried("ask", teacher.must(f"{lesson.code}/ask", QUESTION))
    await asyncio.gather(*(lesson.tried("vote", one.vote()) for one in here))
    await counted
    ended = Used.by(servers)
    megabytes = sum(one.megabytes for one in servers)
    await asyncio.gather(*busy)
    await _go(teacher, lesson, len(here))
    missed = sum(len(lesson.moves) - len(one.heard) for one in here)
    if missed:
        lesson.errors["a move that was not heard of"] += missed
    await asyncio.gather(*(one.leave() for one in pupils), return_exceptions=True)
    await teacher.must(f"{lesson.code}/end")
    share = {name: ended.a_second(name, begun) for name in ("servers", "visitors", "everything")}
    return {
        "waits": {what: _spread(waits) for what, waits in lesson.waits.items()},
        "errors": sum(lesson.errors.values()),
        "what_went_wrong": dict(lesson.errors.most_common(5)),
        "joining": round(1000 * (begun.servers - came.servers) / people, 1),
        "processor": round(1000 * share["servers"] / people, 1),
        "megabytes": round((megabytes - before) / people, 2),
        "others": round(share["everything"] - share["servers"] - share["visitors"], 2),
        "people_processors": round(share["visitors"], 2),
    }


def _spread(waits: Sequence[float]) -> dict[str, float]:
    found = spread(waits) or {"median": round(waits[0], 1), "p95": round(waits[0], 1)}
    return found | {"max": round(max(waits), 1)}


def measure(people: int, processes: int, page: str, seconds: float) -> dict[str, Any]:
    """Measure a class on freshly started processes."""
    with store_server() as store:
        environment = {"WORKBENCH_STORE": store.address}
        with serving_together(processes, environment=environment) as (address, servers):
            row = asyncio.run(held(address, [*servers, store], people, page, seconds))
    return judged({"people": people, "processes": processes} | row)


def judged(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with whether each budget is met."""
    p95 = {what: row["waits"].get(what, {}).get("p95", float("inf")) for what in ("move", "vote")}
    budgets = {
        f"move p95 {MOVE_BUDGET} ms": p95["move"] <= MOVE_BUDGET,
        f"vote p95 {VOTE_BUDGET} ms": p95["vote"] <= VOTE_BUDGET,
        "no error": row["errors"] == 0,
    }
    return row | {"budgets": budgets}


def carried(processor_ms: float, cores: int) -> int:
    """Return how many people so many cores carry: calculated, from ms a person and second."""
    return int(1000 * BUSY * cores / processor_ms)


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the table in the form used in docs/performance.md."""
    lines = [
        "| people | processes | join | move | picture | another page | vote | change | errors "
        "| processor a person: joining, ms; then, ms a second | memory a person, MB "
        "| others’ processors | budget |",
        f"| {' | '.join(['---'] * 13)} |",
    ]
    for row in rows:
        waits = [_written(row["waits"].get(what))
                 for what in ("join", "move", "picture", "page", "vote", "change")]  # fmt: skip
        cells = (
            row["people"],
            row["processes"],
            *waits,
            row["errors"],
            f"{row['joining']}; {row['processor']}",
            row["megabytes"],
            row["others"],
            "; ".join(f"{it}, {'met' if met else 'MISSED'}" for it, met in row["budgets"].items()),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, "", "Times: median, p95, longest, in ms.", *_calculated(rows)])


def _written(waits: dict[str, float] | None) -> str:
    return "" if waits is None else ", ".join(f"{waits[it]:.0f}" for it in ("median", "p95", "max"))


def _calculated(rows: Sequence[dict[str, Any]]) -> list[str]:
    # Where people wait, they ask for less, and would seem to cost less.
    costs = [row["processor"] for row in rows if all(row["budgets"].values())]
    if not costs:
        return []
    people = ", ".join(f"{cores} cores {carried(max(costs), cores)}" for cores in CORES)
    return [
        f"Calculated, not measured: at {max(costs)} ms of a processor a person and second, "
        f"{100 * BUSY:.0f} % busy and as many processes as cores: {people} people."
    ]


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--people", type=_numbers, default="30,100,300", help="30,100,300")
    parser.add_argument("--processes", type=_numbers, default="1,2,4", help="1,2,4")
    parser.add_argument("--seconds", type=float, default=30, help="of leading (default: 30)")
    parser.add_argument("--page", default="attention", help="the class's page")
    given = parser.parse_args()
    rows = []
    for people in given.people:
        for processes in given.processes:
            row = measure(people, processes, given.page, given.seconds)
            rows.append(row)
            who = f"{people} people, {processes} processes"
            print(f"{who}: {json.dumps(row)}", file=sys.stderr, flush=True)
            if row["others"] > OTHERS_AT_MOST:
                print(f"{who}: others used {row['others']} of {os.cpu_count()} processors",
                      file=sys.stderr)  # fmt: skip
    print(json.dumps(rows, indent=2) if given.json else table(rows))


if __name__ == "__main__":
    main()
