"""The tests of the JavaScript modules, in Node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_the_javascript_modules_pass_their_own_tests() -> None:
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("no Node found")
    files = sorted(map(str, HERE.glob("*.test.js")))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
