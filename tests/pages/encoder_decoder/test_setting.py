import pytest

from pages.encoder_decoder.setting import MOST_HEADS, read_head


def test_a_head_is_counted_from_one():
    assert [read_head(text) for text in ("1", "8", str(MOST_HEADS))] == [1, 8, MOST_HEADS]


@pytest.mark.parametrize("text", ["", "0", "-1", "1_3", " 1", "+1", "1.0", "٣", "9999", "x"])
def test_no_other_text_is_a_head(text):
    with pytest.raises(ValueError, match="is not a head"):
        read_head(text)
