import json
import shutil

import pytest

from english_korean import SHIPPED, Translator
from english_korean.certainty import (
    CERTAINTY,
    CertaintyError,
    Outcome,
    Shares,
    load_certainty,
    save_certainty,
    shares,
    threshold_of,
)
from english_korean.checkpoint import CHECKSUMS, VOCABULARY, WEIGHTS, load_checkpoint


@pytest.fixture
def folder(tmp_path):
    for file in (WEIGHTS, VOCABULARY, CHECKSUMS):
        shutil.copy(SHIPPED / file, tmp_path / file)
    return tmp_path


def outcomes(*rights: tuple[float, str]) -> list[Outcome]:
    """By certainty, whether each was right: r or w."""
    return [Outcome(at, letter == "r") for at, letters in rights for letter in letters]


def test_it_is_sure_from_where_enough_are_right():
    found = outcomes((0.3, "wr"), (0.5, "wwr"), (0.7, "r" * 9 + "w"), (0.9, "r" * 20))
    assert threshold_of(found, trusted=0.9) == 0.7
    assert threshold_of(found, trusted=0.3) == 0.3


def test_a_lucky_few_among_the_unsure_do_not_lower_it():
    assert threshold_of(outcomes((0.2, "rr"), (0.4, "www"), (0.8, "rrrrr"))) == 0.8


def test_it_is_never_sure_where_even_the_surest_are_often_wrong():
    assert threshold_of(outcomes((0.9, "rw"))) == float("inf")
    assert threshold_of([]) == float("inf")


def test_it_is_always_sure_where_nothing_is_wrong():
    assert threshold_of(outcomes((0.4, "r"), (0.9, "rr"))) == 0.4


def test_both_sides_of_the_threshold_are_counted():
    found = outcomes((0.3, "wr"), (0.7, "rrw"))
    assert shares(found, 0.7) == Shares(3, 2, 2, 1)


def test_what_is_stored_is_read_again(folder):
    assert load_certainty(folder) is None
    save_certainty(folder, 0.65, Shares(90, 88, 10, 4))
    certainty = load_certainty(folder)
    assert certainty is not None
    assert (certainty.threshold, certainty.judged) == (0.65, Shares(90, 88, 10, 4))
    assert Translator.load(folder).threshold == 0.65


def test_that_of_other_weights_is_refused_and_nothing_is_said(folder):
    save_certainty(folder, 0.65, Shares(90, 88, 10, 4))
    stored = json.loads((folder / CERTAINTY).read_text("utf-8"))
    (folder / CERTAINTY).write_text(json.dumps(stored | {"weights": "0"}), "utf-8")
    with pytest.raises(CertaintyError, match="other weights"):
        load_certainty(folder)
    translator = Translator.load(folder)
    assert translator.threshold is None
    assert translator.translate("I am a student.").is_sure is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"threshold": 0.5, "judged": 1, "weights": ""}'])
def test_a_damaged_file_is_refused(folder, text):
    (folder / CERTAINTY).write_text(text, "utf-8")
    with pytest.raises(CertaintyError, match="cannot be read"):
        load_certainty(folder)


@pytest.mark.parametrize(("threshold", "is_sure"), [(0.0, True), (1.1, False), (None, None)])
def test_it_is_sure_from_the_threshold_on(threshold, is_sure):
    translator = Translator(load_checkpoint(SHIPPED), threshold)
    assert translator.translate("I am a student.").is_sure is is_sure
