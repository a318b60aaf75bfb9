import pytest

from pages.translator.picture_fields import MOST_STEPS, read_step


def test_a_step_is_a_whole_number_up_to_the_longest_sentence():
    assert [read_step(text) for text in ("0", "7", str(MOST_STEPS))] == [0, 7, MOST_STEPS]


@pytest.mark.parametrize("text", ["", "-1", "1_3", " 1", "+1", "1.0", "٣", "129", "9999", "x"])
def test_no_other_text_is_a_step(text):
    with pytest.raises(ValueError, match="is not a step"):
        read_step(text)
