"""Who tests what, where there are two workers."""

import pytest


def test_the_tests_of_a_file_go_to_one_worker(request: pytest.FixtureRequest) -> None:
    """Their names, by which they are handed out, say so."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("there is but one worker, or nobody asks for groups")
    assert request.node.nodeid.endswith(f"@{request.path}")
