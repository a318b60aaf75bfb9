import pytest

from transformer_lab.own_data.encodings import MOST_BYTES, clean, read_lines
from transformer_lab.own_data.errors import OwnDataError

TEXT = "고양이\tcat\n¿Qué?\twhat\r\nשלום\tpeace"
LINES = ["고양이\tcat", "¿Qué?\twhat", "שלום\tpeace"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_unicode_is_read_however_it_was_written(encoding):
    assert read_lines(TEXT.encode(encoding)).lines == LINES


def test_korean_and_western_files_of_old_are_read():
    korean, western = "고양이가 잔다", "El niño comió una piña"
    assert read_lines(korean.encode("cp949")) == ([korean], "cp949")
    assert read_lines(western.encode("cp1252")) == ([western], "cp1252")


def test_a_broken_line_of_a_file_in_utf_8_is_missing_alone():
    data = "é\n".encode() * 3 + b"\xff\xfe broken\xe9\n" + b"plain"
    assert read_lines(data).lines == ["é", "é", "é", None, "plain"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"\n \x01\n".replace(b" ", b""), "empty"),
        (b"a" * (MOST_BYTES + 1), "too_large"),
        (b"\x89PNG\r\n\x1a\n\x00\x00" + bytes(range(256)), "not_text"),
        (b"\xff\xfe\x00", "not_text"),
    ],
)
def test_what_is_no_text_says_why(data, why):
    with pytest.raises(OwnDataError) as error:
        read_lines(data)
    assert error.value.why == why


def test_what_nobody_sees_is_taken_out_and_accents_are_composed():
    assert clean("a\u202eb\x00\ufeffc\td") == "abc\td"
    assert clean("e\u0301") == "é"
    assert clean("👩‍🔬") == "👩‍🔬"
