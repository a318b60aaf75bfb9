import pytest

from english_korean.language.compounds import makes_compound


@pytest.mark.parametrize(
    ("first", "second", "can"),
    [
        ("science", "class", True),
        ("glasses", "box", False),
        ("kitchen", "table", True),
        ("sunday", "morning", True),
        ("sunday", "table", False),
        ("english", "song", True),
        ("english", "food", False),
        ("school", "home", False),
        ("mother", "picture", False),
        ("music", "room", False),
        ("hotel", "room", True),
    ],
)
def test_some_nouns_stand_right_before_others(first, second, can):
    assert makes_compound(first, second) == can
