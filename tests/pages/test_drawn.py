"""What every page draws at its start and in its presets is what it answers: drawn once through the
context that writes SVG, in light and dark, and read back."""

import json
import os
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.pages.snapshots.page_text import answering_pages, states
from ui.answer.parts import encode_frame, encode_parts

SLOW = ("overview", "encoder_decoder")
"""Pages whose presets would take a forward each: of these, what they start with."""
DRAW = Path(__file__).parents[1] / "js" / "draw_answers.js"


def write_answers(folder: Path) -> list[Path]:
    """The answers of all pages as the browser gets them; of the presets, what comes first."""
    files = []
    for page in answering_pages():
        for number, (_, asked) in enumerate(islice(states(page), 1 if page in SLOW else None)):
            answer = asked.answer
            chosen = answer.first if number else answer.areas
            areas = {name: encode_parts(area.parts()) for name, area in chosen.items()}
            header = {"areas": {name: len(data) for name, data in areas.items()}}
            files.append(folder / f"{page}_{number}")
            files[-1].write_bytes(encode_frame(header, *areas.values()))
    return files


def test_every_picture_of_every_page_is_drawn_as_it_was_answered(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)("no Node found")
    command = [node, str(DRAW), *map(str, write_answers(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    drawn = json.loads(done.stdout)
    assert drawn["faults"] == []
    assert min(drawn["counts"].values()) > 100, drawn["counts"]
