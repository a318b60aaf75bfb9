"""Sums in the arithmetic of attention."""

import pytest
import torch

from transformer_core.arithmetic import dot_product, largest_terms
from ui.attention_arithmetic import sum_chart, sum_line
from ui.language import text_of


def test_largest_terms_stay_in_order_and_the_rest_is_their_sum():
    places, rest = largest_terms([1.0, -5.0, 0.5, 3.0], 2)
    assert places == [1, 3]
    assert rest == 1.5
    assert largest_terms([1.0], 8) == ([0], 0.0)


@pytest.mark.parametrize("size", [1, 16])
def test_a_short_sum_is_written_out(size):
    text = text_of("attention", "en")
    products = dot_product(torch.ones(size), torch.ones(size))
    _, spans = sum_line(text, "score", products)
    assert [span["text"] for span in spans].count("·") == size
    assert "more terms" not in " ".join(span["text"] for span in spans)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_long_sum_shows_its_largest_terms_and_the_rest(language):
    text = text_of("attention", language)
    products = dot_product(torch.arange(512.0), torch.ones(512))
    _, spans = sum_line(text, "score", products)
    assert [span["text"] for span in spans].count("·") == 8
    chart = sum_chart(text, "", [str(place) for place in range(512)], products.products)
    assert [row["label"] for row in chart["rows"]][:-1] == [str(n) for n in range(504, 512)]
    assert "504" in chart["rows"][-1]["label"]
    assert sum(row["value"] for row in chart["rows"]) == products.total
