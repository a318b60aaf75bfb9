"""Your sentence: what a trained model looks at while it writes each word."""

import streamlit as st

from pages.your_sentence.arithmetic import show_weight
from pages.your_sentence.code import hugging_face_code, your_sentence_code
from pages.your_sentence.panels import (
    hugging_face_attentions,
    read_places,
    show_hidden,
    show_step,
    show_translation,
    step_buttons,
    write_places,
    writing_controls,
)
from pages.your_sentence.pretrained import Attentions
from pages.your_sentence.setting import (
    COMBINATIONS,
    EXAMPLES,
    KINDS,
    MODELS,
    ORDERS,
    Writing,
    Written,
    read_english,
    written_by,
)
from pages.your_sentence.views import LINK, Looking, SentenceViews
from ui.picture.matrix_view import Break, Pin
from ui.shell.page import Page
from ui.state import controls
from ui.state.url_state import UrlValue, number_between

page = Page.open("your_sentence", "ys", "")
text = page.text
off = UrlValue("ys_off", frozenset(), read_places, write_places)
hidden = UrlValue("ys_hidden", frozenset(), read_places, write_places)
layer = UrlValue("ys_layer", 99, number_between(1, 99))
step = UrlValue("ys_step", 0, number_between(0, 128))
pins = UrlValue("ys_pins", "", str)
ALL_STEPS = 128


def use(name: str) -> None:
    page.hold(sentence=EXAMPLES[name], model="translator", writing="greedy")
    hidden.set(frozenset())
    step.set(0)
    pins.set("")
    page.pin_by_hand("")


def open_tile(pinned: str, order: list[tuple[int, int]], heads: int) -> None:
    """A cell pinned in a tile opens its head alone, and is pinned there."""
    pin = Pin.parse(pinned)
    if pin and pin.matrix == "all_heads":
        opened, head = order[pin.tile]
        layer.set(opened + 1)
        off.set(frozenset(range(heads)) - {head})
        pinned = f"weights.{pin.row}.{pin.col}"
    page.pin_by_hand(pinned)


def looking_controls(attentions: Attentions, written: Written | None) -> tuple[Looking, bool, bool]:
    """What to look at: the kind of attention, the layer, the heads together or each.

    Then, of our own model, whether the true alignment, where what was `written` has one, and the
    untrained model are shown as well.
    """
    kinds = [kind for kind in KINDS if kind in attentions.kinds]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = controls.choice(page, "kind", KINDS, "cross") if len(kinds) == 3 else kinds[0]
        layers, heads = getattr(attentions, kind).shape[:2]
        opened = controls.stepped(page, "layer", range(1, layers + 1), layer) if layers > 1 else 1
        combination = controls.choice(page, "combination", COMBINATIONS, "average")
        threshold = controls.number(page, "threshold", 0, 50, 5, step=5, width=130)
        has_alignment = written is not None and written.is_reference and kind == "cross"
        aligned = has_alignment and controls.toggle(page, "aligned", False)
        beside = written is not None and controls.toggle(page, "beside", False)
    on = tuple(head for head in range(heads) if head not in off.get()) or tuple(range(heads))
    return Looking(kind, opened - 1, on, combination, threshold / 100), aligned, beside


def pictures(attentions: Attentions, written: Written | None, sentence: str, steps: int) -> Looking:
    """Lines and matrix side by side, then every head small; one selection runs through all."""
    looking, aligned, beside = looking_controls(attentions, written)
    alignment = written.alignment if written is not None else None
    views = SentenceViews(page, attentions, looking, steps, alignment, laid_over=aligned)
    items = [views.large()]
    if beside:
        target = Writing("forced", forced=written.forced, ends=written.ended)
        other = written_by("untrained", sentence, hidden.get(), target).attentions
        untrained = SentenceViews(page, other, looking, steps, alignment, laid_over=aligned)
        items += [Break(), untrained.large("untrained", text("untrained_beside"))]
    notes = [] if written is None else written.percents()
    heads = getattr(attentions, looking.kind).size(1)
    left, right = st.columns([4, 5], gap="large")
    with left:
        views.lines(
            notes,
            pins.get(),
            pins.set,
            lambda on: off.set(frozenset(range(heads)) - frozenset(on)),
        )
    with right:
        page.matrices(items, link=LINK)
    if written is not None:
        show_weight(page, written, looking, views)
    page.section("heads")
    order = controls.choice(page, "order", ORDERS, "layer")
    in_order = views.ordered(order)
    if order != "layer" and order not in views.figures():
        st.caption(text("heads.not_sorted"))
    page.matrices(
        views.tiles(order),
        name="heads",
        hint="",
        link=LINK,
        on_pin=lambda pinned: open_tile(pinned, in_order, heads),
    )
    return looking


@st.fragment
def workbench() -> None:
    page.presets({name: lambda name=name: use(name) for name in EXAMPLES})
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        sentence = controls.typed(page, "sentence", EXAMPLES["yesterday"], read_english)
        hidden.end_with(sentence)
        model = controls.choice(page, "model", MODELS, "translator")
        if model != "hugging_face":
            written = written_by(model, sentence, hidden.get(), Writing())
            writing = writing_controls(page, sentence, written)
    if model == "hugging_face":
        attentions, name, target = hugging_face_attentions(page, sentence)
        if attentions is not None:
            looking = pictures(attentions, None, sentence, ALL_STEPS)
            heads = getattr(attentions, looking.kind).size(1)
            page.pytorch(lambda: hugging_face_code(sentence, name, target, looking, heads=heads))
            return
        model, writing = "translator", Writing()
    written = written_by(model, sentence, hidden.get(), writing)
    if model == "untrained":
        page.untrained(written.seed)

    count = len(written.attentions.predicted)
    shown = min(step.get(), count) or count
    show_translation(page, written)
    step_buttons(page, written, step, shown)
    looking = pictures(written.attentions, written, sentence, shown)
    show_step(page, written, shown - 1)
    show_hidden(page, written, hidden, model, sentence, writing)
    page.try_this(
        {
            "hide": lambda: hidden.set(frozenset({len(written.recognition.tokens) - 1})),
            "one_head": lambda: off.set(frozenset({1, 2, 3})),
            "untrained": lambda: page.set(beside=True),
        }
    )
    page.pytorch(
        lambda: your_sentence_code(written, model, sentence, writing, looking, steps=shown)
    )


workbench()
