"""Multi-head attention in five steps: project, split, attend, concatenate, project back."""

from collections.abc import Callable

import streamlit as st

from pages.multi_head_attention.arithmetic import show_arithmetic
from pages.multi_head_attention.code import multi_head_attention_code
from pages.multi_head_attention.setting import (
    MASKS,
    MOST_EDITABLE,
    MOST_HEADS,
    MOST_WORDS,
    PRESETS,
    PROJECTIONS,
    WIDTHS,
    MultiHeadRun,
    MultiHeadSetting,
    divisors,
    more_heads,
    read_changes,
    read_heads,
    read_width,
    read_words,
    whole,
    write_heads,
)
from pages.multi_head_attention.views import MultiHeadViews
from transformer_core import split_words
from ui.picture.attention import empty_rows_note
from ui.picture.matrix_view import Pin
from ui.picture.matrix_view.matrix import Item
from ui.picture.what_changed import what_changed
from ui.shell.page import Page
from ui.state import controls
from ui.state.cells import write_edits
from ui.state.history import KeptHistory, shown_as, way_switches
from ui.state.url_state import UrlValue

page = Page.open(
    "multi_head_attention",
    "mh",
    r"\begin{aligned}\mathrm{MultiHead}&=\mathrm{Concat}(head_1,\dots,head_h)\,W^O\\"
    r"head_i&=\mathrm{Attention}(XW^Q_i,\,XW^K_i,\,XW^V_i)\end{aligned}",
)
text = page.text
width = UrlValue("mh_d_model", PRESETS["small"][0], read_width)
heads = UrlValue("mh_num_heads", PRESETS["small"][1], whole(1, MOST_HEADS))
page.keep_in_sight("arithmetic")
opened = UrlValue("mh_head", 0, whole(0, MOST_HEADS - 1))
off = UrlValue("mh_off", frozenset(), read_heads, write_heads)
edits = UrlValue("mh_edits", {}, read_changes, write_edits)
shown = shown_as(page, "changed")
sentence = UrlValue("mh_sentence", text("controls.sentence_default"), str)


def use(name: str) -> None:
    width.set(PRESETS[name][0])
    heads.set(PRESETS[name][1])
    off.set(frozenset())


def put_back(setting: MultiHeadSetting) -> None:
    """Bring every control to a setting."""
    width.set(setting.d_model)
    heads.set(setting.num_heads)
    off.set(setting.off)
    if setting.d_model <= MOST_EDITABLE:
        edits.set(setting.edits)
    page.set(seed=setting.seed)
    page.hold(mask=setting.mask_kind)
    if split_words(sentence.get()) != list(setting.words):
        page.hold(sentence=" ".join(setting.words))
    if setting.mask_kind == "padding":
        page.set(padding=setting.padding)


history = KeptHistory(page, put_back)


def change(change: dict) -> None:
    edits.set(edits.get() | {(change["matrix"], change["row"], change["col"]): change["value"]})


def draw(
    part: Callable[[MultiHeadViews], list[Item]],
    views: MultiHeadViews,
    before: MultiHeadViews | None,
    **options: str,
) -> None:
    """One of the page's boards; while there is a `before`, as the difference to that."""
    items = part(views)
    if before is not None:
        items = what_changed(text, items, part(before))
    page.matrices(items, on_pin=open_head, on_change=change, **options)


def views_before(head: int) -> MultiHeadViews | None:
    """The matrices before the last change, where the page is to show what that did."""
    setting = history.previous if shown.get() == "changed" else None
    if setting is None:
        return None
    return MultiHeadViews(page, MultiHeadRun(setting), min(head, setting.num_heads - 1))


def open_head(pinned: str) -> None:
    """A cell pinned in a tile is pinned in its head, which is shown large."""
    pin = Pin.parse(pinned)
    letters = {f"{name}_heads": letter for name, (letter, _) in PROJECTIONS.items()}
    names = letters | {"heads": "weights", "outputs_heads": "output"}
    if pin and pin.matrix in names:
        opened.set(pin.tile)
        pinned = f"{names[pin.matrix]}.{pin.row}.{pin.col}"
    page.pin_by_hand(pinned)


def try_these(run: MultiHeadRun) -> None:
    """The changes that would change something."""
    d_model, num_heads = run.setting.d_model, run.setting.num_heads
    more, strongest = more_heads(d_model, num_heads), run.strongest()
    actions = {}
    if num_heads > 1:
        actions["one_head"] = lambda: heads.set(1)
    if strongest is not None:
        actions["strongest"] = lambda: off.set(run.off | {strongest})
    if more:
        actions["more_heads"] = lambda: heads.set(more)
    if run.off:
        actions["all_on"] = lambda: off.set(frozenset())
    page.try_this(actions)


@st.fragment
def workbench() -> None:
    presets = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = controls.typed(page, "sentence", text("controls.sentence_default"), read_words)
        seed = controls.number(page, "seed", 0, 9999, 7, width=130)
        page.untrained(seed)
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        d_model = controls.stepped(page, "d_model", WIDTHS, width)
        num_heads = controls.stepped(page, "num_heads", divisors(d_model), heads)
        mask = controls.choice(page, "mask", MASKS, "none")
        padding = 0
        if mask == "padding":
            padding = controls.number(page, "padding", 0, MOST_WORDS, 2, width=130)
        head = controls.stepped(page, "head", range(num_heads), opened) if num_heads > 1 else 0
    if heads.get() != num_heads:
        st.info(text("not_divisible", d_model=d_model, wanted=heads.get(), num_heads=num_heads))
    with presets:
        sizes = (d_model, num_heads)
        active = next((name for name, preset in PRESETS.items() if preset == sizes), None)
        page.presets({name: lambda name=name: use(name) for name in PRESETS}, active=active)

    changes = edits.get() if d_model <= MOST_EDITABLE else {}
    setting = MultiHeadSetting(
        tuple(words), d_model, num_heads, seed, mask, padding, off.get(), changes
    )
    history.record(setting)
    run, before = MultiHeadRun(setting), views_before(head)
    views = MultiHeadViews(page, run, head)

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        history.buttons(reset if changes else None)
        way_switches(page, "changed")
    if shown.get() == "changed" and before is None:
        st.markdown(f":gray[{text('change.nothing_yet')}]")
    draw(MultiHeadViews.project_and_split, views, before, name="split", hint="")
    how = "hint_changed" if before else hint(setting)
    draw(MultiHeadViews.attend, views, before, name="attend", hint=how)
    views.show_comparison()
    empty_rows_note(page, run.head(head), setting.labels)

    controls.switches(page, "heads", views.shares(), off)
    views.show_lost_share()
    draw(MultiHeadViews.concatenate_and_project, views, before, name="output", hint="")
    show_arithmetic(page, run, head)
    try_these(run)
    page.pytorch(
        lambda: multi_head_attention_code(
            setting.ids(),
            (d_model, num_heads),
            (seed, setting.embedding_seed),
            mask,
            padding,
            sorted(run.off),
            changes,
        )
    )


def reset() -> None:
    edits.set({})


def hint(setting: MultiHeadSetting) -> str:
    """What the line under the matrices says."""
    return "hint_weights" if setting.d_model <= MOST_EDITABLE else "hint"


workbench()
