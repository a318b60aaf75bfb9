import pytest

from transformer_lab.own_data import prepare_pairs, prepare_text
from transformer_lab.own_data.examples import example_text


@pytest.mark.parametrize(("name", "count"), [("dates", 300), ("alphabet", 500)])
def test_our_pairs_are_read_whole(name, count):
    for cut in ("words", "characters", "subwords"):
        summary = prepare_pairs(example_text(name).encode(), cut).summary
        assert summary.size == count and not summary.left_out


def test_our_text_is_read_whole():
    assert prepare_text(example_text("text").encode()).summary.size > 4_000
