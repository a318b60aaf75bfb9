"""Positional encoding: the heatmap, its waves, the sum with an embedding, four properties."""

import streamlit as st
from torch import Tensor

from pages.positional_encoding.arithmetic import (
    encoding_board,
    encoding_computation,
    show_encoding_arithmetic,
    sum_board,
    sum_computation,
)
from pages.positional_encoding.code import encoding_code
from pages.positional_encoding.setting import (
    BASES,
    D_MODELS,
    KINDS,
    SEQ_LENS,
    EncodingSetting,
    embedded_input,
    read_dimensions,
)
from pages.positional_encoding.views import (
    about_products,
    about_waves,
    dot_product_items,
    encoding_picture,
    input_items,
    repeated_words_note,
    show_properties,
    wave_chart,
)
from transformer_core import split_words
from transformer_core.explain.computation import Cell
from ui.picture.pictures import ahead
from ui.picture.word_labels import word_labels
from ui.shell.page import Page
from ui.state import controls
from ui.state.typed_input import read_sentence

MOST_PRODUCTS = 256

page = Page.open("positional_encoding", "pe", "")
text = page.text

EQUATIONS = {
    "sinusoidal": r"\begin{aligned}PE_{(pos,\,2i)}&=\sin\big(pos/base^{2i/d_{model}}\big)\\"
    r"PE_{(pos,\,2i+1)}&=\cos\big(pos/base^{2i/d_{model}}\big)\end{aligned}",
    "index": r"PE_{(pos,\,i)} = pos",
    "normalized_index": r"PE_{(pos,\,i)} = pos \,/\, \max(length - 1,\,1)",
}

PRESETS = {
    "paper_picture": EncodingSetting("sinusoidal", 50, 128, 10_000.0),
    "ten_by_six": EncodingSetting("sinusoidal", 10, 6, 10_000.0),
    "student": EncodingSetting("sinusoidal", 4, 4, 10_000.0),
    "base_100": EncodingSetting("sinusoidal", 50, 128, 100.0),
    "index": EncodingSetting("index", 50, 128, 10_000.0),
    "normalized_index": EncodingSetting("normalized_index", 50, 128, 10_000.0),
}


def use(name: str) -> None:
    setting = PRESETS[name]
    page.set(seq_len=setting.seq_len, d_model=setting.d_model, base=setting.base)
    page.hold(kind=setting.kind)
    if name == "student":
        page.hold(sentence="I am a student")


def chosen_base(kind: str) -> float:
    """Only waves have a base; an index keeps the one that they had."""
    if kind == "sinusoidal":
        return controls.number(page, "base", *BASES, 10_000.0, step=100.0, width=150)
    return controls.held_number(page, "base", *BASES, 10_000.0)


@st.fragment
def workbench() -> None:
    page.followed.begin()
    above = st.container()
    row, equation = page.row_with_equation()
    with row:
        kind = controls.choice(page, "kind", KINDS, "sinusoidal")
    equation.latex(EQUATIONS[kind])
    with st.container(horizontal=True, gap="medium"):
        seq_len = controls.slider(page, "seq_len", *SEQ_LENS, 50)
        d_model = controls.slider(page, "d_model", *D_MODELS, 128)
        base = chosen_base(kind)
    setting = EncodingSetting(kind, seq_len, d_model, base)
    encoding = setting.encode(seq_len)
    page.followed.hand_on(setting=setting, encoding=encoding)
    page.matrices(
        encoding_picture(page, setting),
        name="heatmap",
        ahead=ahead(page, setting, "seq_len", "d_model", "base"),
    )
    with above:
        active = next((name for name, preset in PRESETS.items() if preset == setting), None)
        page.presets({name: lambda name=name: use(name) for name in PRESETS}, active=active)


def pin_here(pinned: str) -> None:
    """A pin in what follows takes away the heatmap's, which has to hear of that."""
    if page.pinned("pe"):
        page.followed.ask_for_all()
    page.pin_by_hand(pinned)


def make_odd() -> None:
    page.set(d_model=7, seq_len=20)
    page.hold(kind="sinusoidal")


def waves_part(setting: EncodingSetting) -> None:
    page.section("waves", about=about_waves(setting))
    chosen = controls.typed(page, "dimensions", "0, 10, 20, 40", read_dimensions)
    shown = [dimension for dimension in chosen if dimension < setting.d_model]
    if len(shown) < len(chosen):
        st.caption(text("waves.outside", last=setting.d_model - 1))
    shown = shown or [setting.d_model - 1]
    lengths = setting.wavelengths(shown) if setting.is_sinusoidal else None
    st.plotly_chart(
        wave_chart(page, *setting.waves(shown), shown, lengths),
        key=page.key("waves"),
        config={"displayModeBar": False},
    )


def products_part(setting: EncodingSetting, products: Tensor) -> None:
    page.section("products", about=about_products(setting))
    if setting.seq_len > MOST_PRODUCTS:
        st.caption(text("products.first", count=MOST_PRODUCTS))
    page.matrices(dot_product_items(page, products), name="products", hint="", on_pin=pin_here)


def sentence_part(setting: EncodingSetting) -> None:
    page.section("sum")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = controls.typed(
            page,
            "sentence",
            text("controls.sentence_default"),
            lambda typed: read_sentence(typed, split_words),
        )
        seed = controls.number(page, "seed", 0, 9999, 7, width=130)
        page.untrained(seed)
    parts = embedded_input(words, setting, seed)
    labels = word_labels(words)
    page.matrices(input_items(page, *parts, labels), name="sum", hint="", on_pin=pin_here)
    computation, board = sum_computation(setting, *parts), sum_board(text, labels)
    show_encoding_arithmetic(page, "sum", computation, board, Cell("input", (0, 0)))
    repeated_words_note(page, words, parts[2])


def what_follows(setting: EncodingSetting, encoding: Tensor) -> None:
    some = encoding[:MOST_PRODUCTS]
    products = some @ some.T
    explained = encoding_computation(setting, encoding, products), encoding_board()
    first = Cell("pe", (min(24, setting.seq_len - 1), min(20, setting.d_model - 1)))
    show_encoding_arithmetic(page, "heatmap", *explained, first)
    show_properties(page, setting)
    left, right = st.columns([3, 2], gap="large")
    with left:
        waves_part(setting)
    with right:
        products_part(setting, products)
    show_encoding_arithmetic(page, "products", *explained, Cell("products", (0, 0)))
    sentence_part(setting)
    page.try_this(
        {
            "odd": make_odd,
            "base_100": lambda: use("base_100"),
            "normalized_index": lambda: use("normalized_index"),
        }
    )
    page.pytorch(lambda: encoding_code(setting))


workbench()
page.followed.show(what_follows)
