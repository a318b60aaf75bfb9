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
    if pytestconfig.option.markexpr or pytestconfig.option.keyword:
        pytest.skip("what is run is somebody's choice")
    if [(ROOT / one).resolve() for one in pytestconfig.args] != [ROOT / "tests"]:
        pytest.skip("not everything is run")
    thorough = [item for item in request.session.items if item.get_closest_marker("thorough")]
    others = [item for item in thorough if not item.get_closest_marker("always")]
    assert bool(others) == pytestconfig.option.thorough
    # Of each of these files, one test shows in every run that its page works.
    assert len(thorough) - len(others) >= 11


def test_ci_runs_the_command_of_the_readme_and_a_release_leaves_nothing_out() -> None:
    command = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1]
    assert command.endswith(' "$@"')
    command = command.removesuffix(' "$@"')
    for name in ("README.md", "README.ko.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f" && .venv/bin/{command}\n" in text
        assert f"\n.venv/bin/{command} --thorough\n" in text
