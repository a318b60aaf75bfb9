"""Any number of the map is explained, followed back to the words, and on to what it goes into."""

from functools import cache

import pytest

from pages.overview.arithmetic import shown_cell
from pages.translator.naming import SentenceNaming
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.overview.overview_page import overview, seen
from tests.ui.explained_numbers import (
    assert_called_the_same,
    assert_recomputed,
    ends,
    sampled_cells,
)
from transformer_core.explain.computation import Cell
from ui.explain.arithmetic.numbers import read_back
from ui.explain.next_words import NextWords
from ui.explain.trail import has_cell, read_cell, read_trail, write_trail
from ui.words.language import text_of

CROSS = "decoder.layers.1.cross_attention"


@cache
def computation():
    return overview().setting.written.computation


def written(*cells: Cell) -> str:
    return write_trail(cells)


def one_cell_of_each_tensor() -> list[Cell]:
    return list({cell.tensor: cell for cell in sampled_cells(computation())}.values())


def test_every_number_is_recomputed_from_its_terms():
    assert_recomputed(computation())
    assert_axes_fit(computation())


def test_while_nothing_is_pinned_the_first_token_that_was_written_is_explained(language):
    asked = overview(language)
    ((shown, share), *_) = asked.setting.written.likeliest(0)
    assert shown == "행복하-"
    assert "행복하-" in asked.arithmetic.title
    assert asked.explained_number == pytest.approx(share, abs=6e-5)
    assert asked.arithmetic.here.startswith("probabilities@0.")


@pytest.mark.sampled
@pytest.mark.parametrize("cell", one_cell_of_each_tensor(), ids=lambda cell: cell.tensor)
def test_any_number_can_be_pinned_and_is_explained(cell):
    asked = overview()
    state = asked.after(pin=written(cell))
    assert state.selection.pin == written(cell)
    assert shown_cell(state.setting.written, state.selection) == cell
    made = asked.moved(state).arithmetic
    assert made.here == written(cell)
    value = computation().value(cell)
    if "∞" not in made.title:
        text = read_back(made.title.rpartition("= ")[2])
        assert text == pytest.approx(value, rel=1e-3, abs=6e-5)
    else:
        assert value == -float("inf")


@pytest.mark.parametrize(
    "pin",
    [
        "weights.5.5",
        "encoder.layers.0.self_attention.weights@0.0",
        "encoder.layers.0.self_attention.weights@9.0.0",
        "encoder.layers.7.self_attention.weights@0.0.0",
        "logits@0.0~logits@0.1",
        "logits@999999.0",
        "<b>",
        "@",
    ],
)
def test_what_names_no_number_pins_none(pin):
    asked = overview()
    assert asked.after(pin=pin).selection.pin == ""
    assert overview(pin=pin).arithmetic == asked.arithmetic
    assert overview(trail=f"{pin}~?").arithmetic == asked.arithmetic


def test_the_map_goes_along_to_the_number_that_a_person_goes_on_to():
    asked = overview(pin=f"{CROSS}.weights@2.5.4")
    for tensor in ("masked", "scaled", "scores"):
        here = asked.arithmetic.here
        to = next(span["to"] for span in asked.arithmetic.lines[0][1] if tensor in span["to"])
        asked = asked.done(follow=to, here=here)
        assert asked.state.selection.pin == to == asked.arithmetic.here
        assert asked.state.selection.trail.endswith(f"~{to}")
    assert len(asked.arithmetic.crumbs) == 3
    back = asked.done(follow="back:0", here=asked.arithmetic.here)
    assert back.state.selection.pin == f"{CROSS}.weights@2.5.4"
    assert back.arithmetic.here == back.state.selection.pin


def test_the_way_back_ends_at_the_words_the_positions_and_the_weights():
    places = {0, computation().tensors["src_ids"].numel() - 1}
    for place in places:
        found = ends(computation(), Cell("encoder.layers.0.self_attention.queries", (0, place, 3)))
        parameters = {name for name in found if name.endswith((".weight", ".bias"))}
        assert found - parameters <= {"src_positions", "src_embeddings", "src_embedding.weight"}
        assert "encoder.layers.0.self_attention.w_q.weight" in parameters


@pytest.mark.sampled
@pytest.mark.parametrize("cell", one_cell_of_each_tensor(), ids=lambda cell: cell.tensor)
def test_what_a_number_goes_into_is_there_and_is_made_of_it(cell):
    asked = overview(pin=written(cell))
    label = asked.text("map.goes_into")
    links = [
        span["to"]
        for name, spans in asked.arithmetic.lines
        for span in spans
        if name == label and span["to"]
    ]
    said = [
        span["text"] for name, spans in asked.arithmetic.lines for span in spans if name == label
    ]
    assert said[:1] == [asked.text("map.goes_into_means")] * bool(links)
    for link in links:
        (use,) = read_trail(link)
        assert has_cell(computation(), use)
        assert cell.tensor in computation().steps[use.tensor].inputs.values()
    used = {
        made for made, step in computation().steps.items() if cell.tensor in step.inputs.values()
    }
    aside = {made for made in used if computation().steps[made].kind == "spread"}
    assert bool(links) <= bool(used - aside)
    if cell.tensor in (f"{CROSS}.queries", "encoder.output", "decoder.output", "logits"):
        assert links


def test_the_next_words_are_those_of_the_token_whose_number_it_is():
    for pin, chosen in {
        "logits@3.7": "-은/는",
        f"{CROSS}.weights@0.5.2": "책",
        "decoder.layers.0.self_attention.keys@1.2.0": "학생",
        "decoder.layers.0.self_attention.weights@0.4.1": "어제",
        "tgt_embeddings@0.0": "행복하-",
        "decoder.layers.1.normed_3@10.5": "⟨end⟩",
        "": "행복하-",
    }.items():
        (words,) = overview(pin=pin).all(NextWords, "arithmetic")
        assert words.chosen[0] == chosen, pin


@pytest.mark.parametrize(
    "pin",
    [
        "src_embeddings@5.0",
        "encoder.layers.1.self_attention.weights@0.1.2",
        "encoder.output@2.2",
        f"{CROSS}.keys@0.5.1",
        f"{CROSS}.w_q.weight@0.0",
    ],
)
def test_a_number_of_no_token_that_was_read_says_nothing_of_the_next(pin):
    assert not overview(pin=pin).all(NextWords, "arithmetic")


@pytest.mark.parametrize(
    ("values", "called"),
    [({"hidden": frozenset({5})}, "unedited"), ({"beside": True}, "untrained"),
     ({"beside": True, "model": "untrained"}, "trained")],
)  # fmt: skip
def test_the_same_number_of_the_other_model_stands_below(language, values, called):
    asked = overview(language, pin=f"{CROSS}.projected@4.7", **values)
    text = asked.lines[asked.text(f"compared.{called}")]
    other = float(seen(asked).other(f"{CROSS}.projected")[4, 7])
    assert read_back(text) == pytest.approx(other, abs=6e-5)
    assert read_back(text) != pytest.approx(asked.explained_number, abs=6e-5)


def test_nothing_is_compared_with_an_unchanged_model():
    lines, text = overview().lines, overview().text
    assert not {text(f"compared.{name}") for name in ("unedited", "untrained")} & lines.keys()


def test_a_number_set_by_hand_is_where_its_way_ends():
    asked = overview().done(change={"cell": "src_embeddings@5.7", "value": 1.5})
    asked = asked.moved(asked.after(pin="src_embeddings@5.7"))
    assert asked.explained_number == 1.5
    cell = read_cell(asked.setting.written.computation, asked.arithmetic.here)
    assert asked.setting.written.computation.value(cell) == 1.5


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_a_tensor_is_called_in_the_computation_changes_no_word(language):
    sentence, text = overview().setting.written, text_of("your_sentence", language)
    assert_called_the_same(
        computation(),
        lambda one: SentenceNaming(text, one, "", sentence, "cross"),
        computation().steps,
    )
