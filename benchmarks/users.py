"""The cost of a hundred people at once.

    python -m benchmarks.users [--json] [--people 1,10,30,100] [--processes 1,2] [--seconds N]
                               [--proxy]

Each user opens a page, all pages in turn, and then makes one change a second, starting at a random
moment. The answer is what they wait for: from the request to our route to its last byte. The rerun
is Streamlit's, for the controls and the session, at the same time. An error is a failed answer, an
answer to another setting, an exception on the page, or a closed connection.

The processor time of a change is what the servers used, user and system, minus what they use for
the same number of idle users, divided by the number of changes; memory is what each server uses at
the end. A single user makes four changes a second, page by page; each page's row also has the
model's own computations per change, which the processor time budget does not include.

Two processes are two servers that each serve half of the users permanently, as behind a reverse
proxy with sticky connections, but without the cost of the proxy. With --proxy they are those of
`attention-workbench --processes`: visitors come through HAProxy and keep its cookie. The proxy's
memory is then the last figure, and its processor time counts as the servers'. Visitors and servers
share the machine with whatever else runs on it; the JSON shows how many processors that used.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.crowd import Crowd
from benchmarks.own_time import own_ms
from benchmarks.server import Server, serving, serving_together
from benchmarks.visitor import LANGUAGE
from ui.words.pages import page_names

ANSWER_BUDGET = 150
PROCESSOR_BUDGET = 20
MEMORY_BUDGET = 450
BUDGETED = {(30, 1), (100, 2)}
"""The numbers of people and processes for which the answer has a budget."""
EVERY_SECONDS, ALONE_EVERY_SECONDS = 1.0, 0.25
IDLE_SECONDS = 3
OTHERS_AT_MOST = 0.2
"""The number of processors that other processes may use; beyond it, a warning is printed."""


def answered_pages() -> list[str]:
    """Return the pages that have an answer of their route."""
    return [name for name in page_names() if find_spec(f"pages.{name}.answer") is not None]


@dataclass(frozen=True)
class Used:
    """The processor seconds used up to a moment, by the servers, the visitors and everything."""

    moment: float
    servers: float
    visitors: float
    everything: float

    @classmethod
    def by(cls, servers: Sequence[Server]) -> "Used":
        total = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()
        user, nice, system = (int(one) for one in total[1:4])
        return cls(
            time.perf_counter(),
            sum(server.processor_seconds for server in servers),
            time.process_time(),
            (user + nice + system) / os.sysconf("SC_CLK_TCK"),
        )

    def a_second(self, name: str, before: "Used") -> float:
        """Return how many processors one of the figures kept busy since `before`."""
        return (getattr(self, name) - getattr(before, name)) / (self.moment - before.moment)


async def watched(crowd: Crowd, servers: Sequence[Server], seconds: float) -> dict[str, Any]:
    """Measure the waiting times of a crowd, and the resources that it uses."""
    await crowd.open(seconds)
    opened = Used.by(servers)
    await asyncio.sleep(IDLE_SECONDS)
    idle = Used.by(servers)
    await crowd.act(seconds)
    end = Used.by(servers)
    megabytes = [round(server.megabytes) for server in servers]
    await crowd.close()
    busy = {name: end.a_second(name, idle) for name in ("servers", "visitors", "everything")}
    own = (busy["servers"] - idle.a_second("servers", opened)) * (end.moment - idle.moment)
    return figures(crowd, own) | {
        "megabytes": megabytes,
        "processors": {
            "servers": round(busy["servers"], 2),
            "visitors": round(busy["visitors"], 2),
            "others": round(busy["everything"] - busy["servers"] - busy["visitors"], 2),
        },
    }


def figures(crowd: Crowd, processor_seconds: float) -> dict[str, Any]:
    answers = [waited for of_page in crowd.answers.values() for waited in of_page]
    reruns = [waited for of_page in crowd.reruns.values() for waited in of_page]
    return {
        "changes": len(answers),
        "reruns": len(reruns),
        "answer": spread(answers),
        "rerun": spread(reruns),
        "pages": {page: spread(waited) for page, waited in sorted(crowd.answers.items())},
        "processor": round(1000 * processor_seconds / max(1, len(answers)), 1),
        "errors": sum(crowd.errors.values()),
        "what_went_wrong": dict(crowd.errors.most_common(5)),
    }


def spread(times: Sequence[float]) -> dict[str, float] | None:
    if len(times) < 2:
        return None
    p95 = statistics.quantiles(times, n=20, method="inclusive")[-1]
    return {"median": round(statistics.median(times), 1), "p95": round(p95, 1)}


def _has_processor_budget(row: dict[str, Any]) -> bool:
    """Return whether a row has a processor budget: not if the load exceeds the processors."""
    return row["people"] < max(people for people, _ in BUDGETED) or _has_answer_budget(row)


def _has_answer_budget(row: dict[str, Any]) -> bool:
    return (row["people"], row["processes"]) in BUDGETED


def judged(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the budgets that apply to it, and whether each is met."""
    budgets = {}
    if _has_processor_budget(row):
        beside = row["processor"] - (row["own"] or 0)
        budgets[f"{PROCESSOR_BUDGET} ms of processor"] = beside <= PROCESSOR_BUDGET
    if _has_answer_budget(row):
        quick = row["answer"] is not None and row["answer"]["p95"] <= ANSWER_BUDGET
        budgets = {f"p95 {ANSWER_BUDGET} ms": quick} | budgets
    if row["processes"] > 1:
        budgets[f"{MEMORY_BUDGET} MB"] = max(row["megabytes"]) < MEMORY_BUDGET
    budgets["no error"] = row["errors"] == 0
    return row | {"budgets": budgets, "met": all(budgets.values())}


def measure(
    people: int,
    processes: int,
    pages: Sequence[str],
    seconds: float,
    every: float = EVERY_SECONDS,
    *,
    proxy: bool = False,
) -> dict[str, Any]:
    """Measure users on these pages, on freshly started servers, through the proxy or not."""
    with ExitStack() as stack:
        if proxy:
            address, servers = stack.enter_context(serving_together(processes))
            addresses = [address]
        else:
            servers = [stack.enter_context(serving()) for _ in range(processes)]
            addresses = [server.address for server in servers]
        crowd = Crowd.of(people, addresses, pages, every)
        row = asyncio.run(watched(crowd, servers, seconds))
    alone = crowd.visitors[0] if people == 1 else None
    own = None if alone is None else round(own_ms(alone.page, LANGUAGE, alone.asked), 1)
    where = pages[0] if len(pages) == 1 else "mixed"
    return judged({"people": people, "processes": processes, "page": where, "own": own} | row)


def measure_all(
    people: Sequence[int], processes: Sequence[int], seconds: float, *, proxy: bool = False
) -> list[dict[str, Any]]:
    pages, rows = answered_pages(), []
    for number in people:
        if number == 1:
            rows += [measure(1, 1, [page], seconds, ALONE_EVERY_SECONDS) for page in pages]
        else:
            rows += [measure(number, one, pages, seconds, proxy=proxy) for one in processes]
    return rows


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the table in the form used in docs/performance.md."""
    lines = [
        "| people | processes | page | answer: median, p95, ms | rerun: median, p95, ms "
        "| errors | processor time of a change, ms | of it the model's own | memory, MB | budget |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        cells = (
            row["people"],
            row["processes"],
            row["page"],
            _written(row["answer"]),
            _written(row["rerun"]),
            row["errors"],
            row["processor"],
            "" if row["own"] is None else row["own"],
            ", ".join(map(str, row["megabytes"])),
            "; ".join(f"{it}, {'met' if met else 'MISSED'}" for it, met in row["budgets"].items()),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def _written(times: dict[str, float] | None) -> str:
    return "" if times is None else f"{times['median']:.1f}, {times['p95']:.1f}"


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--people", type=_numbers, default="1,10,30,100", help="1,10,30,100")
    parser.add_argument("--processes", type=_numbers, default="1,2", help="1,2")
    parser.add_argument(
        "--seconds", type=float, default=20, help="seconds of changes for each row (default: 20)"
    )
    parser.add_argument("--proxy", action="store_true", help="through `--processes` and its proxy")
    arguments = parser.parse_args()
    rows = measure_all(
        arguments.people, arguments.processes, arguments.seconds, proxy=arguments.proxy
    )
    print(json.dumps(rows, indent=2) if arguments.json else table(rows))
    for row in rows:
        who = f"{row['people']} people, {row['processes']} processes, {row['page']}"
        if row["processors"]["others"] > OTHERS_AT_MOST:
            others = row["processors"]["others"]
            print(
                f"{who}: other processes used {others} processors during this run", file=sys.stderr
            )
        for error, count in row["what_went_wrong"].items():
            print(f"{who}: {count} x {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
