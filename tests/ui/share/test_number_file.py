"""What is read from a file that somebody brings, and what is refused."""

import io
import pickle
import random
import tracemalloc
import zipfile
from contextlib import suppress

import numpy as np
import pytest

from ui.share.number_file import LONGEST, read_numbers
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES, text_of

GRID = np.array([[1.5, -2.0], [0.25, 3.0]], dtype=np.float32)


def npy(values: object) -> bytes:
    target = io.BytesIO()
    np.save(target, values, allow_pickle=True)
    return target.getvalue()


def npz(**values: np.ndarray) -> bytes:
    target = io.BytesIO()
    np.savez_compressed(target, **values)
    return target.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b"1.5,-2\n0.25,3\n"),
        ("a.CSV", "\ufeff1.5;−2\r\n0.25;3\r\n".encode()),
        ("a.tsv", b"1.5\t-2\n\n0.25\t3"),
        ("a.csv", b'Q,0,1\nthe,1.5,-2\n"a,b",0.25,3\n'),
        ("a.csv", b"Q,0,1\n0,1.5,-2\n1,0.25,3\n"),
        ("a.csv", b"Q,the,cat\n0,1.5,-2.0\n1,0.25,3.0\n"),
        ("a.csv", b",x,y\n7,1.5,-2\n9,0.25,3\n"),
        ("a.csv", b"x,y\n1.5,-2\n0.25,3\n"),
        ("a.npy", npy(GRID)),
        ("a.npy", npy(GRID[None, None])),
        ("a.npz", npz(anything=GRID)),
        ("a.npz", npz(Q=GRID, K=GRID + 1)),
    ],
)
def test_a_matrix_is_read(name: str, content: bytes) -> None:
    assert np.array_equal(read_numbers(name, content, "Q").values, GRID)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a,b,c\n1,2,3\n4,5,6", [[1, 2, 3], [4, 5, 6]]),
        (b"a,b,c\n1,2,3\n2,5,6", [[1, 2, 3], [2, 5, 6]]),
        (b"a,b\n0,1\n1,0", [[0, 1], [1, 0]]),
        (b"a,b\n0,-1\n1,3", [[0, -1], [1, 3]]),
        ("a,b\n−1,0.5\n2,3".encode(), [[-1, 0.5], [2, 3]]),
        (b"a\n0\n1", [[0], [1]]),
        (b"Q,1,2\n1,5,6\n2,7,8", [[5, 6], [7, 8]]),
    ],
)
def test_a_header_takes_no_numbers_away(content: bytes, expected: list[list[float]]) -> None:
    assert read_numbers("a.csv", content, "Q").values.tolist() == expected


BOMB = io.BytesIO()
with zipfile.ZipFile(BOMB, "w", zipfile.ZIP_DEFLATED) as packed:
    packed.writestr("Q.npy", b"\x93NUMPY\x01\x00" + b"\0" * (LONGEST + 1))
ZEROS = b"\0" * 30_000_000


def lying(method: int) -> bytes:
    """An archive with 30 MB of zeros, that says there is less than a file may have."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.writestr("Q.npy", b"\x93NUMPY\x01\x00" + ZEROS)
    size = (len(ZEROS) + 8).to_bytes(4, "little")
    assert size in target.getvalue()
    return target.getvalue().replace(size, (999_000).to_bytes(4, "little"))


LIARS = {method: lying(method) for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)}
HUGE = npy(np.zeros((2, 2))).replace(b"(2, 2)", b"(99999999, 99999999)", 1)


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.png", b"", "file_unknown"),
        ("a.csv", b"\xff\xfe\0", "file_no_csv"),
        ("a.csv", npy(GRID), "file_no_csv"),
        ("a.csv", b"", "empty_matrix"),
        ("a.csv", b"1,2\n3", "ragged_row"),
        ("a.csv", b"1,2\n3,x", "row_not_a_number"),
        ("a.csv", b"1,2\n3,NaN", "file_not_finite"),
        ("a.csv", b"1,1_000", "row_not_a_number"),
        ("a.csv", b'1,"' + b"x" * 200_000, "file_no_csv"),
        ("a.csv", b"1,1e9", "file_number_too_large"),
        ("a.csv", b"1," * 20_000 + b"1", "file_too_many"),
        ("a.csv", b"1" * (LONGEST + 1), "file_too_large"),
        ("a.npy", b"1,2", "file_no_npy"),
        ("a.npy", npy(GRID)[:90], "file_no_npy"),
        ("a.npy", npy(np.array([{"a": 1}], dtype=object)), "file_no_numbers"),
        ("a.npy", pickle.dumps(GRID), "file_no_npy"),
        ("a.npy", npy(np.array([["a"]])), "file_no_numbers"),
        ("a.npy", npy(np.zeros((2, 2, 2))), "file_no_matrix"),
        ("a.npy", npy(np.zeros((0, 2))), "file_no_matrix"),
        ("a.npy", npy(np.array([[np.inf]])), "file_not_finite"),
        ("a.npy", npy(np.zeros((200, 200))), "file_too_many"),
        ("a.npy", HUGE, "file_too_many"),
        ("a.npz", npy(GRID), "file_no_npz"),
        ("a.npz", npz(A=GRID, B=GRID), "file_which"),
        ("a.npz", BOMB.getvalue(), "file_too_large"),
    ],
)
def test_anything_else_is_refused_and_said_why(name: str, content: bytes, error: str) -> None:
    with pytest.raises(InputError) as refused:
        read_numbers(name, content, "Q")
    assert refused.value.name == error
    for language in LANGUAGES:
        text = text_of("attention", language)
        assert "{" not in text(f"errors.{error}", **refused.value.values)


@pytest.mark.parametrize("method", LIARS)
def test_an_archive_that_lies_about_its_length_is_not_unpacked(method: int) -> None:
    assert len(LIARS[method]) < LONGEST
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            read_numbers("a.npz", LIARS[method], "Q")
        assert tracemalloc.get_traced_memory()[1] < 8 * LONGEST
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("dtype", ["<U100000000", "|V1000000000", "|S1000000000", "<c16", "<M8[s]"])
def test_of_a_type_that_is_no_number_no_array_is_made(dtype: str) -> None:
    content = npy(GRID).replace(b"'<f4'", f"'{dtype}'".encode(), 1)
    size = len(content) - len(npy(GRID))
    content = content[:8] + (118 + size).to_bytes(2, "little") + content[10:]
    with pytest.raises(InputError, match="file_no_numbers"):
        read_numbers("a.npy", content, "Q")


@pytest.mark.parametrize("name", ["a.npz", "a.npy", "a.csv"])
def test_no_damage_is_an_error_of_ours(name: str) -> None:
    whole = {"a.npz": npz(Q=GRID), "a.npy": npy(GRID), "a.csv": b"1.5,-2\n0.25,3"}[name]
    rng = random.Random(7)
    for _ in range(1000):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        with suppress(InputError):
            read_numbers(name, bytes(damaged), "Q")
