"""A class on two processes with the real proxy and the real store: twenty people, who are led, vote
twice, lose a process and lose the store."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import psutil
import pytest

from benchmarks.class_client import ClassClient
from benchmarks.opened import Trouble
from benchmarks.server import free_port
from tests.own_thread import in_own_thread
from tests.ui.classroom.conftest import NAMES, StoreServer
from tests.ui.processes.test_supervisor import ROOT, Served, asked
from ui.classroom.here import STORE

PEOPLE = 20
PATIENCE_SECONDS = 20.0
PICK = {"kind": "pick", "text": "Where?", "options": ["left", "right"], "right": [1.0]}
PROCESS = "workbench-process"

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed"),
]


@dataclass
class School:
    """The served processes and their store."""

    served: Served
    store: StoreServer


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Valkey or Redis server is installed (Debian: redis-server)")
    store = StoreServer(program, tmp_path_factory.mktemp("kept"), keeps=True)
    port = free_port()
    command = [sys.executable, "-m", "ui.shell.command", "--processes", "2"]
    command += ["--server.port", str(port)]
    # A cluster of its own would take longer to start than all of this takes.
    environment = {**psutil.Process().environ(), STORE: store.address}
    environment["WORKBENCH_CLUSTER"] = "tcp://127.0.0.1:9"
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None and process.stdout.readline()
            yield School(Served(psutil.Process(process.pid), port), store)
        finally:
            process.terminate()
            process.wait(30)
            store.end()


@dataclass
class Person:
    """A window, and the newest that it was told; it listens again whenever its stream breaks."""

    client: ClassClient
    code: str
    role: str = "student"
    seen: dict[str, Any] = field(default_factory=dict)
    people: dict[str, Any] = field(default_factory=dict)
    is_interrupted: bool = False

    async def listen(self) -> None:
        while True:
            try:
                async for message in self.client.news(self.code, self.role):
                    self.is_interrupted = "interrupted" in message
                    self.people = message.get("people", self.people)
                    self.seen = message if "link" in message else self.seen
            except (OSError, EOFError, Trouble):
                await asyncio.sleep(0.2)

    async def join(self) -> None:
        await self.client.must(f"{self.code}/join")
        await self.client.must(f"{self.code}/here", {"follows": True})

    async def vote(self, choice: int) -> None:
        await self.client.must(f"{self.code}/answer", {"answer": [float(choice)]})


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not holds():
            await asyncio.sleep(0.05)


@asynccontextmanager
async def lesson(address: str):
    """A class with twenty people: its teacher's window and theirs."""
    client = ClassClient(address)
    code = (await client.must("start"))["code"]
    teacher = Person(client, code, "teacher")
    people = [Person(ClassClient(address), code) for _ in range(PEOPLE)]
    # One after the other, so that the proxy shares them out.
    for one in people:
        await one.join()
    listening = [asyncio.create_task(one.listen()) for one in (teacher, *people)]
    try:
        await until(lambda: all(one.seen for one in (teacher, *people)))
        yield teacher, people
    finally:
        for task in listening:
            task.cancel()
        for one in (teacher, *people):
            one.client.close()


def run(do: Callable[..., Awaitable[Any]], school: School) -> None:
    async def with_lesson() -> None:
        async with lesson(school.served.address) as (teacher, people):
            await do(teacher, people)

    in_own_thread(asyncio.run, with_lesson())


async def led(teacher: Person, what: str, content: dict[str, Any] | None = None) -> None:
    await teacher.client.must(f"{teacher.code}/{what}", content)


def answered(teacher: Person) -> list[int]:
    """How many answered, in each round."""
    return [one["answered"] for one in teacher.seen.get("results") or []]


async def all_vote(people: list[Person], choice: int) -> None:
    await until(lambda: all((one.seen["question"] or {}).get("is_open") for one in people))
    await asyncio.gather(*(one.vote(choice) for one in people))


def test_a_class_is_led_and_votes_on_two_processes_and_loses_one(school: School) -> None:
    async def do(teacher: Person, people: list[Person]) -> None:
        on = {name: [one for one in people if one.client.cookies[PROCESS] == name]
              for name in ("app-1", "app-2")}  # fmt: skip
        assert all(len(some) >= 5 for some in on.values()), "on both processes"
        await led(teacher, "lead", {"link": "/masks"})
        await until(lambda: all(one.seen["link"] == "/masks" for one in people))
        await led(teacher, "ask", PICK)
        await all_vote(people, 0)
        await until(lambda: answered(teacher) == [PEOPLE])
        await led(teacher, "show", {"solved": False})
        await until(lambda: all(one.seen["results"] for one in people))
        await led(teacher, "again")
        await until(lambda: all(one.seen["question"]["round"] == 2 for one in people))
        await all_vote(people, 1)
        await until(lambda: answered(teacher) == [PEOPLE, PEOPLE])

        lost = "app-1" if teacher.client.cookies[PROCESS] == "app-2" else "app-2"
        for one in people:
            one.seen = {} if one in on[lost] else one.seen
        school.served.apps()[lost].kill()
        await until(lambda: all(one.seen for one in people))
        for one in on[lost]:
            assert one.seen["link"] == "/masks" and one.seen["question"]["round"] == 2
        for one in on[lost]:
            await one.client.must(f"{one.code}/here", {"follows": True})
            await one.vote(0)
        moved = len(on[lost])
        await until(
            lambda: (
                teacher.seen["results"][1]["counts"] == [[[0.0], moved], [[1.0], PEOPLE - moved]]
            )
        )
        assert answered(teacher) == [PEOPLE, PEOPLE], "each is the same voter as before"
        await led(teacher, "lead", {"link": "/training"})
        await until(lambda: all(one.seen["link"] == "/training" for one in people))

    run(do, school)


def test_a_class_goes_on_when_its_store_is_back_and_pages_work_meanwhile(school: School) -> None:
    async def do(teacher: Person, people: list[Person]) -> None:
        await led(teacher, "ask", PICK)
        await all_vote(people, 1)
        await until(lambda: answered(teacher) == [PEOPLE])
        school.store.end()
        try:
            await until(lambda: all(one.is_interrupted for one in people))
            for name in ("app-1", "app-2"):
                page = asyncio.to_thread(asked, f"{school.served.address}/attention", name)
                assert (await page)[0] == 200
            refused = await people[0].client.post(f"{teacher.code}/answer", {"answer": [0.0]})
            assert refused == (503, {"refused": "interrupted"})
            assert (await ClassClient(school.served.address).post("start", {}))[0] == 503
        finally:
            school.store.start()
        await until(lambda: not any(one.is_interrupted for one in people))
        await people[0].vote(0)
        expected = [[[0.0], 1], [[1.0], PEOPLE - 1]]
        await until(lambda: teacher.seen["results"][0]["counts"] == expected)
        assert answered(teacher) == [PEOPLE]
        await led(teacher, "lead", {"link": "/training"})
        await until(lambda: all(one.seen["link"] == "/training" for one in people))

    run(do, school)


def test_what_is_hostile_is_refused_through_the_proxy_too(school: School) -> None:
    async def do(teacher: Person, people: list[Person]) -> None:
        code, pupil, stranger = teacher.code, people[0].client, ClassClient(school.served.address)
        await led(teacher, "ask", PICK)
        for wrong in ("ABCDEF", "ABC", "O0I1O0", "A" * 2000):
            assert (await stranger.post(f"{wrong}/join", {}))[0] == 404, wrong
        for vote in ([2.0], [0.0, 1.0], [0.5], [-1.0], []):
            assert (await pupil.post(f"{code}/answer", {"answer": vote}))[0] == 403, vote
        for vote in (["left"], [1.0] * 5000, None, {"a": 1}):
            assert (await pupil.post(f"{code}/answer", {"answer": vote}))[0] == 400, vote
        assert (await stranger.post(f"{code}/answer", {"answer": [1.0]}))[0] == 403
        assert (await pupil.post(f"{code}/answer", {"answer": "x" * 70_000}))[0] == 413
        for link in ("//evil.example", "https://evil.example", "javascript:alert(1)", "/" * 9000):
            assert (await teacher.client.post(f"{code}/lead", {"link": link}))[0] == 400, link
        for what, content in {"lead": {"link": "/"}, "show": {}, "end": {}, "ask": PICK}.items():
            assert (await pupil.post(f"{code}/{what}", content))[0] == 403, what
        assert (await pupil.post(f"{code}/none", {}))[0] == 404
        assert teacher.seen["link"] == "/" and not answered(teacher)[0]

    run(do, school)
