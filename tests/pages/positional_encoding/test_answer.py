"""What the positional-encoding page answers to a setting."""

import math

import pytest
import torch

from pages.positional_encoding.setting import KINDS, TABS, EncodingSetting
from tests.pages.answers import Asked
from tests.pages.conftest import number_in
from transformer_core import positional_encoding
from ui.answer.parts import Board, Chips
from ui.picture.matrix_view import Pin

PRESETS = ("paper_picture", "ten_by_six", "student", "base_100", "index", "normalized_index")


def asked(language: str = "en", pin: str = "", trail: str = "", **values) -> Asked:
    return Asked("positional_encoding", language, pin, trail, **values)


def values(page: Asked, name: str) -> torch.Tensor:
    return torch.as_tensor(page.matrices[name].values)


def watched(page: Asked) -> list[str]:
    rows = page.all(Chips, "chips")
    return [chip.hint for row in rows for chip in row.chips if chip.is_on]


def test_opens_with_the_fifty_by_128_picture(language):
    page = asked(language)
    torch.testing.assert_close(values(page, "pe"), positional_encoding(50, 128))
    assert page.matrices["pe"].limit == 1


def test_all_that_is_in_sight_comes_at_once():
    page = asked()
    assert list(page.answer.first) == [
        "chips",
        "picture",
        "arithmetic",
        "tabs",
        *TABS,
        "later",
        "asked",
        "corridor",
    ]
    assert list(page.answer.later) == ["pytorch"]


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
    assert page.text(f"watch.{preset}") not in watched(page.with_values(seq_len=77))


def preset(name: str) -> torch.Tensor:
    page = asked()
    return values(page.pressed(page.chip(page.text(f"presets.{name}"))), "pe")


def test_the_sliders_have_a_place_for_every_size_that_a_chip_brings():
    page = Asked("positional_encoding")
    controls = type(page.setting).controls()
    for chip in page.chips:
        for name in ("seq_len", "d_model"):
            assert chip.setting[name] in controls[name].options, chip.label


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
    assert page.state.selection.pin == "pe.19.6"


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


@pytest.mark.parametrize("kind", KINDS)
def test_the_equation_follows_the_encoding(kind):
    assert asked(kind=kind).answer.equation == kind


def test_the_base_comes_back_with_the_waves():
    page = asked(base=100.0).with_values(kind="index").with_values(kind="sinusoidal")
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
    page.state = page.handler.page.opened(page.state)
    assert page.arithmetic.title.partition(" = ")[0] == title
    assert page.setting.below == tab
    assert page.handler.page.normalised(page.state) == page.state


def test_a_pin_in_a_tab_that_is_closed_is_released():
    page = asked(pin="products.3.8", below="waves")
    assert page.handler.page.normalised(page.state).selection.pin == ""


def test_a_way_from_a_product_leads_to_the_heatmap():
    state = asked(pin="products.3.8", below="products").after(follow="pe@3.1", here="products@3.8")
    assert (state.selection.pin, state.selection.trail) == ("pe.3.1", "products@3.8~pe@3.1")


@pytest.mark.parametrize("kind", KINDS)
def test_the_pytorch_gives_the_picture(kind):
    page = asked(kind=kind, seq_len=12, d_model=7, base=30.0)
    names = page.ran()
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
        EncodingSetting.read(asked().setting.to_json() | change)


@pytest.mark.parametrize("below", ["waves", "products", "sum", "properties"])
def test_the_largest_encoding_leaves_as_an_answer_and_not_with_every_rerun(below: str) -> None:
    asked = Asked("positional_encoding", seq_len=2048, d_model=1024, below=below)
    assert len(asked.handler.encoded(asked.state)) > 8_000_000
    assert len(asked.handler.encoded(asked.state, is_rerun=True)) < 1_000_000


def test_the_number_that_is_explained_while_none_is_pinned_is_marked():
    for values in ({}, {"seq_len": 3, "d_model": 2}):
        asked = Asked("positional_encoding", **values)
        heatmap = next(board for board in asked.all(Board) if board.id == "heatmap")
        pin = Pin.parse(heatmap.explained)
        assert asked.arithmetic.title.startswith(f"PE[ {pin.row}, {pin.col} ]")
