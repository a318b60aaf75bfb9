"""The positional-encoding page under Streamlit: its controls reach the setting."""

import pytest

from pages.positional_encoding.setting import EncodingSetting
from ui.words.language import text_of


def setting(app) -> EncodingSetting:
    return app.session_state["workbench.pe"].history.state


def test_opens_in_both_languages_and_every_control_moves(open_page, language):
    app = open_page("positional_encoding", language)
    assert not app.exception
    assert app.title[0].value == text_of("positional_encoding", language)("title")
    app.select_slider(key="pe_seq_len").set_value(2048).run()
    app.select_slider(key="pe_d_model").set_value(7).run()
    app.number_input(key="pe_base").set_value(100.0).run()
    app.number_input(key="pe_seed_more").set_value(1).run()
    app.text_input(key="pe_dimensions_more").set_value("0 6 100").run()
    now = setting(app)
    assert (now.seq_len, now.d_model, now.base, now.seed) == (2048, 7, 100.0, 1)
    assert now.chosen == [0, 6]
    for kind in ("index", "normalized_index", "sinusoidal"):
        app.segmented_control(key="pe_kind").set_value(kind).run()
        assert not app.exception
        assert setting(app).kind == kind
        bases = [number for number in app.number_input if number.key == "pe_base"]
        assert bool(bases) is (kind == "sinusoidal")


def test_a_size_between_two_steps_of_its_slider_is_one_of_its_places(open_page):
    app = open_page("positional_encoding", pe_seq_len="1001")
    slider = app.select_slider(key="pe_seq_len_1001")
    assert slider.value == setting(app).seq_len == 1001
    slider.set_value(1024).run()
    assert setting(app).seq_len == 1024
    # It stays, also when it is left: another slider would be drawn under the moving hand.
    app.select_slider(key="pe_seq_len_1001").set_value(1001).run()
    assert setting(app).seq_len == 1001


@pytest.mark.parametrize(
    ("below", "message"),
    [
        ("waves", ["ignored.sentence"]),
        ("sum", ["ignored.dimensions"]),
        ("learned", ["ignored.dimensions"]),
        ("products", ["ignored.dimensions", "ignored.sentence"]),
    ],
)
def test_a_control_of_a_closed_tab_says_which_one_it_belongs_to(
    open_page, language, below, message
):
    app = open_page("positional_encoding", language, pe_below=below)
    text = text_of("positional_encoding", language)
    tab = text(f"below.{below}")
    assert [one.value for one in app.caption] == [text(name, tab=tab) for name in message]


def test_an_address_that_pins_below_the_heatmap_opens_that_tab(open_page):
    assert setting(open_page("positional_encoding", pe_pin="input.0.1")).below == "sum"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("sentence", ""),
        ("sentence", "w " * 10_000),
        ("dimensions", "zero"),
        ("dimensions", ""),
        ("dimensions", "1 2 3 4 5 6 7"),
        ("dimensions", "NaN"),
        ("dimensions", "-1"),
    ],
)
def test_bad_text_is_said_and_the_last_good_one_stays(open_page, language, field, text):
    app = open_page("positional_encoding", language, pe_sentence="a b", pe_dimensions="0,1")
    app.text_input(key=f"pe_{field}_more").set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert (setting(app).words, setting(app).chosen) == (("a", "b"), [0, 1])


LATER = {
    "learned": {"trained_len": 9, "positions": 24, "d_k": 16},
    "rotary": {"moved_by": 100, "positions": 24, "trained_len": 1, "d_k": 16, "base": 1.0},
    "alibi": {"head": 7, "num_heads": 16, "positions": 1},
    "relative": {"num_buckets": 32, "head": 7, "max_distance": 128, "positions": 24},
    "none": {"d_k": 2},
}


@pytest.mark.sampled
@pytest.mark.parametrize("way", LATER)
def test_every_control_of_a_later_way_moves_to_its_end(open_page, language, way):
    app = open_page("positional_encoding", language, pe_kind="later", pe_way=way)
    assert not app.exception
    for name, value in LATER[way].items():
        drawn = [
            one
            for kind in (app.slider, app.select_slider, app.number_input)
            for one in kind
            if one.key and one.key.removesuffix("_more").startswith(f"pe_{name}")
        ]
        (control,) = drawn
        control.set_value(value).run()
        assert not app.exception
        assert getattr(setting(app), name) == value
    app.segmented_control(key="pe_kind").set_value("sinusoidal").run()
    assert not app.exception and setting(app).kind == "sinusoidal"
