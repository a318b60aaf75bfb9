"""What is written, compared with what a page says now."""

from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent
ACCEPT = "python -m tests.pages.snapshots --write"


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def written(name: str) -> str:
    """The snapshot of a page; empty where there is none."""
    file = file_of(name)
    return file.read_text("utf-8") if file.exists() else ""


def difference(name: str, now: str) -> str:
    """What has changed, as a unified diff; empty where nothing has."""
    old, new = (text.splitlines(True) for text in (written(name), now))
    return "".join(unified_diff(old, new, f"{name}.txt as written", f"{name}.txt now"))
