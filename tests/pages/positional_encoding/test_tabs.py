"""What stands below the heatmap: waves, products, the sum on a sentence, the five properties."""

import math
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
import torch

from pages.positional_encoding.encoding import measured
from pages.positional_encoding.setting import TABS, EncodingSetting
from tests.pages.answers import Asked
from transformer_core import positional_encoding
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Board, Curves, Legend, Link, Note
from ui.picture.matrix_view import Break


def asked(language: str = "en", pin: str = "", **values) -> Asked:
    return Asked("positional_encoding", language, pin, **values)


def values(page: Asked, name: str) -> torch.Tensor:
    return torch.as_tensor(page.matrices[name].values)


KINDS_OF_CLAIMS = {
    ("sinusoidal", 10_000.0, 128): ("waves.about", "products.about"),
    ("sinusoidal", 1.0, 128): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000.0, 2): ("waves.about_one_speed", "products.about"),
    ("sinusoidal", 10_000.0, 7): ("waves.about", "products.about_odd"),
    ("index", 10_000.0, 128): ("waves.about_straight", "products.about_index"),
    ("normalized_index", 10_000.0, 7): ("waves.about_straight", "products.about_index"),
}


def notes_in(page: Asked, area: str) -> list[str]:
    return [note.text for note in page.all(Note, area)]


def waves(page: Asked) -> list[dict]:
    (curves,) = page.all(Curves, "waves")
    return list(curves.figure["data"])


@pytest.mark.parametrize("tab", TABS)
def test_one_tab_at_a_time_stands_below(language, tab):
    page = asked(language, pin="pe.3.4", below="waves" if tab != "waves" else "sum")
    page = page.pressed(page.chip(page.text(f"below.{tab}")))
    assert [one for one in TABS if page.parts(one)] == [tab]
    assert page.state.selection.pin == "pe.3.4"
    assert EncodingSetting.views() == ["below"]


def test_the_slow_properties_are_measured_only_where_they_are_looked_at():
    measured.cache_clear()
    page = asked(seq_len=33, d_model=9)
    PageHandler("positional_encoding", "en").encoded(page.state)
    PageHandler("positional_encoding", "en").encoded(page.state, list(page.answer.later))
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
    assert kept.state.selection.pin == "pe.24.6"
    assert kept.pressed(kept.offered(page.text("waves.remove"))).setting.chosen == [10, 20, 40, 6]
    full = asked(language, pin="pe.24.6", dimensions="1 2 3 4 5 7")
    alone = asked(language, dimensions="3")
    for one, label in ((full, "keep"), (alone, "remove")):
        with pytest.raises(StopIteration):
            one.offered(one.text(f"waves.{label}"))
    note = full.text("waves.full", limit=6, dimension=6)
    assert note in notes_in(full, "waves") and note not in notes_in(page, "waves")


def test_dimensions_that_are_not_there_are_left_out(language):
    page = asked(language, d_model=8, dimensions="0, 6, 100")
    assert page.text("waves.outside", last=7) in notes_in(page, "waves")
    assert page.setting.chosen == [0, 6]
    none = asked(language, d_model=3, dimensions="100 200")
    assert none.setting.chosen == [2]
    assert none.text("waves.all_outside", last=2) in notes_in(none, "waves")
    assert none.text("waves.outside", last=2) not in notes_in(none, "waves")
    assert page.text("waves.outside", last=127) not in notes_in(asked(language), "waves")


@pytest.mark.parametrize(
    ("kind", "seq_len", "name"),
    [
        ("sinusoidal", 4, ""),
        ("sinusoidal", 50, "length"),
        ("index", 3, "length"),
        ("normalized_index", 4, ""),
        ("normalized_index", 50, "length_divided"),
    ],
)
def test_the_sum_says_that_its_length_is_the_sentences(language, kind, seq_len, name):
    page = asked(language, below="sum", kind=kind, seq_len=seq_len, sentence="I am a student")
    found = [each for each in ("length", "length_divided")
             if page.text(f"sum.{each}", count=4) in notes_in(page, "sum")]  # fmt: skip
    assert found == ([name] if name else [])


@pytest.mark.parametrize(("kind", "d_model"), [
    ("sinusoidal", 1), ("sinusoidal", 2), ("sinusoidal", 3), ("index", 2),
])  # fmt: skip
def test_a_base_that_changes_nothing_is_said_to(language, kind, d_model):
    page = asked(language, kind=kind, d_model=d_model)
    is_said = page.text("ignored.base") in notes_in(page, "picture")
    is_same = bool((page.values("pe") == page.with_values(base=3.0).values("pe")).all())
    assert is_said == (is_same and kind == "sinusoidal") == (kind == "sinusoidal" and d_model <= 2)


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
    notes = notes_in(page, "sum")
    assert page.text("frame.untrained", seed=9) in notes
    summed = values(page, "input")
    distance = f"{float((summed[3] - summed[0]).norm()):.4f}"
    labels = {"first": "the (1)", "second": "the (4)"}
    assert page.text("sum.repeated", **labels, distance=distance) in notes
    assert len(notes_in(asked(language, below="sum", sentence="a b", seq_len=2), "sum")) == 2


@pytest.mark.parametrize(("d_model", "words", "lines"), [(128, 5, 3), (128, 40, 1), (16, 5, 1)])
def test_wide_sums_stand_under_one_another(d_model, words, lines):
    sentence = " ".join(f"w{place}" for place in range(words))
    (board,) = asked(below="sum", d_model=d_model, sentence=sentence).all(Board, "sum")
    assert sum(isinstance(item, Break) for item in board.items) == lines - 1


def test_products_are_the_encoding_with_itself():
    encoding = positional_encoding(20, 8)
    products = values(asked(below="products", seq_len=20, d_model=8), "products")
    torch.testing.assert_close(products, encoding @ encoding.T)


def test_only_the_first_products_are_shown_and_that_is_said(language):
    page = asked(language, below="products", seq_len=300, d_model=8)
    assert values(page, "products").shape == (256, 256)
    first = page.text("products.first", count=256)
    assert first in notes_in(page, "products")[0]
    assert first not in notes_in(asked(language, below="products"), "products")[0]


def verdicts(page: Asked) -> list[str]:
    return [note.tone for note in page.all(Note, "properties")]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("sinusoidal", ["good"] * 5),
        ("index", ["good", "good", "good", "bad", "bad"]),
        ("normalized_index", ["good", "bad", "good", "bad", "good"]),
    ],
)
def test_properties_tell_which_fail(language, kind, expected):
    assert verdicts(asked(language, below="properties", kind=kind)) == expected


@pytest.mark.parametrize(("seq_len", "d_model"), [(20, 7), (50, 127), (4, 1), (2048, 1023)])
def test_with_an_odd_width_the_page_says_that_no_shift_is_one_linear_map(seq_len, d_model):
    page = asked(below="properties", seq_len=seq_len, d_model=d_model)
    assert verdicts(page)[3] == "bad"
    assert "is off by up to" in notes_in(page, "properties")[3]


@pytest.mark.parametrize("seq_len", [1, 2, 50])
def test_values_that_grow_with_the_length_are_found_at_every_length(seq_len):
    kinds = {"index": "bad", "normalized_index": "good", "sinusoidal": "good"}
    for kind, verdict in kinds.items():
        assert verdicts(asked(below="properties", kind=kind, seq_len=seq_len))[4] == verdict


def test_with_one_position_nothing_is_said_of_two(language):
    page = asked(language, below="properties", seq_len=1)
    assert page.text("properties.one_position") in notes_in(page, "properties")[0]
    assert "None" not in "".join(notes_in(page, "properties"))
    assert verdicts(page)[0] == "good"


def test_equally_near_neighbours_are_not_named_as_two_positions():
    unique = notes_in(asked(below="properties"), "properties")[0]
    assert "any two positions 1 apart: distance 1.9526" in unique


@pytest.mark.parametrize(("setting", "claims"), KINDS_OF_CLAIMS.items())
def test_only_what_is_true_of_the_encoding_is_said(language, setting, claims):
    kind, base, d_model = setting
    found = []
    for tab in ("waves", "products"):
        page = asked(language, below=tab, kind=kind, base=base, d_model=d_model)
        names = [name for name in page.text if name.startswith(f"{tab}.about")]
        found += [name for name in names if page.text(name) in notes_in(page, tab)]
    assert tuple(found) == claims


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("embedding", ["random", "trained"])
def test_the_sum_leads_to_a_model_that_was_trained_on_concatenated_positions(language, embedding):
    page = asked(language, below="sum", embedding=embedding)
    (link,) = page.all(Link, "sum")
    address = dict(parse_qsl(urlsplit(link.address).query))
    opened = Asked.at("ablations", language, **address)
    assert (link.page, address["lang"]) == ("ablations", language)
    assert opened.setting.variant == "concatenated"
