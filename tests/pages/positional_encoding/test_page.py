"""The positional-encoding page."""

import pytest
import torch

from tests.pages.conftest import number_in, press
from transformer_core import positional_encoding
from ui.shell.language import text_of


def test_opens_with_the_fifty_by_128_picture_in_both_languages(open_page, shown, language):
    app = open_page("positional_encoding", language)
    assert not app.exception
    assert app.title[0].value == text_of("positional_encoding", language)("title")
    torch.testing.assert_close(shown["pe"].values, positional_encoding(50, 128))


@pytest.mark.parametrize(
    ("preset", "shape"),
    [("ten_by_six", (10, 6)), ("student", (4, 4)), ("paper_picture", (50, 128))],
)
def test_presets_bring_their_sizes(open_page, shown, preset, shape):
    app = open_page("positional_encoding", pe_d_model="9")
    press(app, "pe_presets", preset)
    assert tuple(shown["pe"].values.shape) == shape
    assert app.pills(key="pe_presets").value == preset


def test_the_student_preset_brings_its_sentence(open_page, shown):
    app = open_page("positional_encoding")
    press(app, "pe_presets", "student")
    assert list(shown["input"].rows.labels) == ["I", "am", "a", "student"]


def test_every_control_moves(open_page, shown):
    app = open_page("positional_encoding")
    app.slider(key="pe_seq_len").set_value(2048).run()
    app.slider(key="pe_d_model").set_value(7).run()
    app.number_input(key="pe_base").set_value(100.0).run()
    app.number_input(key="pe_seed").set_value(1).run()
    assert not app.exception
    torch.testing.assert_close(shown["pe"].values, positional_encoding(2048, 7, 100.0))
    for kind in ("index", "normalized_index", "sinusoidal"):
        app.segmented_control(key="pe_kind_field").set_value(kind).run()
        assert not app.exception
    app.text_input(key="pe_dimensions_field").set_value("0 6 100").run()
    assert not app.exception


def test_one_position_has_no_closest_pair(open_page, language):
    app = open_page("positional_encoding", language, pe_seq_len="1")
    said = "".join(piece.value for piece in app.markdown)
    assert text_of("positional_encoding", language)("properties.one_position") in said
    assert "None" not in said


def test_the_input_is_the_embedding_plus_the_encoding(open_page, shown):
    open_page("positional_encoding", pe_sentence="same word same", pe_d_model="12")
    total = shown["embedding"].values + shown["encoding"].values
    torch.testing.assert_close(shown["input"].values, total)
    assert torch.equal(shown["embedding"].values[0], shown["embedding"].values[2])
    assert not torch.allclose(shown["input"].values[0], shown["input"].values[2])


def test_products_are_the_encoding_with_itself(open_page, shown):
    open_page("positional_encoding", pe_seq_len="20", pe_d_model="8")
    encoding = positional_encoding(20, 8)
    torch.testing.assert_close(shown["products"].values, encoding @ encoding.T)


def properties(app):
    return next(block.value for block in app.markdown if ":material/c" in block.value)


def verdicts(app):
    return [part.split(":")[0] for part in properties(app).split(":material/")[1:]]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("paper_picture", ["check_circle"] * 4),
        ("index", ["check_circle"] * 3 + ["cancel"]),
        ("normalized_index", ["check_circle", "cancel", "check_circle", "cancel"]),
    ],
)
def test_properties_tell_which_fail(open_page, preset, expected):
    app = open_page("positional_encoding")
    press(app, "pe_presets", preset)
    assert verdicts(app) == expected


@pytest.mark.parametrize(("seq_len", "d_model"), [(20, 7), (50, 127), (4, 1), (2048, 1023)])
def test_with_an_odd_width_the_page_says_that_no_shift_is_one_linear_map(
    open_page, seq_len, d_model
):
    app = open_page("positional_encoding", pe_seq_len=str(seq_len), pe_d_model=str(d_model))
    assert verdicts(app)[3] == "cancel"
    assert "is off by up to" in properties(app)


def test_with_one_position_nothing_is_said_of_two(open_page, language):
    app = open_page("positional_encoding", language, pe_seq_len="1")
    said = properties(app)
    assert "None" not in said
    assert verdicts(app)[0] == "check_circle"


def test_equally_near_neighbours_are_not_named_as_two_positions(open_page):
    said = properties(open_page("positional_encoding"))
    assert "any two that stand 1 apart: distance 1.9526" in said


def captions(app):
    return " ".join(block.value for block in app.markdown)


KINDS_OF_CLAIMS = {
    ("sinusoidal", 10_000, 128): ("waves.about", "products.about"),
    ("sinusoidal", 1, 128): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000, 2): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000, 7): ("waves.about", "products.about_odd"),
    ("index", 10_000, 128): ("waves.about_straight", "products.about_index"),
    ("normalized_index", 10_000, 7): ("waves.about_straight", "products.about_index"),
}


@pytest.mark.parametrize(("setting", "claims"), KINDS_OF_CLAIMS.items())
def test_only_what_is_true_of_the_encoding_is_said(open_page, language, setting, claims):
    kind, base, d_model = setting
    text = text_of("positional_encoding", language)
    address = {"pe_kind": kind, "pe_base": str(base), "pe_d_model": str(d_model)}
    said = captions(open_page("positional_encoding", language, **address))
    about = [name for name in text if name.startswith(("waves.about", "products.about"))]
    assert {name for name in about if text(name) in said} == set(claims)


@pytest.mark.parametrize("kind", ["sinusoidal", "index", "normalized_index"])
def test_the_equation_and_the_base_follow_the_encoding(open_page, kind):
    app = open_page("positional_encoding", pe_kind=kind)
    (equation,) = [block.value for block in app.latex]
    bases = [number for number in app.number_input if number.key == "pe_base"]
    assert ("\\sin" in equation) is bool(bases) is (kind == "sinusoidal")


def test_the_base_comes_back_with_the_waves(open_page, shown):
    app = open_page("positional_encoding", pe_base="100")
    for kind in ("index", "sinusoidal"):
        app.segmented_control(key="pe_kind_field").set_value(kind).run()
    assert app.number_input(key="pe_base").value == 100
    torch.testing.assert_close(shown["pe"].values, positional_encoding(50, 128, 100.0))


def test_equal_words_of_the_sentence_are_told_apart(open_page, shown):
    open_page("positional_encoding", pe_sentence="the dog saw the cat")
    assert list(shown["input"].rows.labels) == ["the (1)", "dog", "saw", "the (4)", "cat"]


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


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("pe_sentence_field", ""),
        ("pe_sentence_field", "w " * 10_000),
        ("pe_dimensions_field", "zero"),
        ("pe_dimensions_field", ""),
        ("pe_dimensions_field", "1 2 3 4 5 6 7"),
        ("pe_dimensions_field", "NaN"),
        ("pe_dimensions_field", "-1"),
    ],
)
def test_bad_text_is_said_and_the_picture_stays(open_page, shown, language, field, text):
    app = open_page("positional_encoding", language, pe_sentence="a b", pe_dimensions="0,1")
    app.text_input(key=field).set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert list(shown["input"].rows.labels) == ["a", "b"]
    assert app.query_params["pe_sentence"] == "a b"


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
    ],
)
def test_bad_values_in_the_address_fall_back(open_page, shown, address):
    app = open_page("positional_encoding", **address)
    assert not app.exception
    torch.testing.assert_close(shown["pe"].values, positional_encoding(50, 128))


@pytest.mark.parametrize("kind", ["sinusoidal", "index", "normalized_index"])
@pytest.mark.parametrize(
    "pin", ["pe.24.5", "products.3.8", "embedding.1.3", "encoding.1.3", "input.1.3"]
)
def test_one_box_explains_the_pinned_number(open_page, shown, explained, pin, kind):
    matrix, row, col = pin.split(".")
    app = open_page("positional_encoding", pe_pin=pin, pe_kind=kind, pe_d_model="16")
    assert not app.exception
    (title,) = explained
    assert number_in(title) == pytest.approx(float(shown[matrix].values[int(row), int(col)]), 1e-3)


def test_without_a_pin_a_number_of_the_picture_is_explained(open_page, explained):
    open_page("positional_encoding")
    assert [title.partition(" = ")[0] for title in explained] == ["PE[ 24, 20 ]"]
    explained.clear()
    open_page("positional_encoding", pe_seq_len="3", pe_d_model="2")
    assert [title.partition(" = ")[0] for title in explained] == ["PE[ 2, 1 ]"]


@pytest.mark.parametrize("pin", ["products.60.60", "input.9.0", "embedding.0.500"])
def test_a_pin_outside_its_matrix_does_no_harm(open_page, explained, pin):
    assert not open_page("positional_encoding", pe_pin=pin).exception
    assert len(explained) == 1


@pytest.mark.parametrize(
    ("way", "pin", "title"),
    [
        ("products@3.8~pe@3.0", "pe.3.0", "PE[ 3, 0 ]"),
        ("input@1.3~encoding@1.3", "", "PE[ dog, 3 ]"),
    ],
)
def test_the_address_holds_the_way_to_a_number(open_page, explained, way, pin, title):
    open_page("positional_encoding", pe_trail=way, pe_pin=pin)
    assert [one.partition(" = ")[0] for one in explained] == [title]
