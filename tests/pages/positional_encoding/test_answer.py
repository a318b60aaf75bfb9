"""What the positional-encoding page answers to a setting."""

import math

import numpy as np
import pytest
import torch

from pages.positional_encoding.setting import KINDS, TABS, EncodingSetting, measured
from tests.pages.answers import Asked
from tests.pages.conftest import number_in
from transformer_core import positional_encoding
from ui.answer.parts import Chips, Code, Curves, Legend, Note
from ui.answer.trip import Trip
from ui.picture.matrix_view import Break

PRESETS = ("paper_picture", "ten_by_six", "student", "base_100", "index", "normalized_index")


def asked(language: str = "en", pin: str = "", trail: str = "", **values) -> Asked:
    return Asked("positional_encoding", language, pin, trail, **values)


def values(page: Asked, name: str) -> torch.Tensor:
    return torch.as_tensor(page.matrices[name].values)


def said(page: Asked, area: str) -> list[str]:
    return [note.text for note in page.all(Note, area)]


def watched(page: Asked) -> list[str]:
    rows = page.all(Chips, "chips")
    return [chip.watch for row in rows for chip in row.chips if chip.is_on]


def waves(page: Asked) -> list[dict]:
    (curves,) = page.all(Curves, "waves")
    return list(curves.figure["data"])


def test_opens_with_the_fifty_by_128_picture(language):
    page = asked(language)
    torch.testing.assert_close(values(page, "pe"), positional_encoding(50, 128))
    assert page.matrices["pe"].limit == 1


def test_what_is_seen_first_is_the_picture_and_its_arithmetic():
    page = asked()
    assert list(page.answer.first) == ["chips", "picture", "arithmetic"]
    assert list(page.answer.later) == ["tabs", *TABS, "pytorch"]


@pytest.mark.parametrize(
    ("preset", "shape"),
    [("ten_by_six", (10, 6)), ("student", (4, 4)), ("paper_picture", (50, 128))],
)
def test_presets_bring_their_sizes(preset, shape):
    page = asked(d_model=9)
    page = page.pressed(page.chip(page.text(f"presets.{preset}")))
    assert tuple(values(page, "pe").shape) == shape


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_on_and_says_what_to_watch_for(language, preset):
    page = asked(language, kind="index", base=5.0)
    page = page.pressed(page.chip(page.text(f"presets.{preset}")))
    assert watched(page) == [page.text(f"watch.{preset}")]
    assert page.text(f"watch.{preset}") not in watched(page.having(seq_len=77))


def preset(name: str) -> torch.Tensor:
    page = asked()
    return values(page.pressed(page.chip(page.text(f"presets.{name}"))), "pe")


def test_what_the_presets_say_to_watch_for_is_so():
    paper = preset("paper_picture")
    spread = paper.amax(0) - paper.amin(0)
    assert (spread[:20] > 1.9).all()
    assert (spread[-20:] < 0.05).all()
    assert (preset("base_100")[:, -2:].amax(0) - preset("base_100")[:, -2:].amin(0) > 0.1).all()
    assert len({tuple(row) for row in preset("student").tolist()}) == 4
    lengths = [asked(seq_len=10, d_model=6).setting.wavelength(place) for place in range(6)]
    assert lengths[::2] == lengths[1::2] == sorted(set(lengths))
    index = preset("index")
    assert torch.equal(index, torch.arange(50.0).unsqueeze(1).expand(50, 128))
    share = preset("normalized_index")
    assert (share.min(), share.max()) == (0, 1)


def test_an_odd_width_leaves_the_last_sine_alone():
    page = asked(kind="index")
    page = page.pressed(page.chip(page.text("try.odd")))
    assert watched(page) == [page.text("watch.try_odd")]
    expected = torch.arange(20.0).double().div(10_000.0 ** (6 / 7)).sin().float()
    torch.testing.assert_close(values(page, "pe")[:, 6], expected)
    assert page.state.place.pin == "pe.19.6"


def test_with_a_base_of_1_every_column_begins_again_after_one_turn():
    page = asked()
    page = page.pressed(page.chip(page.text("try.one_speed")))
    assert page.text("watch.try_one_speed") in watched(page)
    lengths = [page.setting.wavelength(place) for place in (0, 64, 127)]
    assert lengths == pytest.approx([2 * math.pi] * 3)
    assert f"{lengths[0]:.2f}" in page.text("watch.try_one_speed")


def test_the_student_preset_brings_its_sentence():
    page = asked(below="sum")
    page = page.pressed(page.chip(page.text("presets.student")))
    assert list(page.matrices["input"].rows.labels) == ["I", "am", "a", "student"]


@pytest.mark.parametrize("tab", TABS)
def test_one_tab_at_a_time_stands_below(language, tab):
    page = asked(language, pin="pe.3.4", below="waves" if tab != "waves" else "sum")
    page = page.pressed(page.chip(page.text(f"below.{tab}")))
    assert [one for one in TABS if page.parts(one)] == [tab]
    assert page.state.place.pin == "pe.3.4"
    assert EncodingSetting.views() == ["below"]


def test_the_slow_properties_are_measured_only_where_they_are_looked_at():
    measured.cache_clear()
    page = asked(seq_len=33, d_model=9)
    Trip("positional_encoding", "en").encoded(page.state)
    Trip("positional_encoding", "en").encoded(page.state, list(page.answer.later))
    assert measured.cache_info().misses == 0
    for _ in range(2):
        asked(seq_len=33, d_model=9, below="properties").parts("properties")
    assert (measured.cache_info().misses, measured.cache_info().hits) == (1, 1)


def test_every_chosen_dimension_is_a_wave_with_its_length(language):
    page = asked(language, dimensions="0, 7, 40")
    drawn = waves(page)
    names = [trace["name"] for trace in drawn]
    assert names == [entry.text for entry in page.all(Legend, "waves")[0].entries]
    first = page.text("waves.label", dimension=0, length="6.283")
    assert names[0] == first
    for trace, dimension in zip(drawn, (0, 7, 40), strict=True):
        turn = math.sin if dimension % 2 == 0 else math.cos
        speed = 10_000 ** (-(dimension // 2 * 2) / 128)
        expected = [turn(position * speed) for position in trace["x"]]
        assert trace["y"] == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize("seq_len", [1, 7, 300, 2048])
def test_a_wave_is_drawn_as_finely_as_it_turns(seq_len):
    setting = asked(seq_len=seq_len).setting
    for dimension in (0, 60):
        positions, curve = setting.wave(dimension)
        assert float(positions[-1]) == seq_len - 1
        step = float(positions[1] - positions[0]) if len(positions) > 1 else 0
        assert setting.wavelength(dimension) >= 12 * step
        assert len(curve) == len(positions) <= 4096


def test_the_pinned_column_is_a_strong_wave_with_the_pinned_number():
    drawn = waves(asked(pin="pe.24.6"))
    strong = [trace for trace in drawn if trace.get("line", {}).get("width") == 3]
    assert [trace["name"].split(" ·")[0] for trace in strong] == ["dimension 6"]
    expected = float(positional_encoding(50, 128)[24, 6])
    assert (drawn[-1]["x"], drawn[-1]["y"]) == ([24], pytest.approx([expected]))
    assert drawn[-1]["text"] == [f" {expected:.4f}"]
    chosen = waves(asked(pin="pe.24.10"))
    assert [trace["name"] for trace in chosen[:-1]] == [trace["name"] for trace in waves(asked())]


def test_a_pinned_column_is_kept_and_a_kept_one_let_go(language):
    page = asked(language, pin="pe.24.6")
    kept = page.pressed(page.offered(page.text("waves.keep")))
    assert kept.setting.chosen == [0, 10, 20, 40, 6]
    assert kept.state.place.pin == "pe.24.6"
    assert kept.pressed(kept.offered(page.text("waves.remove"))).setting.chosen == [10, 20, 40, 6]
    full = asked(language, pin="pe.24.6", dimensions="1 2 3 4 5 7")
    alone = asked(language, dimensions="3")
    for one, label in ((full, "keep"), (alone, "remove")):
        with pytest.raises(StopIteration):
            one.offered(one.text(f"waves.{label}"))


def test_dimensions_that_are_not_there_are_left_out(language):
    page = asked(language, d_model=8, dimensions="0, 6, 100")
    assert page.text("waves.outside", last=7) in said(page, "waves")
    assert page.setting.chosen == [0, 6]
    assert asked(d_model=3, dimensions="100 200").setting.chosen == [2]
    assert page.text("waves.outside", last=127) not in said(asked(language), "waves")


@pytest.mark.parametrize("kind", ["index", "normalized_index"])
def test_an_index_is_drawn_as_a_line_without_a_length(kind):
    (first, *_) = waves(asked(kind=kind, seq_len=9))
    assert first["name"] == "dimension 0"
    assert np.diff(first["y"], 2) == pytest.approx([0] * 7, abs=2e-4)


def test_the_input_is_the_embedding_plus_the_encoding():
    page = asked(below="sum", sentence="same word same", d_model=12)
    total = values(page, "embedding") + values(page, "encoding")
    torch.testing.assert_close(values(page, "input"), total)
    assert torch.equal(values(page, "embedding")[0], values(page, "embedding")[2])
    assert not torch.allclose(values(page, "input")[0], values(page, "input")[2])


def test_the_random_embedding_says_so_and_equal_words_are_told_apart(language):
    page = asked(language, below="sum", sentence="the dog saw the cat", seed=9)
    assert list(page.matrices["input"].rows.labels) == ["the (1)", "dog", "saw", "the (4)", "cat"]
    notes = said(page, "sum")
    assert page.text("frame.untrained", seed=9) in notes
    summed = values(page, "input")
    distance = f"{float((summed[3] - summed[0]).norm()):.4f}"
    labels = {"first": "the (1)", "second": "the (4)"}
    assert page.text("sum.repeated", **labels, distance=distance) in notes
    assert len(said(asked(language, below="sum", sentence="a b"), "sum")) == 2


@pytest.mark.parametrize(("d_model", "words", "lines"), [(128, 5, 3), (128, 40, 1), (16, 5, 1)])
def test_wide_sums_stand_under_one_another(d_model, words, lines):
    sentence = " ".join(f"w{place}" for place in range(words))
    _, board, *_ = asked(below="sum", d_model=d_model, sentence=sentence).parts("sum")
    assert sum(isinstance(item, Break) for item in board.items) == lines - 1


def test_products_are_the_encoding_with_itself():
    encoding = positional_encoding(20, 8)
    products = values(asked(below="products", seq_len=20, d_model=8), "products")
    torch.testing.assert_close(products, encoding @ encoding.T)


def test_only_the_first_products_are_shown_and_that_is_said(language):
    page = asked(language, below="products", seq_len=300, d_model=8)
    assert values(page, "products").shape == (256, 256)
    first = page.text("products.first", count=256)
    assert first in said(page, "products")[0]
    assert first not in said(asked(language, below="products"), "products")[0]


def verdicts(page: Asked) -> list[str]:
    return [note.tone for note in page.all(Note, "properties")][:4]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("sinusoidal", ["good"] * 4),
        ("index", ["good", "good", "good", "bad"]),
        ("normalized_index", ["good", "bad", "good", "bad"]),
    ],
)
def test_properties_tell_which_fail(language, kind, expected):
    assert verdicts(asked(language, below="properties", kind=kind)) == expected


@pytest.mark.parametrize(("seq_len", "d_model"), [(20, 7), (50, 127), (4, 1), (2048, 1023)])
def test_with_an_odd_width_the_page_says_that_no_shift_is_one_linear_map(seq_len, d_model):
    page = asked(below="properties", seq_len=seq_len, d_model=d_model)
    assert verdicts(page)[3] == "bad"
    assert "is off by up to" in said(page, "properties")[3]


def test_with_one_position_nothing_is_said_of_two(language):
    page = asked(language, below="properties", seq_len=1)
    assert page.text("properties.one_position") in said(page, "properties")[0]
    assert "None" not in "".join(said(page, "properties"))
    assert verdicts(page)[0] == "good"


def test_equally_near_neighbours_are_not_named_as_two_positions():
    unique = said(asked(below="properties"), "properties")[0]
    assert "any two that stand 1 apart: distance 1.9526" in unique


KINDS_OF_CLAIMS = {
    ("sinusoidal", 10_000.0, 128): ("waves.about", "products.about"),
    ("sinusoidal", 1.0, 128): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000.0, 2): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000.0, 7): ("waves.about", "products.about_odd"),
    ("index", 10_000.0, 128): ("waves.about_straight", "products.about_index"),
    ("normalized_index", 10_000.0, 7): ("waves.about_straight", "products.about_index"),
}


@pytest.mark.parametrize(("setting", "claims"), KINDS_OF_CLAIMS.items())
def test_only_what_is_true_of_the_encoding_is_said(language, setting, claims):
    kind, base, d_model = setting
    found = []
    for tab in ("waves", "products"):
        page = asked(language, below=tab, kind=kind, base=base, d_model=d_model)
        names = [name for name in page.text if name.startswith(f"{tab}.about")]
        found += [name for name in names if page.text(name) in said(page, tab)]
    assert tuple(found) == claims


@pytest.mark.parametrize("kind", KINDS)
def test_the_equation_follows_the_encoding(kind):
    assert asked(kind=kind).answer.equation == kind


def test_the_base_comes_back_with_the_waves():
    page = asked(base=100.0).having(kind="index").having(kind="sinusoidal")
    torch.testing.assert_close(values(page, "pe"), positional_encoding(50, 128, 100.0))


@pytest.mark.parametrize(("seq_len", "d_model", "base"), [(10, 6, 1e4), (50, 128, 1e4), (80, 4, 3)])
def test_products_of_even_widths_depend_on_the_distance_and_are_largest_on_the_diagonal(
    seq_len, d_model, base
):
    encoding = positional_encoding(seq_len, d_model, base)
    products = encoding @ encoding.T
    for offset in range(seq_len):
        diagonal = products.diagonal(offset)
        assert float(diagonal.max() - diagonal.min()) < 1e-4
        assert offset == 0 or float(diagonal.max()) < d_model / 2


def test_products_of_waves_do_not_simply_fall_off():
    first = (positional_encoding(10, 6) @ positional_encoding(10, 6).T)[0]
    assert first[3] < first[6]
    assert float(first[6]) == pytest.approx(2.92, abs=0.005)


def test_products_of_odd_widths_depend_on_more_than_the_distance():
    encoding = positional_encoding(50, 7)
    products = encoding @ encoding.T
    torch.testing.assert_close(products.diagonal(), encoding.square().sum(1))
    assert float(products.diagonal().max() - products.diagonal().min()) > 1e-4


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("tab", "pin"),
    [
        ("waves", "pe.24.5"),
        ("products", "products.3.8"),
        ("sum", "embedding.1.3"),
        ("sum", "encoding.1.3"),
        ("sum", "input.1.3"),
    ],
)
def test_the_pinned_number_is_explained(tab, pin, kind):
    matrix, row, col = pin.split(".")
    page = asked(pin=pin, below=tab, kind=kind, d_model=16)
    shown = float(values(page, matrix)[int(row), int(col)])
    assert number_in(page.arithmetic.title) == pytest.approx(shown, 1e-3)


def test_without_a_pin_a_number_of_the_picture_is_explained():
    assert asked().arithmetic.title.startswith("PE[ 24, 20 ] = ")
    assert asked(seq_len=3, d_model=2).arithmetic.title.startswith("PE[ 2, 1 ] = ")


@pytest.mark.parametrize("pin", ["products.60.60", "input.9.0", "embedding.0.500", "nothing"])
def test_a_pin_outside_its_matrix_does_no_harm(pin):
    assert asked(pin=pin).arithmetic.lines


@pytest.mark.parametrize(
    ("way", "pin", "title", "tab"),
    [
        ("products@3.8~pe@3.0", "pe.3.0", "PE[ 3, 0 ]", "products"),
        ("input@1.3~encoding@1.3", "", "PE[ dog, 3 ]", "sum"),
        ("", "products.3.8", "PE · PEᵀ[ 3, 8 ]", "products"),
        ("", "pe.1.1", "PE[ 1, 1 ]", "waves"),
    ],
)
def test_the_address_holds_the_way_to_a_number_and_opens_where_it_stands(way, pin, title, tab):
    page = Asked.at("positional_encoding", pe_trail=way, pe_pin=pin)
    page.state = page.trip.page.opened(page.state)
    assert page.arithmetic.title.partition(" = ")[0] == title
    assert page.setting.below == tab
    assert page.trip.page.settled(page.state) == page.state


def test_a_pin_in_a_tab_that_is_closed_is_released():
    page = asked(pin="products.3.8", below="waves")
    assert page.trip.page.settled(page.state).place.pin == ""


def test_a_way_from_a_product_leads_to_the_heatmap():
    state = asked(pin="products.3.8", below="products").after(follow="pe@3.1", here="products@3.8")
    assert (state.place.pin, state.place.trail) == ("pe.3.1", "products@3.8~pe@3.1")


@pytest.mark.parametrize("kind", KINDS)
def test_the_pytorch_gives_the_picture(kind):
    page = asked(kind=kind, seq_len=12, d_model=7, base=30.0)
    names: dict = {}
    exec(page.all(Code)[0].text, names)
    torch.testing.assert_close(names["PE"], values(page, "pe"))


@pytest.mark.parametrize(
    "address",
    [
        {"pe_seq_len": "0"},
        {"pe_seq_len": "1e9"},
        {"pe_d_model": "abc"},
        {"pe_base": "nan"},
        {"pe_base": "inf"},
        {"pe_kind": "x"},
        {"pe_pin": "pe.4000.4000"},
        {"pe_dimensions": "x"},
        {"pe_below": "x"},
    ],
)
def test_bad_values_in_the_address_fall_back(address):
    page = Asked.at("positional_encoding", **address)
    torch.testing.assert_close(values(page, "pe"), positional_encoding(50, 128))
    assert page.setting == asked().setting


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "other"},
        {"seq_len": 0},
        {"seq_len": 2049},
        {"seq_len": "many"},
        {"d_model": 1025},
        {"base": "nan"},
        {"base": 0.5},
        {"dimensions": "1 2 3 4 5 6 7"},
        {"sentence": ""},
    ],
)
def test_what_no_control_would_give_is_refused(change):
    with pytest.raises(ValueError):
        EncodingSetting.read(asked().setting.plain() | change)
