"""Programs run in a process of their own, where only some packages can be imported."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

REFUSING = """
import sys
from importlib.machinery import PathFinder

class Others(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        refused = name.partition(".")[0] in {refused!r}
        return None if refused else super().find_spec(name, path, target)

sys.meta_path = [Others if one is PathFinder else one for one in sys.meta_path]
"""
RUNNING = """
import contextlib, io, json, torch
torch.set_num_threads(1)
found = []
for program, wanted in json.load(sys.stdin):
    names, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, names)
    values = {one: eval(one, names).tolist() for one in wanted}
    found.append({"values": values, "printed": printed.getvalue()})
json.dump(found, sys.stdout)
"""


def run_without(
    packages: Sequence[str], source: str, folder: Path, given: str = "", path: str = ""
) -> str:
    """What Python prints of a source when these packages are not installed.

    Raises: AssertionError with what it said where it failed.
    """
    run = subprocess.run(
        [sys.executable, "-c", REFUSING.format(refused=tuple(packages)) + source],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        input=given,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def values_of(
    programs: Sequence[tuple[str, Sequence[str]]], without: Sequence[str], folder: Path, path: str
) -> list[Mapping[str, Any]]:
    """Each program's expressions as lists of numbers ("values"), and what it "printed"."""
    return json.loads(run_without(without, RUNNING, folder, json.dumps(programs), path))
