"""Who tests what, where there are two workers, and what is left out unless asked for."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_tests_of_a_file_go_to_one_worker(request: pytest.FixtureRequest) -> None:
    """Their names, by which they are handed out, say so."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("there is but one worker, or nobody asks for groups")
    assert request.node.nodeid.endswith(f"@{request.path}")


def test_what_takes_long_is_left_out_unless_it_is_asked_for(pytestconfig, request) -> None:
    if pytestconfig.option.markexpr:
        pytest.skip("the marks are somebody's choice")
    named = any(Path(one.split("::")[0]).is_file() for one in pytestconfig.args)
    thorough = [item for item in request.session.items if item.get_closest_marker("thorough")]
    assert pytestconfig.option.thorough or named or not thorough


def test_ci_leaves_nothing_out() -> None:
    """It runs the command of the README, with what the README says of CI."""
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1]
    *command, option = ci.split()
    assert option == "--thorough"
    for name in ("README.md", "README.ko.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f"/{' '.join(command)}\n" in text and f"`{option}`" in text
