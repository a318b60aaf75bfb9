"""What a server does not load."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.thorough

HEAVY = ("torch._dynamo", "sympy", "pandas", "transformers")
"""Torch's compiler, the computer algebra beneath it: 40 MB each and seconds of somebody's wait."""
ANSWER_ALL = f"""
import gc, sys
import torch
from tests.pages.snapshots.page_text import answering_pages, page_text
torch.set_num_threads(1)  # the other tests want the other cores
gc.freeze()  # and fewer collections, as in all tests
gc.set_threshold(100_000, 50, 1000)
for page in answering_pages():
    page_text(page)
print([name for name in {HEAVY!r} if name in sys.modules])
print([name for name in sys.modules if ".programs" in name])
"""


def test_no_answer_loads_what_the_numbers_do_not_need() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ANSWER_ALL], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == ["[]", "[]"], "the programs are printed, never imported"
