"""The tests of the JavaScript modules, in Node."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHARED = re.compile(r"\bglobalThis\b|\b(?:before|after)(?:Each)?\(")
"""What all tests of a process share: its global names, and what happens before and after each."""
IMPORTED = re.compile(r'^(?:import\b|\}).*"\./([^"]+)"', re.MULTILINE)


def is_alone(file: Path) -> bool:
    """Whether a file of tests, or what it imports from here, changes what others would share."""
    text = file.read_text(encoding="utf-8")
    return bool(SHARED.search(text)) or any(is_alone(HERE / one) for one in IMPORTED.findall(text))


def test_the_javascript_modules_pass_their_own_tests(tmp_path: Path) -> None:
    """The others run in one process: to start one takes longer than most of them."""
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("no Node found")
    files = sorted(HERE.glob("*.test.js"))
    alone = [file for file in files if is_alone(file)]
    together = tmp_path / "together.test.mjs"
    together.write_text(
        "\n".join(f'import "{file.as_uri()}";' for file in files if file not in alone),
        encoding="utf-8",
    )
    command = [node, "--test", str(together), *map(str, alone)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
