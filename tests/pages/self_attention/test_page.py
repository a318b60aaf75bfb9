"""The self-attention page shows the notebook's numbers as the notebook prints them."""

import pytest

from tests.pages.conftest import number_in, press
from ui.shell.language import text_of

PRINTED = {
    "plain": (
        "tensor([-9.3975e-01, -4.6856e-01,  1.0311e+00, -2.8192e-01,  4.9373e-01,\n"
        "        -1.2896e-02, -2.7327e-01, -7.6358e-01,  1.3958e+00, -9.9543e-01,\n"
        "        -7.1287e-04,  1.2449e+00, -7.8077e-02,  1.2765e+00, -1.4589e+00,\n"
        "        -2.1601e+00])",
    ),
    "weighted": (
        "tensor(14.3667)",
        "tensor([-25.1623,   9.3602,  14.3667,  32.1482,  53.8976,  46.6626,  -1.2131,\n"
        "        -32.9392])",
        "tensor([2.2317e-09, 1.2499e-05, 4.3696e-05, 3.7242e-03, 8.5596e-01, 1.4026e-01,\n"
        "        8.8897e-07, 3.1935e-10])",
        "tensor([-1.2226, -3.4387, -4.3928, -5.2125, -1.1249, -3.3041, -1.4316, -3.2765,\n"
        "        -2.5114, -2.6105, -1.5793, -2.8433, -2.4142, -0.3998, -1.9917, -3.3499])",
    ),
    "heads": (
        "tensor([-1.9619, -0.7701, -0.7280, -1.6840, -1.0801, -1.6778,  0.6763,  0.6547,\n"
        "         1.4445, -2.7016, -1.1364, -1.1204, -2.4430, -0.5982, -0.8292, -1.4401])",
    ),
}


@pytest.mark.parametrize("view", PRINTED)
def test_the_eight_word_preset_prints_the_notebooks_numbers(open_page, shown, language, view):
    app = open_page("self_attention", language, sa_view=view)
    assert not app.exception
    assert app.title[0].value == text_of("self_attention", language)("title")
    code = "\n".join(block.value for block in app.code)
    for numbers in PRINTED[view]:
        assert numbers in code


def test_words_become_ids_in_alphabetical_order(open_page, shown):
    open_page("self_attention")
    ids = [label.rsplit(" · ")[1] for label in shown["embedding"].rows.labels]
    assert ids == ["0", "7", "1", "2", "5", "6", "4", "3"]


def test_every_control_moves(open_page, shown):
    app = open_page("self_attention")
    app.text_input(key="sa_sentence_field").set_value("🙂 <b>x</b> 한국어").run()
    assert list(shown["weights"].rows.labels) == ["🙂", "<b>x</b>", "한국어"]
    app.number_input(key="sa_seed").set_value(0).run()
    app.number_input(key="sa_word").set_value(15).run()
    app.segmented_control(key="sa_view_field").set_value("heads").run()
    app.number_input(key="sa_head").set_value(7).run()
    assert not app.exception
    assert shown["weights"].fixed == {"head": 7}
    for name in ("notebook", "own"):
        press(app, "sa_presets", name)
        assert not app.exception
    for name in ("weights", "heads", "reorder"):
        press(app, "sa_try", name)
        assert not app.exception


@pytest.mark.parametrize("text", ["", "w " * 17, "w " * 10_000])
def test_a_wrong_sentence_keeps_the_last_good_picture(open_page, shown, language, text):
    app = open_page("self_attention", language)
    app.text_input(key="sa_sentence_field").set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert len(shown["weights"].rows.labels) == 8


PINS = {
    "plain": ["X.1.2", "XT.2.1", "scores.0.3", "weights.1.1", "values.7.15", "output.3.0"],
    "weighted": [
        "queries.1.2",
        "keys.2.1",
        "scores.0.3",
        "weights.1.1",
        "values.7.15",
        "output.3.0",
    ],
    "heads": ["weights.1.1", "keys.2.1"],
}
"""A cell of every matrix of a view."""


@pytest.mark.parametrize(("view", "pin"), [(view, pin) for view in PINS for pin in PINS[view]])
def test_the_pinned_number_is_explained(open_page, shown, explained, view, pin):
    matrix, row, col = pin.split(".")
    app = open_page("self_attention", sa_view=view, sa_pin=pin)
    assert not app.exception
    (title,) = explained
    value = float(shown[matrix].values[int(row), int(col)])
    assert number_in(title) == pytest.approx(value, rel=1e-3, abs=6e-5)


@pytest.mark.parametrize(
    ("view", "scaled"), [("plain", False), ("weighted", True), ("heads", True)]
)
def test_the_equation_is_that_of_the_view(open_page, view, scaled):
    (equation,) = [block.value for block in open_page("self_attention", sa_view=view).latex]
    assert ("sqrt" in equation) is scaled
