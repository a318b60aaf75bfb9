"""Finds the Chromium on this machine for the benchmarks and the browser tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

_SHELL = "chromium-headless-shell"
"""Chromium without window support, which uses a sixth of the processor time."""
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = ("Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium")
_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Chromium\Application\chrome.exe")

HOW_TO_GET_ONE = (
    "no Chromium found: install one (Debian: apt-get install chromium; macOS: brew install "
    "--cask google-chrome; Windows: winget install Google.Chrome)"
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def _usual_places() -> Iterator[Path]:
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        yield from (folder / program for program in _MAC)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if variable in os.environ:
            yield from (Path(os.environ[variable]) / program for program in _WINDOWS)


def find_browser(*, may_be_shell: bool = False) -> str | None:
    """Return the path of a Chromium or Chrome, or None if there is none.

    Args:
        may_be_shell: also accept the headless shell, which cannot open a window; preferred if
            installed.
    """
    names = (_SHELL, *_NAMES) if may_be_shell else _NAMES
    on_path = filter(None, map(shutil.which, names))
    return next(on_path, None) or next((str(p) for p in _usual_places() if p.exists()), None)


def launch_options(*, may_be_shell: bool = False) -> dict:
    """Return arguments for Playwright's `chromium.launch`. Raises: RuntimeError if no browser."""
    path = find_browser(may_be_shell=may_be_shell)
    if path is None:
        raise RuntimeError(HOW_TO_GET_ONE)
    return {"executable_path": path, "args": FLAGS}
