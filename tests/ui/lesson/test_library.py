"""Which lessons there are: the workbench's and an owner's, in the reader's language or another."""

from pathlib import Path

import pytest

from tests.ui.lesson.test_reading import ABOUT
from ui.lesson.header import listed
from ui.lesson.library import FOLDER, SHIPPED, all_lessons, lesson_of
from ui.words.language import LANGUAGES

OWN = f"# Own\n\n{ABOUT}\n## One\n\nText.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def test_every_shipped_lesson_is_there_in_both_languages() -> None:
    names = {path.name.split(".")[0] for path in SHIPPED.glob("*.md")}
    for language in LANGUAGES:
        lessons = all_lessons(language)
        assert {one.name for one in lessons} == names
        assert {one.language for one in lessons} == {language}


def test_an_owners_lesson_comes_first_and_takes_the_place_of_one_of_its_name(folder: Path) -> None:
    (folder / "own.en.md").write_text(OWN, encoding="utf-8")
    (folder / "03_masks.en.md").write_text(OWN, encoding="utf-8")
    lessons = all_lessons("en")
    assert {one.name for one in lessons[:2]} == {"03_masks", "own"}
    assert [one.title for one in lessons if one.name == "03_masks"] == ["Own"]


def test_a_lesson_of_another_language_says_which(folder: Path) -> None:
    (folder / "own.en.md").write_text(OWN, encoding="utf-8")
    lesson = lesson_of("own", "ko")
    assert lesson is not None and listed(lesson)["language"] == "en"


def test_a_file_is_read_again_when_it_has_changed(folder: Path) -> None:
    path = folder / "own.en.md"
    path.write_text(OWN, encoding="utf-8")
    assert (found := lesson_of("own", "en")) and found.title == "Own"
    path.write_text(OWN.replace("# Own", "# Changed"), encoding="utf-8")
    assert (found := lesson_of("own", "en")) and found.title == "Changed"


@pytest.mark.parametrize("name", ["../secret", "own.en.md.bak", "OWN.en.md", "own.fr.md", "x"])
def test_what_is_no_lesson_file_is_none(folder: Path, name: str) -> None:
    (folder / Path(name).name).write_text(OWN, encoding="utf-8")
    assert {one.name for one in all_lessons("en")} == {one.name for one in all_lessons("ko")}
    assert lesson_of("secret", "en") is None


def test_a_folder_that_is_not_there_leaves_the_workbenchs_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "missing"))
    assert len(all_lessons("en")) == 14
