"""Forms as a dictionary of Korean conjugation gives them, each checked by hand."""

import tomllib
from pathlib import Path

import pytest

from english_korean.language.korean.conjugation import conjugate

TABLES = tomllib.loads((Path(__file__).parent / "conjugation.toml").read_text("utf-8"))


def forms():
    for table in (TABLES["verbs"], TABLES["adjectives"]):
        endings, *lines = table.items()
        for stem, line in lines:
            for ending, form in zip(endings[1].split(), line.split(), strict=True):
                yield f"{stem}+{ending}", form


def test_stems_of_every_class_with_every_ending():
    right = dict([*forms(), *TABLES["single"].items()])
    assert len(right) > 700
    found = {parts: conjugate(*parts.split("+")) for parts in right}
    assert {parts: form for parts, form in found.items() if form != right[parts]} == {}


@pytest.mark.parametrize(("parts", "form"), TABLES["respectful"].items())
def test_stems_that_end_in_respect(parts, form):
    assert conjugate(*parts.split("+"), honorific=True) == form


@pytest.mark.parametrize("stem", ["먹", "팔", "듣", "돕", "짓", "부르", "빨갛", "크"])
@pytest.mark.parametrize("ending", ["다", "고", "지", "기", "지만", "게", "거나"])
def test_endings_in_other_consonants_change_nothing(stem, ending):
    assert conjugate(stem, ending) == stem + ending


def test_endings_follow_one_another():
    assert conjugate(conjugate("먹", "었"), "다") == "먹었다"
    assert conjugate(conjugate("걷", "었"), "ㄹ") == "걸었을"
    assert conjugate(conjugate("먹", "었"), "ㅂ니다") == "먹었습니다"
    assert conjugate(conjugate("먹", "었"), "어요") == "먹었어요"
    assert conjugate(conjugate("가", "었"), "는지") == "갔는지"
    assert conjugate(conjugate("아니", "었"), "다") == "아니었다"
    assert conjugate(conjugate("짓", "시"), "었") == "지으셨"
