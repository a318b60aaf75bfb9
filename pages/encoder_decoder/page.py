"""The whole encoder-decoder: its figure, the tensors of each block, its output and loss."""

import streamlit as st

from pages.encoder_decoder.code import encoder_decoder_code
from pages.encoder_decoder.diagram import Diagram, first_block, is_block, layer_of, read_block
from pages.encoder_decoder.model_diagram import model_diagram
from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.panels import (
    count_summary,
    pinned_cell,
    show_depth,
    show_likeliest,
    show_loss,
)
from pages.encoder_decoder.places import place_of
from pages.encoder_decoder.setting import (
    MOST_COMPUTED,
    PRESETS,
    Sizes,
    computation_of,
    counts_of,
    read_sentences,
    run,
    shapes_of,
)
from pages.encoder_decoder.views import BlockViews
from transformer_core import split_words
from transformer_core.explain.computation import Cell
from ui.explain.explanation import show_explanation
from ui.picture.matrix_view import Pin
from ui.shell.page import Page
from ui.state import controls
from ui.state.typed_input import InputError, read_sentence
from ui.state.url_state import UrlValue

MOST_WORDS = 32
DEFAULT = PRESETS["tiny"]

page = Page.open("encoder_decoder", "ed", "")
POST_NORM = r"\mathrm{LayerNorm}\big(x+\mathrm{Sublayer}(x)\big)"
PRE_NORM = r"x+\mathrm{Sublayer}\big(\mathrm{LayerNorm}(x)\big)"
text = page.text
page.keep_in_sight("arithmetic")
block = UrlValue("ed_block", "encoder.layers.0.self_attention", read_block)


def use(name: str) -> None:
    sizes = PRESETS[name]
    page.set(
        num_layers=sizes.num_layers,
        d_model=sizes.d_model,
        num_heads=sizes.num_heads,
        d_ff=sizes.d_ff,
        vocab_size=sizes.vocab_size,
        dropout=sizes.dropout,
        shared=sizes.shared,
    )


def choose(chosen: str) -> None:
    block.set(first_block(chosen))
    page.pin_by_hand("")


def open_head(pinned: str) -> None:
    """A cell pinned in a tile is pinned in its head, which is shown large."""
    pin = Pin.parse(pinned)
    if pin and pin.matrix == "all_heads":
        page.set(head=pin.tile + 1)
        pinned = f"weights.{pin.row}.{pin.col}"
    page.pin_by_hand(pinned)


def open_cell(cell: Cell, norm_first: bool) -> None:
    """Open the block in which a cell was made, and pin it there. Parameters stand in none."""
    place = place_of(cell, norm_first)
    if place is None:
        page.set_pin("")
        return
    block.set(place.block)
    if place.head is not None:
        page.set(head=place.head + 1)
    page.set_pin(place.pinned)


def read_sizes() -> Sizes:
    """The sizes of the controls, or the last good ones with a message."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        typed = Sizes(
            *(
                controls.number(page, name, 0, 10_000_000, getattr(DEFAULT, name), width=128)
                for name in ("num_layers", "d_model", "num_heads", "d_ff", "vocab_size")
            ),
            controls.number(page, "dropout", 0.0, 0.9, DEFAULT.dropout, step=0.05, width=128),
            controls.toggle(page, "shared", DEFAULT.shared),
        )
    try:
        st.session_state["ed_good_sizes"] = typed.checked()
    except InputError as error:
        st.error(text(f"errors.{error.name}", **error.values))
    return st.session_state.get("ed_good_sizes", DEFAULT)


def read_both_sentences(sizes: Sizes):
    """Source and target, or the last good ones with a message."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        source, target = (
            controls.typed(
                page,
                name,
                text(f"controls.{name}_default"),
                lambda typed: read_sentence(typed, split_words, limit=MOST_WORDS),
            )
            for name in ("source", "target")
        )
        padding = controls.number(page, "padding", 0, 8, 1, width=128)
        seed = controls.number(page, "seed", 0, 9999, 5, width=128)
    try:
        sentences = read_sentences(source, target, padding, sizes.vocab_size)
    except InputError as error:
        st.error(text(f"errors.{error.name}", **error.values))
        return None, seed
    return sentences, seed


@st.fragment
def workbench() -> None:
    presets = st.container()
    sizes = read_sizes()
    with presets:
        active = next((name for name, preset in PRESETS.items() if preset == sizes), None)
        page.presets({name: lambda name=name: use(name) for name in PRESETS}, active=active)
    sentences, seed = read_both_sentences(sizes)
    row, equation = page.row_with_equation()
    with row:
        norm_first = controls.choice(page, "norm", ("post", "pre"), "post") == "pre"
        dropping = controls.toggle(page, "dropping", False)
        dropout_seed = (
            controls.number(page, "dropout_seed", 0, 9999, 0, width=128) if dropping else None
        )
        smoothing = controls.number(page, "label_smoothing", 0.0, 0.9, 0.1, step=0.05, width=128)
        page.untrained(seed)
    equation.latex(PRE_NORM if norm_first else POST_NORM)
    if sentences is None:
        return

    chosen = block.get() if is_block(block.get(), sizes, norm_first) else block.default
    counts = counts_of(sizes, norm_first)
    shapes = shapes_of(sizes, norm_first, sentences.src_ids.size(1), sentences.tgt_ids.size(1))
    figure, tensors = st.columns([9, 11], gap="large")
    with figure:
        count_summary(page, sizes, norm_first)
        diagram = Diagram(text, sizes, counts, shapes, norm_first, layer_of(chosen) or 0)
        model_diagram(diagram.columns(), selected=chosen, key="ed_diagram", on_choose=choose)
    fits = sum(counts.values()) <= MOST_COMPUTED
    with tensors:
        if not fits:
            st.info(text("not_computed", limit=f"{MOST_COMPUTED:,}"), icon=":material/straighten:")
            return
        records = run(sizes, norm_first, seed, sentences, dropout_seed)
        computation = computation_of(sizes, norm_first, seed, sentences, records, smoothing)
        views = BlockViews(page, computation, sentences, norm_first)
        head = 0
        st.markdown(f"**{text('opened', block=chosen)}**")
        if chosen.endswith("attention"):
            head = min(controls.number(page, "head", 1, 64, 1, width=128), sizes.num_heads) - 1
        page.matrices(views.items(chosen, head), name="tensors", on_pin=open_head)
    show_explanation(
        page,
        computation,
        pinned_cell(page, computation, chosen, head, norm_first),
        EncoderDecoderNaming(text, sentences, norm_first),
        lambda cell: open_cell(cell, norm_first),
    )

    page.section("output")
    if dropping:
        without = run(sizes, norm_first, seed, sentences, None)["logits"]
        difference = float((records["logits"] - without).abs().max())
        st.markdown(text("output.dropout_difference", difference=f"{difference:.4f}"))
    show_likeliest(page, records["logits"], sentences)
    show_loss(page, records["logits"], sentences.targets, smoothing)

    page.section("depth", about="about_one" if sizes.d_model == 1 else "about")
    other = run(sizes, not norm_first, seed, sentences, dropout_seed)
    show_depth(page, *((other, records) if norm_first else (records, other)))

    page.try_this(
        {
            "norm": lambda: page.hold(norm="post" if norm_first else "pre"),
            "padding": lambda: page.set(padding=4),
            "cross": lambda: choose("decoder.layers.0.cross_attention"),
        }
    )
    page.pytorch(
        lambda: encoder_decoder_code(sizes, norm_first, seed, sentences, dropout_seed, smoothing)
    )


workbench()
