"""The command attention-workbench: start the installed app."""

import sys
from pathlib import Path

from ui.streamlit.seams import run_script

APP = Path(__file__).parents[2] / "app.py"


def main() -> None:
    """Start the app; arguments are passed on to `streamlit run`, such as --server.port 8600."""
    run_script(APP, sys.argv[1:])
