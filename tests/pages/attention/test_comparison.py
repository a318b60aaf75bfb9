"""Two settings side by side."""

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from pages.attention.arithmetic import matrix_sizes
from pages.attention.baseline import write_baseline
from pages.attention.comparison import side_by_side
from pages.attention.projections import projection_items
from pages.attention.setting import (
    INPUTS,
    MASKS,
    SOURCES,
    AttentionSetting,
    read_baseline,
)
from pages.attention.views import attention_items
from pages.translator.trained_attention import is_readable
from tests.pages.answers import Asked
from ui.answer.parts import Note
from ui.picture.matrix_view import Matrix
from ui.picture.matrix_view.matrix import Item
from ui.words.language import text_of

TEXT = text_of("attention", "en")
A = AttentionSetting(source="random", seed=5)
B = A.with_values(seed=6, mask="look_ahead")
SENTENCE = AttentionSetting(source="sentence", sentence="나는 학생", seed=1)

sizes, places = st.integers(1, 16), st.integers(0, 15)


@st.composite
def settings(draw) -> AttentionSetting:
    words = st.sampled_from(["a", "~b~", "한국어", "🙂"])
    cells = st.tuples(st.sampled_from(INPUTS), places, places)
    return AttentionSetting(
        source=draw(st.sampled_from(SOURCES)),
        sentence=" ".join(draw(st.lists(words, min_size=1, max_size=16))),
        queries=draw(sizes),
        keys=draw(sizes),
        d_k=draw(sizes),
        d_v=draw(sizes),
        seed=draw(st.integers(0, 9999)),
        mask=draw(st.sampled_from(MASKS)),
        padding=draw(st.integers(0, 16)),
        scaling=draw(st.booleans()),
        edits=draw(st.dictionaries(cells, st.integers(-999, 999).map(float), max_size=4)),
        cells=draw(st.frozensets(st.tuples(places, places), max_size=4)),
    )


def beside(baseline: AttentionSetting, live: AttentionSetting) -> list[Item]:
    drawn = [
        [*attention_items(TEXT, one), *projection_items(TEXT, one)] for one in (baseline, live)
    ]
    return side_by_side(*drawn)


def shown(baseline: AttentionSetting, live: AttentionSetting) -> dict[str, Matrix]:
    matrices = [item for item in beside(baseline, live) if isinstance(item, Matrix)]
    assert len({matrix.id for matrix in matrices}) == len(matrices)
    return {matrix.id: matrix for matrix in matrices}


@given(settings())
def test_a_baseline_survives_the_link_with_all_its_numbers(setting):
    assume(not setting.is_trained or is_readable(setting.sentence))
    again = read_baseline(write_baseline(setting))
    assert write_baseline(again) == write_baseline(setting)
    assert again.words == setting.words
    assert torch.equal(again.steps.output, setting.steps.output)


def test_a_baseline_is_short_in_the_link():
    assert write_baseline(A) == "random~3.4.3.2~1~5~none~1~~~"
    assert write_baseline(SENTENCE) == "sentence~2.2.3.2~1~1~none~1~~~나는 학생"
    assert read_baseline(write_baseline(None)) is None


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "random~3.4.3~1~5~none~0~~~",
        "random~3.4.3.99~1~5~none~0~~~",
        "random~3.4.3.2~2~5~none~0~~~",
        "other~3.4.3.2~1~5~none~0~~~",
        "sentence~2.2.3.2~1~5~none~0~~~",
        "<b>~~~~~~~~",
    ],
)
def test_other_text_is_no_setting(text):
    with pytest.raises(ValueError):
        read_baseline(text)


def test_every_step_stands_there_twice_with_the_numbers_of_each():
    matrices = shown(A, A.with_values(seed=6))
    assert torch.equal(matrices["a_weights"].values, A.steps.weights)
    assert torch.equal(matrices["weights"].values, A.with_values(seed=6).steps.weights)
    live = {id for id in matrices if not id.startswith("a_")}
    assert {id.removeprefix("a_") for id in matrices if id.startswith("a_")} == live


def test_a_pair_stands_side_by_side_and_has_one_scale_of_colours():
    ids = [getattr(item, "id", "") for item in beside(A, B)]
    for id in ("Q", "scores", "weights", "output"):
        assert ids.index(id) == ids.index(f"a_{id}") + 2
    matrices = shown(A, B)
    assert matrices["a_scores"].limit == matrices["scores"].limit
    most = max(float(one.steps.scores.abs().max()) for one in (A, B))
    assert matrices["scores"].limit == pytest.approx(most)


def test_only_the_live_setting_can_be_changed():
    matrices = shown(A, A.with_values(mask="painted"))
    assert not any(m.editable or m.paintable for id, m in matrices.items() if id.startswith("a_"))
    assert matrices["Q"].editable
    assert matrices["mask"].paintable


def test_pairs_name_the_same_axes_so_that_one_pin_lights_both():
    matrices = shown(A, B)
    for id in ("Q", "K", "scores", "scaled", "weights", "V", "output"):
        baseline, live = matrices[f"a_{id}"], matrices[id]
        assert (baseline.rows.name, baseline.cols.name) == (live.rows.name, live.cols.name)


@pytest.mark.parametrize(("baseline", "live"), [(SENTENCE, A), (A, SENTENCE)])
def test_what_only_one_of_them_has_stands_alone(baseline, live):
    matrices = shown(baseline, live)
    assert ("a_X" in matrices) == (baseline is SENTENCE)
    assert ("X" in matrices) == (live is SENTENCE)


@pytest.mark.parametrize(
    "setting",
    [A, B, SENTENCE, A.with_values(queries=2, keys=5, d_v=1), A.with_values(mask="painted")],
)
def test_the_sizes_are_those_of_the_picture(setting):
    items = [*attention_items(TEXT, setting), *projection_items(TEXT, setting)]
    drawn = {item.id: tuple(item.values.shape) for item in items if isinstance(item, Matrix)}
    assert matrix_sizes(setting) == drawn


def compared(language: str = "en", pin: str = "", **values) -> Asked:
    return Asked("attention", language, pin, **{"source": "random", "show": "compare"} | values)


def notes_of(asked: Asked) -> list[str]:
    means = asked.text("matrices.entropy_means")
    notes = [note.text for note in asked.all(Note, "picture")]
    return [note for note in notes if not note.startswith(means)]


def test_a_baseline_stays_while_the_live_one_changes(language):
    asked = compared(language)
    text, baseline = asked.text, asked.matrices["a_weights"].values
    torch.testing.assert_close(asked.matrices["weights"].values, baseline)
    assert notes_of(asked) == [text("compare.same")]
    asked = asked.with_values(keys=5)
    torch.testing.assert_close(asked.matrices["a_weights"].values, baseline)
    assert asked.matrices["weights"].values.shape == (3, 5)
    common, chosen = notes_of(asked)
    assert text("compare.common") in common
    assert chosen == f"{text('controls.keys')} 4 → 5"


def test_b_becomes_the_baseline_a():
    asked = compared().with_values(seed=12)
    assert write_baseline(asked.setting.baseline) != write_baseline(asked.setting)
    baseline = asked.pressed(asked.offered(asked.text("hold"))).setting
    assert write_baseline(baseline.baseline) == write_baseline(asked.setting)


def test_where_the_weights_differ_most_is_said_with_both_numbers():
    asked = compared(baseline=A.numbers_only(), seed=6)
    first, second = A.steps.weights, asked.setting.steps.weights
    most = float((second - first).abs().max())
    assert f"**{most:.4f}**" in notes_of(asked)[0]


@pytest.mark.parametrize("baseline", ["", "x", "random~1", "random~3.4.3.99~1~5~none~0~~~"])
def test_instead_of_a_bad_baseline_the_live_one_is_compared(baseline):
    asked = Asked.at("attention", at_show="compare", at_held=baseline)
    assert write_baseline(asked.setting.baseline) == "three_queries~3.4.3.2~1~11~none~1~~~"


@pytest.mark.parametrize(
    ("pin", "values", "seen"),
    [
        ("weights.1.3", {"keys": 2, "baseline": A.numbers_only()}, "a_weights.1.3"),
        ("a_weights.1.3", {"baseline": A.numbers_only()}, "a_weights.1.3"),
        ("a_weights.1.3", {"show": ""}, "weights.1.3"),
        ("a_X.0.0", {"baseline": A.numbers_only()}, "X.0.0"),
    ],
)
def test_a_pin_that_only_one_of_two_settings_has_is_shown_there(pin, values, seen):
    asked = compared(pin=pin, **({"seed": 6} | values))
    assert asked.handler.page.normalised(asked.state).selection.pin == seen


def test_a_pin_of_a_explains_as_number():
    numbers = {
        pin: compared(pin=pin, baseline=A.numbers_only(), seed=6).arithmetic.title
        for pin in ("weights.0.1", "a_weights.0.1")
    }
    assert numbers["a_weights.0.1"].endswith(f"{float(A.steps.weights[0, 1]):.4f}")
    assert numbers["weights.0.1"].endswith(
        f"{float(A.with_values(seed=6).steps.weights[0, 1]):.4f}"
    )
