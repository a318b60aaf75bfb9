import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.own_data.graphemes import graphemes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abc", ["a", "b", "c"]),
        ("고양이", ["고", "양", "이"]),
        ("👩‍🔬👍🏽!", ["👩‍🔬", "👍🏽", "!"]),
        ("🇰🇷🇪🇸", ["🇰🇷", "🇪🇸"]),
        ("x̂ y", ["x̂", " ", "y"]),
        ("हिन्दी", ["हि", "न्", "दी"]),
        ("❤️a", ["❤️", "a"]),
        ("", []),
    ],
)
def test_a_character_is_what_a_reader_takes_for_one(text, expected):
    assert graphemes(text) == expected


@given(st.text())
def test_no_character_is_lost(text):
    assert "".join(graphemes(text)) == text
