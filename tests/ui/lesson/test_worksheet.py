"""What a worksheet and its key say is computed from the pages of the lesson."""

from typing import Any

import numpy as np
import pytest

from ui.answer.page_handler import PageHandler
from ui.lesson.conditions import matrix_shown
from ui.lesson.library import read_text
from ui.lesson.links import target_of
from ui.lesson.worksheet import worksheet_of
from ui.words.language import LANGUAGES

START = "# T\n\n```lesson\nminutes: 1\ngoal: a\nmakes: b\n```\n\n## One\n\n"
OPEN = "```open\nattention\n```\n\n"


def steps_of(text: str, language: str = "en") -> list[dict[str, Any]]:
    sheet = worksheet_of(read_text(START + text, "a", "a.en.md", language), language)
    steps: list[dict[str, Any]] = sheet["steps"]
    return steps


def predict(kind: str, **fields: Any) -> str:
    lines = "\n".join(f"{name}: {value}" for name, value in fields.items())
    return f"```predict\nask: a\nkind: {kind}\n{lines}\n```\n\n"


def expected(text: str, language: str = "en") -> Any:
    items = steps_of(OPEN + text, language)[0]["items"]
    return next(one["expected"] for one in items if one["kind"] == "predict")


def weights(link: str = "attention") -> np.ndarray:
    state = target_of(link, "en").state
    matrix = matrix_shown(PageHandler("attention", "en"), state, "weights")
    assert matrix is not None
    return np.asarray(matrix.values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_has_the_numbers_of_the_page(language: str) -> None:
    row = expected(predict("row", matrix="weights", row=0), language)
    assert [label for label, _ in row] == ["0", "1", "2", "3"]
    assert [value for _, value in row] == pytest.approx(list(weights()[0]))


def test_a_prediction_follows_the_page_that_the_step_opens() -> None:
    text = "```open\nattention?at_scaling=false\n```\n\n" + predict("row", matrix="weights", row=0)
    (step,) = steps_of(text)
    found = next(one for one in step["items"] if one["kind"] == "predict")["expected"]
    own = weights("attention?at_scaling=false")[0]
    assert [value for _, value in found] == pytest.approx(list(own), rel=1e-6)
    assert abs(own - weights()[0]).max() > 0
    assert step["picture"]["target"]["brings"]["scaling"] is False


def test_pick_is_the_largest_and_order_begins_with_it() -> None:
    assert expected(predict("pick", matrix="weights", row=1)) == [("1", weights()[1, 1])]
    order = expected(predict("order", matrix="scores", row=0))
    values = [value for _, value in order]
    assert values == sorted(values, reverse=True) and len(values) == 4


def test_what_is_asked_is_covered_and_the_rest_of_a_row_of_weights_with_it() -> None:
    text = OPEN + predict("cell", matrix="weights", row=0, col=1)
    text += predict("cell", matrix="scores", row=0, col=1) + predict("curve", curve="rates")
    covers = steps_of(text)[0]["picture"]["covers"]
    assert covers == [
        {"matrix": "weights", "row": 0, "col": None},
        {"matrix": "scores", "row": 0, "col": 1},
        {"curve": "rates"},
    ]


def test_a_number_to_look_at_is_outlined() -> None:
    text = OPEN + "```look\nmatrix: scores\nrow: 1\ncol: 2\n```\n"
    assert steps_of(text)[0]["picture"]["pin"] == "scores.1.2"
    assert steps_of(OPEN + "```look\nmatrix: scores\n```\n")[0]["picture"]["pin"] == ""


def test_a_step_without_a_page_shows_only_what_it_asks_for() -> None:
    text = OPEN + "## Two\n\nText.\n\n## Three\n\n" + predict("row", matrix="weights", row=0)
    one, two, three = (step["picture"] for step in steps_of(text))
    assert (one["is_part"], two, three["is_part"]) == (False, None, True)
    assert three["matrices"] == ["weights"]


def test_the_key_says_with_which_settings_a_task_is_reached() -> None:
    text = OPEN + (
        "```do\nsay: a\nwhen: [{setting: scaling, is: false}]\n"
        "show: attention?at_scaling=false\n```\n"
    )
    do = next(one for one in steps_of(text)[0]["items"] if one["kind"] == "do")
    assert do["reached"] == [("Scale by 1/√d_k", "off")]


def test_what_is_not_on_the_page_has_no_number() -> None:
    for wrong in ({"matrix": "nothing", "row": 0}, {"matrix": "weights", "row": 99}):
        assert expected(predict("row", **wrong)) == []
    assert steps_of(predict("row", matrix="weights", row=0))[0]["picture"] is None


def test_a_mask_has_a_grid_to_paint_on_that_says_where_it_hides() -> None:
    text = "```open\nmasks?v=4&ma_ids=1+21+777+0+0\n```\n\n"
    ahead, padding, one_row = (
        next(one for one in steps_of(text + asked)[0]["items"] if one["kind"] == "predict")["grid"]
        for asked in (
            predict("mask", matrix="look_ahead"),
            predict("mask", matrix="padding"),
            predict("mask", matrix="look_ahead", row=2),
        )
    )
    assert ahead["cols"] == [label for label, _ in ahead["rows"]]
    assert [sum(hidden) for _, hidden in ahead["rows"]] == [4, 3, 2, 1, 0]
    assert ahead["rows"][1][1] == [False, False, True, True, True]
    assert [hidden for _, hidden in padding["rows"]] == [[False, False, False, True, True]]
    assert one_row["rows"] == ahead["rows"][1:2]


def test_the_key_has_the_numbers_of_tiles_and_of_the_largest_of_a_whole_matrix() -> None:
    ((place, value),) = expected(predict("pick", matrix="weights"))
    row, col = map(int, place.split(", "))
    assert value == weights()[row, col] == weights().max()
    text = "```open\nmulti_head_attention?v=4&mh_step=attend\n```\n\n"
    items = steps_of(text + predict("cell", matrix="heads", row=1, col=1))[0]["items"]
    ((_, number),) = next(one["expected"] for one in items if one["kind"] == "predict")
    assert 0 <= number <= 1


def test_a_prediction_may_cover_the_whole_matrix() -> None:
    text = OPEN + predict("cell", matrix="scores", row=0, col=1, cover="all")
    assert steps_of(text)[0]["picture"]["covers"] == [
        {"matrix": "scores", "row": None, "col": None}
    ]
