"""Who may import whom, and what is loaded where."""

import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def loaded_by(statement: str) -> set[str]:
    """The modules that are loaded after a statement in a fresh interpreter."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-W", "ignore", "-c", program]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_the_server_loads_nothing_that_only_training_needs():
    loaded = loaded_by("import app, ui.shell.preload")
    assert "english_korean.translator" in loaded
    assert not [name for name in loaded if name.startswith("english_korean.teaching")]


def test_the_server_loads_no_dask_before_the_first_run():
    loaded = loaded_by("import app, ui.shell.preload")
    assert "ui.runs.cluster" in loaded
    assert not {"dask", "distributed"} & loaded


def test_a_worker_that_learns_loads_no_grammar():
    loaded = loaded_by("from transformer_lab.learning.slices import advance")
    assert not [name for name in loaded if name.split(".")[0] in ("english_korean", "ui", "pages")]
