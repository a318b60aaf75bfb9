"""Where tests are run (and not where they are handed out, which has nothing to read for it):
Hypothesis without a clock, since how long an example takes tells of the machine and not of us; and
torch with one thread, as the app has it: with others the last digits are others; and with the
kernels that every processor of today has, for the same reason: what a run has learned after some
hundred steps follows the last bit of its sums. And one cluster
for all tests that need one, whose workers give way but a little, or they would get nothing beside
two workers of pytest; and one look through the installed packages for components, which
Streamlit's AppTest repeats at every run. What is there before the first test is never looked
through for garbage, as the app does it, and nothing is once all is over. A file's tests, those that
need the cluster and those of the grammar have one worker each, which makes once what they share.
Unless asked with `--thorough`, the tests of that mark are left out.
Tests that are given something long are named by its beginning, and never by bytes, of which some
are others in every process.
"""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ui.runs.cluster import Cluster

FEWER_COLLECTIONS = (100_000, 50, 1000)
LONGEST_NAME = 80
EVERY = 3
"""Which cases of a sampled test are asked where not all are."""
EXAMPLES = 40
"""Of a law in one run; each run tries others."""
FEWER_EXAMPLES = 24
GRAMMAR = Path(__file__).parent / "english_korean"


def sums_as_everywhere() -> None:
    """Let torch use AVX2 instead of AVX-512; it reads this when it is loaded."""
    processor = Path("/proc/cpuinfo")
    if processor.exists() and "avx512f" in processor.read_text(encoding="utf-8"):
        os.environ["ATEN_CPU_CAPABILITY"] = "avx2"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough", action="store_true", help="also what takes long: before a release"
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    if getattr(session.config.option, "numprocesses", None):
        return
    sums_as_everywhere()
    import torch
    from hypothesis import settings
    from streamlit.components.v2 import manifest_scanner

    torch.set_num_threads(1)
    examples = EXAMPLES if session.config.option.thorough else FEWER_EXAMPLES
    settings.register_profile("untimed", deadline=None, max_examples=examples)
    settings.load_profile("untimed")
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    # Before the first cluster or server of a test is started: they read it as DASK_* from there.
    os.environ["DASK_WORKBENCH__NICE"] = "1"


def pytest_make_parametrize_id(val: object) -> str | None:
    if isinstance(val, bytes):
        return f"{len(val)} bytes"
    if isinstance(val, str) and len(val) > LONGEST_NAME:
        return f"{val[:LONGEST_NAME]}..."
    return None


def leave_out_what_takes_long(config: pytest.Config, items: list[pytest.Function]) -> None:
    """Whoever names a test or its file wants it run."""
    named = any(Path(argument.split("::")[0]).is_file() for argument in config.args)
    if named or config.option.thorough or config.option.markexpr:
        return
    cases: Counter[object] = Counter()
    kept, left_out = [], []
    for item in items:
        (left_out if takes_long(item, cases) else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def takes_long(item: pytest.Function, cases: "Counter[object]") -> bool:
    """`cases`: how many of each sampled test came before."""
    if item.get_closest_marker("sampled"):
        number = cases[item.function]
        cases[item.function] += 1
        return number % EVERY != 0
    is_left_out = item.get_closest_marker("thorough") is not None
    return is_left_out and item.get_closest_marker("always") is None


# Before xdist's own, which writes the groups into the names by which it hands tests out.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> None:
    leave_out_what_takes_long(config, items)
    for item in items:
        together = item.path
        if item.path.is_relative_to(GRAMMAR):
            together = GRAMMAR
        elif "local_cluster" in item.fixturenames:
            together = Path("cluster")
        item.add_marker(pytest.mark.xdist_group(str(together)))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*FEWER_COLLECTIONS)


def pytest_sessionfinish() -> None:
    gc.freeze()


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """So small a model is slower on several threads, much slower where they are all busy."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def local_cluster() -> Iterator["Cluster"]:
    """One for all tests of a worker."""
    from ui.runs.cluster import Cluster

    cluster = Cluster("")
    yield cluster
    cluster.close()
