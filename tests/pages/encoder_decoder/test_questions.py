"""Questions of learners as presets."""

import pytest

from pages.encoder_decoder.questions import QUESTIONS
from pages.encoder_decoder.token_rows import TokenRows
from tests.pages.encoder_decoder.model_page import asked
from ui.answer.parts import Chips, Curves
from ui.explain.trail import read_cell
from ui.words.language import LANGUAGES

TABS = {
    "shifted": "loss",
    "at_once": "inference",
    "stops": "loss",
    "last_norm": "depth",
    "activations": "counts",
}
PICTURES = {"depth": Curves, "counts": Curves}
STARTS = [{}, {"dropping": True, "reads": "own"}, {"d_model": 4096, "vocab_size": 40},
          {"num_layers": 4, "d_model": 64, "d_ff": 512}, {"norm": "pre", "padding": 0},
          {"source": " ".join(f"w{n}" for n in range(32)), "vocab_size": 50}]  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize("start", range(len(STARTS)))
@pytest.mark.parametrize("place", range(len(QUESTIONS)), ids=lambda place: [*QUESTIONS][place])
def test_a_question_opens_its_tab_with_a_cell_picked_and_a_note(place, start):
    """The languages take turns."""
    name, language = [*QUESTIONS][place], [*LANGUAGES][(place + start) % len(LANGUAGES)]
    page = asked(language, **STARTS[start]).pressed(f"questions.{name}")
    assert page.setting.below == TABS[name] and page.setting.is_computed
    computation = page.setting.forward.computation(page.setting.label_smoothing)
    cell = read_cell(computation, page.state.selection.pin)
    assert cell is not None and page.arithmetic.here == page.state.selection.pin
    chip = page.chip(page.text(f"questions.{name}"))
    assert [one.label for one in page.all(Chips, "examples")[0].chips if one.is_on] == [chip.label]
    assert chip.is_on and chip.reveal == "below" and chip.hint == page.text(f"watch.{name}")
    assert page.all(PICTURES.get(TABS[name], TokenRows), "below")


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_padding_the_dropped_token_is_padding_and_the_end_is_a_label(language):
    page = asked(language).pressed("questions.shifted")
    (rows,) = page.all(TokenRows, "below")
    reads, due, *_ = rows.rows
    assert reads.cells[-1].text.startswith("⟨pad⟩")
    (picked,) = [cell for cell in due.cells if cell.picked and cell.picked.is_on]
    assert picked.text == "⟨end⟩"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_few_steps_leave_an_error_that_inference_carries_on(language):
    page = asked(language).pressed("questions.at_once")
    (rows,) = page.all(TokenRows, "below")
    _, _, says, _, own_says = rows.rows
    right = [[cell.tone for cell in row.cells].count("right") for row in (says, own_says)]
    assert right[0] > right[1]
    (picked,) = [cell for cell in says.cells if cell.picked and cell.picked.is_on]
    assert picked == says.cells[1]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("language", "seed", "norm"), [("en", 0, "post"), ("ko", 5, "pre"), ("en", 77, "pre")]
)
def test_a_good_model_stops_at_90_percent(language, seed, norm):
    page = asked(language, seed=seed, norm=norm).pressed("questions.stops")
    (rows,) = page.all(TokenRows, "below")
    *_, shares, _ = rows.rows
    real = [float(cell.text[:-1]) for cell in shares.cells if cell.text and cell.tone != "padding"]
    assert real == pytest.approx([90.3] * len(real), abs=3)
