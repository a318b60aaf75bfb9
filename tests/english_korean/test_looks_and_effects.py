import json
import shutil
from dataclasses import replace

import pytest

from english_korean import SHIPPED
from english_korean.checkpoint import WEIGHTS, digest
from english_korean.looks_and_effects import (
    LOOKS,
    LooksAndEffects,
    LooksError,
    load_looks,
    save_looks,
)

COUNTS = ((1, 2), (3, 4))


@pytest.fixture
def folder(tmp_path):
    shutil.copy(SHIPPED / WEIGHTS, tmp_path / WEIGHTS)
    return tmp_path


@pytest.fixture
def looks(folder):
    return LooksAndEffects(3, 9, 0.01, COUNTS, COUNTS, COUNTS, digest(folder / WEIGHTS))


def test_what_is_stored_is_read_again(folder, looks):
    assert load_looks(folder) is None
    save_looks(folder, looks)
    assert load_looks(folder) == looks


def test_that_of_other_weights_is_refused(folder, looks):
    save_looks(folder, replace(looks, weights="0"))
    with pytest.raises(LooksError, match="other weights"):
        load_looks(folder)


@pytest.mark.parametrize("change", [{"tokens": "x"}, {"elsewhere": 3}, {"more": 1}])
def test_a_damaged_file_is_refused(folder, looks, change):
    save_looks(folder, looks)
    stored = json.loads((folder / LOOKS).read_text("utf-8"))
    (folder / LOOKS).write_text(json.dumps(stored | change), "utf-8")
    with pytest.raises(LooksError, match="cannot be read"):
        load_looks(folder)


@pytest.mark.parametrize("text", ["", "{}", "[]"])
def test_an_empty_file_is_refused(folder, text):
    (folder / LOOKS).write_text(text, "utf-8")
    with pytest.raises(LooksError, match="cannot be read"):
        load_looks(folder)


def test_the_shipped_counts_are_possible_ones_of_the_shipped_weights():
    looks = load_looks(SHIPPED)
    assert looks is not None
    for counts in (looks.elsewhere, looks.elsewhere_by_share, looks.sinks):
        assert all(0 <= count <= looks.tokens for row in counts for count in row)
    pairs = zip(looks.sinks, looks.elsewhere, strict=True)
    # A sink changes less than the average word, so another word changes the token most
    assert all(sink <= other for sinks, others in pairs
               for sink, other in zip(sinks, others, strict=True))  # fmt: skip
