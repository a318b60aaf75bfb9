import pytest

from english_korean.language.english.comparison import compared_forms


@pytest.mark.parametrize(
    ("word", "forms"),
    [("well", ("better", "best")), ("fast", ("faster", "fastest")), ("late", ("later", "latest")),
     ("early", ("earlier", "earliest")), ("good", ("better", "best")), ("old", ("older", "oldest")),
     ("slowly", ("", ""))],
)  # fmt: skip
def test_comparison_in_one_word(word, forms):
    assert compared_forms(word) == forms
