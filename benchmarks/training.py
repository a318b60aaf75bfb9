"""The cost of a training run to other people on the server.

    python -m benchmarks.training [--json] [--seconds N]

Two runs keep both workers of the local cluster busy. The response time of one user's slider (the
masks page, ten changes a second) and the waiting times of ten users (all pages, one change a second
each) are measured before and during the runs. Also measured: how long the first run waits for the
cluster, what the server uses for an idle cluster, and what a whole run sends to the browser.
"""

import argparse
import asyncio
import http.client
import json
import statistics
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.crowd import Crowd
from benchmarks.server import Server, serving
from benchmarks.users import ANSWER_BUDGET, answered_pages, spread
from transformer_lab.learning import RunConfig
from ui.runs.packing import unframe

MOST_TIMES = 2.0
"""The factor by which a slider may be slower than without runs."""
FILM_BYTES = 2_000_000
PEOPLE, EVERY_SECONDS = 10, 1.0
ALONE_EVERY_SECONDS = 0.1
ENDLESS = {"steps": 4000, "every": 20}
PATIENCE_SECONDS = 90
REST_SECONDS = 5.0


class Runs:
    """The runs of a server, with the requests that a browser makes."""

    def __init__(self, address: str) -> None:
        self._host = address.removeprefix("http://")

    def start(self, config: dict[str, Any], person: str) -> str:
        return json.loads(self._asked("POST", "/runs", {"config": config, "person": person}))["run"]

    def frame(self, run: str, since: int = -1, more: str = "") -> tuple[dict[str, Any], int]:
        """Return the status of a run with its new records, and the number of bytes sent."""
        data = self._asked("GET", f"/runs/{run}?since={since}{more}")
        return unframe(data)[0], len(data)

    def stop(self, run: str) -> None:
        self._asked("POST", f"/runs/{run}/stop", {})

    def wait(self, runs: Sequence[str], step: int) -> None:
        """Wait until all of the runs have reached a step. Raises: TimeoutError."""
        end = time.monotonic() + PATIENCE_SECONDS
        while any(self.frame(run)[0]["status"]["step"] < step for run in runs):
            if time.monotonic() > end:
                raise TimeoutError(f"the runs are not at step {step}")
            time.sleep(0.05)

    def _asked(self, method: str, path: str, body: Any = None) -> bytes:
        line = http.client.HTTPConnection(self._host, timeout=PATIENCE_SECONDS)
        try:
            line.request(method, path, None if body is None else json.dumps(body))
            answer = line.getresponse()
            data = answer.read()
        finally:
            line.close()
        if answer.status != http.client.OK:
            raise OSError(f"{method} {path}: {answer.status}")
        return data


def waited(
    server: Server, people: int, pages: Sequence[str], every: float, seconds: float
) -> list[float]:
    """Measure the waiting times of users on these pages, in ms.

    Raises: RuntimeError if any of them got no answer.
    """

    async def measured(crowd: Crowd) -> None:
        await crowd.open(seconds)
        await crowd.act(seconds)
        await crowd.close()

    crowd = Crowd.of(people, [server.address], pages, every)
    asyncio.run(measured(crowd))
    if crowd.errors:
        raise RuntimeError(f"not answered: {crowd.errors.most_common(3)}")
    return [one for times in crowd.answers.values() for one in times]


def film(runs: Runs) -> dict[str, Any]:
    """Measure a whole run of "reverse" as a browser follows it."""
    run, size, asked, since = runs.start({"task": "reverse"}, "film"), 0, [], -1
    while True:
        began = time.perf_counter()
        header, received = runs.frame(run, since, "&wait=1")
        if header["records"]:
            asked.append(1000 * (time.perf_counter() - began))
            since = header["records"][-1]["step"]
        size += received
        if header["status"]["status"] == "done":
            return {"bytes": size, "steps": RunConfig().steps, "between_records": spread(asked)}


def measure(seconds: float) -> dict[str, Any]:
    pages = answered_pages()
    with serving() as server:
        runs = Runs(server.address)
        alone = waited(server, 1, ["masks"], ALONE_EVERY_SECONDS, seconds)
        mixed = waited(server, PEOPLE, pages, EVERY_SECONDS, seconds)
        began = time.perf_counter()
        first = runs.start(ENDLESS, "a")
        runs.wait([first], 1)
        started = time.perf_counter() - began
        endless = [first, runs.start(ENDLESS, "b")]
        runs.wait(endless, 1)
        alone_beside = waited(server, 1, ["masks"], ALONE_EVERY_SECONDS, seconds)
        for run in endless:
            runs.stop(run)
        endless = [runs.start(ENDLESS, person) for person in "cd"]
        runs.wait(endless, 1)
        mixed_beside = waited(server, PEOPLE, pages, EVERY_SECONDS, seconds)
        for run in endless:
            runs.stop(run)
        sent = film(runs)
        time.sleep(1)
        rested = server.processor_seconds
        time.sleep(REST_SECONDS)
        rest = 100 * (server.processor_seconds - rested) / REST_SECONDS
    return {
        "cluster_seconds": round(started, 1),
        "rest_percent": round(rest, 2),
        "alone": spread(alone),
        "alone_beside": spread(alone_beside),
        "times": round(statistics.median(alone_beside) / statistics.median(alone), 2),
        "mixed": spread(mixed),
        "mixed_beside": spread(mixed_beside),
        "film": sent,
    }


def budgets(row: dict[str, Any]) -> dict[str, bool]:
    """Return, for each budget, whether it is met."""
    return {
        f"slider at most {MOST_TIMES:g} times": row["times"] <= MOST_TIMES,
        f"{PEOPLE} people p95 {ANSWER_BUDGET} ms": row["mixed_beside"]["p95"] <= ANSWER_BUDGET,
        f"film under {FILM_BYTES / 1e6:g} MB": row["film"]["bytes"] < FILM_BYTES,
    }


def table(row: dict[str, Any]) -> str:
    """Return the table in the form used in docs/performance.md."""
    lines = [
        "| what | without trainings: median, p95, ms | while both workers train: median, p95, ms |",
        "| --- | --- | --- |",
        f"| one slider, masks | {_written(row['alone'])} | {_written(row['alone_beside'])} |",
        f"| {PEOPLE} people, all pages | {_written(row['mixed'])} "
        f"| {_written(row['mixed_beside'])} |",
        "",
        f"First record {row['cluster_seconds']} s after a cold start; server with an idle cluster: "
        f"{row['rest_percent']} % of a core; a whole run of reverse sends "
        f"{row['film']['bytes'] / 1000:.0f} KB, a record every "
        f"{row['film']['between_records']['median']:.0f} ms.",
    ]
    verdicts = [f"{what}: {'met' if met else 'MISSED'}" for what, met in budgets(row).items()]
    return "\n".join([*lines, "", "; ".join(verdicts)])


def _written(times: dict[str, float]) -> str:
    return f"{times['median']:.1f}, {times['p95']:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument(
        "--seconds",
        type=float,
        default=15,
        help="seconds of changes to measure for each figure (default: 15)",
    )
    arguments = parser.parse_args()
    row = measure(arguments.seconds)
    print(json.dumps(row | {"budgets": budgets(row)}, indent=2) if arguments.json else table(row))


if __name__ == "__main__":
    main()
