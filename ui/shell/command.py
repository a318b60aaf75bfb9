"""The command attention-workbench: start the installed app, in one process or in several."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

# Installed, the app has a folder of its own.
from ..processes.proxy import PORT, ProxyMissingError
from ..processes.shared_cluster import NotStartedError
from ..processes.supervisor import LOOPBACK, run_processes

APP = Path(__file__).parents[2] / "app.py"
MOST = 64
NOT_BEHIND_THE_PROXY = ("server.sslCertFile", "server.sslKeyFile", "server.baseUrlPath")


def main() -> None:
    """Start the app; arguments are passed on to `streamlit run`, such as --server.port 8600.

    With --processes N, N processes serve that address together.
    """
    options, others = _arguments(sys.argv[1:])
    if options.processes is None:
        from ..streamlit.seams import run_script

        run_script(APP, sys.argv[1:])
        return
    try:
        run_processes(APP, options.processes, options.address, options.port, others)
    except (NotStartedError, ProxyMissingError) as error:
        sys.exit(str(error))


def _arguments(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return what this command reads, and what is passed on."""
    parser = argparse.ArgumentParser(
        "attention-workbench", add_help=False, allow_abbrev=False, usage="%(prog)s [--processes N]"
    )
    parser.add_argument("--processes", type=int)
    address = os.environ.get("STREAMLIT_SERVER_ADDRESS", LOOPBACK)
    port = os.environ.get("STREAMLIT_SERVER_PORT", str(PORT))
    parser.add_argument("--server.address", dest="address", default=address)
    parser.add_argument("--server.port", dest="port", type=int, default=port)
    options, others = parser.parse_known_args(arguments)
    if options.processes is None:
        return options, others
    if not 1 <= options.processes <= MOST:
        parser.error(f"--processes is a number from 1 to {MOST}")
    for name in NOT_BEHIND_THE_PROXY:
        if any(one.partition("=")[0] == f"--{name}" for one in others):
            parser.error(f"--processes does not go with --{name}: let a proxy in front do that")
    return options, others


if __name__ == "__main__":
    main()
