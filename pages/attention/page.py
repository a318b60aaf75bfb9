"""Attention: Q, K and V to edit, every step as a matrix."""

from functools import partial

import streamlit as st

from pages.attention.arithmetic import show_setting_arithmetic
from pages.attention.code import attention_code
from pages.attention.comparison import (
    HELD,
    AttentionView,
    attention_picture,
    read_setting,
    show_difference,
    shown_pin,
    write_setting,
)
from pages.attention.projections import show_detached
from pages.attention.setting import (
    EXAMPLES,
    INPUTS,
    MASKS,
    SEEDED,
    SEEDS,
    SOURCES,
    AttentionSetting,
    example_sizes,
)
from transformer_core import split_words
from ui.picture.attention import empty_rows_note
from ui.picture.pictures import ahead
from ui.picture.what_changed import what_changed
from ui.shell.page import Page
from ui.state import controls
from ui.state.cells import painted, read_cells, read_edits, write_cells, write_edits
from ui.state.history import KeptHistory, shown_as, way_switches
from ui.state.paste import paste_field
from ui.state.typed_input import MAX_SIZE, read_sentence
from ui.state.url_state import UrlValue, one_of

WAYS = ("changed", "compare")
page = Page.open("attention", "at", "")
text = page.text
source = UrlValue("at_source", "three_queries", one_of(SOURCES))
edits = UrlValue("at_edits", {}, partial(read_edits, matrices=INPUTS), write_edits)
held = UrlValue("at_held", None, read_setting, write_setting)
shown = shown_as(page, *WAYS)
sentence = UrlValue("at_sentence", text("controls.sentence_default"), str)
cells = UrlValue("at_cells", frozenset(), read_cells, write_cells)


def choose(name: str, **values: object) -> None:
    source.set(name)
    edits.set({})
    page.set_pin("")
    page.set(**(example_sizes(name) if name in EXAMPLES else {}), **values)


def change(change: dict) -> None:
    if change["matrix"] == "mask":
        cells.set(painted(cells.get(), change))
        return
    # K is shown transposed.
    row, col = (
        (change["col"], change["row"])
        if change["matrix"] == "K"
        else (change["row"], change["col"])
    )
    edits.set(edits.get() | {(change["matrix"], row, col): change["value"]})


def use(setting: AttentionSetting) -> None:
    """Bring every control to a setting."""
    source.set(setting.source)
    edits.set(setting.edits)
    page.set(d_k=setting.d_k, d_v=setting.d_v, scaling=setting.scaled)
    page.hold(mask=setting.mask_kind)
    if setting.source == "sentence" and split_words(sentence.get()) != list(setting.words):
        page.hold(sentence=" ".join(setting.words))
    if setting.source != "sentence":
        page.set(queries=setting.queries, keys=setting.keys)
    if setting.source in SEEDED:
        page.set(seed=setting.seed)
    if setting.mask_kind == "padding":
        page.set(padding=setting.padding)
    if setting.mask_kind == "painted":
        cells.set(setting.painted)


history = KeptHistory(page, use)


def sized_controls(kind: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """The sizes and, where the source is a sentence, its words."""
    words: tuple[str, ...] = ()
    if kind == "sentence":
        default = page.text("controls.sentence_default")
        read = partial(read_sentence, split=split_words, limit=MAX_SIZE)
        words = tuple(controls.typed(page, "sentence", default, read))
        sizes = {"queries": len(words), "keys": len(words)}
    else:
        sizes = {
            name: controls.number(page, name, 1, MAX_SIZE, value, width=110)
            for name, value in (("queries", 3), ("keys", 4))
        }
    for name, value in (("d_k", 3), ("d_v", 2)):
        sizes[name] = controls.number(page, name, 1, MAX_SIZE, value, width=110)
    return sizes, words


def attention_equation(*, masked: bool, scaled: bool) -> str:
    """What is computed here (section 3.2.1, equation 1), as LaTeX."""
    scores = r"QK^{T}/\sqrt{d_k}" if scaled else "QK^{T}"
    return rf"\mathrm{{softmax}}\big({scores}{' + M' if masked else ''}\big)\,V"


@st.fragment
def workbench() -> None:
    page.followed.begin()
    kind = source.get()
    page.presets({name: lambda name=name: choose(name) for name in SOURCES}, active=kind)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        sizes, words = sized_controls(kind)
        seed = 11
        if kind in SEEDED:
            seed = controls.number(page, "seed", *SEEDS, 11, width=120)
            page.untrained(seed)
    row, equation = page.row_with_equation()
    with row:
        mask_kind = controls.choice(page, "mask", MASKS, "none")
        padding = 0
        if mask_kind == "padding":
            padding = controls.number(page, "padding", 0, MAX_SIZE, 1, width=130)
        scaled = controls.toggle(page, "scaling", True)
    equation.latex(attention_equation(masked=mask_kind != "none", scaled=scaled))
    setting = AttentionSetting(
        kind,
        **sizes,
        seed=seed,
        words=words,
        edits=edits.get(),
        mask_kind=mask_kind,
        padding=padding,
        painted=cells.get() if mask_kind == "painted" else frozenset(),
        scaled=scaled,
    )
    history.record(setting)
    if shown.get() == "compare" and held.get() is None:
        held.set(setting)
    view = AttentionView(setting, held.get() if shown.get() == "compare" else None)
    shown_pin(page, view)
    page.followed.hand_on(view=view)
    before = history.previous if shown.get() == "changed" else None
    items = attention_picture(page, view)
    if before is not None:
        items = what_changed(text, items, attention_picture(page, AttentionView(before)))
    page.matrices(
        items,
        hint=hint(view, changed=before is not None),
        # A picture ahead of the page would not know what will be the state before.
        ahead=None
        if before is not None
        else ahead(page, view, "seed", "queries", "keys", "d_k", "d_v", "padding"),
        on_change=change,
    )


def hint(view: AttentionView, *, changed: bool) -> str:
    """What the line under the matrices says."""
    if changed or view.held is not None:
        return "hint_changed" if changed else "hint_compare"
    if view.setting.mask_kind == "painted":
        return "hint_paint"
    return "hint_edit_sentence" if view.setting.source == "sentence" else "hint_edit"


def what_follows(view: AttentionView) -> None:
    setting = view.setting
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        history.buttons(reset if setting.edits or setting.painted else None)
        way_switches(page, *WAYS, on_change=lambda _: held.set(None))
        if view.held is not None:
            st.button(text("hold"), help=text("hold_help"), key="at_hold", on_click=hold)
        paste_field(page, ("Q", "K", "V"), lambda name, rows: use(setting.with_matrix(name, rows)))
    if shown.get() == "changed" and history.previous is None:
        st.markdown(f":gray[{text('change.nothing_yet')}]")
    show_detached(page, setting, lambda attached: edits.set(attached.edits))
    if view.held is not None:
        show_difference(page, view)
    empty_rows_note(page, setting.steps(), setting.labels)
    pin = page.pinned()
    if view.held is not None and pin is not None and pin.matrix.startswith(HELD):
        show_setting_arithmetic(page, view.held, HELD)
    else:
        show_setting_arithmetic(page, setting)
    page.try_this(
        {
            "scaling": lambda: page.set(scaling=not setting.scaled),
            "hide_future": lambda: page.hold(mask="look_ahead"),
            "same_keys": lambda: edits.set(setting.with_equal_keys().edits),
        }
    )
    page.pytorch(lambda: attention_code(*setting.matrices(), setting.mask, setting.scale))


def hold() -> None:
    held.set(history.now.state)
    page.followed.ask_for_all()


def reset() -> None:
    edits.set({})
    cells.set(frozenset())


workbench()
page.followed.show(what_follows)
