"""The self-attention page's answer to a setting: the attention weights, and each word's output."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from torch import Tensor

from pages.self_attention.arithmetic import (
    row_looked_at,
    selection_now,
    self_attention_arithmetic,
    self_attention_board,
    self_attention_computation,
)
from pages.self_attention.code import self_attention_programs
from pages.self_attention.printed import as_printed
from pages.self_attention.setting import LAST_LAYER, NOTEBOOK, SelfAttentionSetting
from pages.self_attention.trained import trained_tensors
from pages.self_attention.views import SelfAttentionViews
from pages.translator.link import all_heads, trained_heads
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.attention_notes import bits_notes
from ui.answer.carried import Carried
from ui.answer.chips import presets, suggestions, untrained
from ui.answer.parts import Board, Code, Heading, Link, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic, exact, percent
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

TRAINED: dict[str, Any] = {
    "sentence": NOTEBOOK,
    "source": "trained",
    "stack": "encoder",
    "layer": LAST_LAYER,
    "view": "heads",
    "word": 1,
    "head": 2,
}
LINK = "self_attention"
"""The boards of this page are highlighted together."""


def answer(state: State[SelfAttentionSetting], text: Text) -> Answer:
    setting = state.setting

    def arithmetic() -> list[Arithmetic]:
        return [self_attention_arithmetic(text, setting, state.selection)]

    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting)),
            "arithmetic": Area(arithmetic, follows_pin=True),
        },
        {
            "embedding": Area(lambda: _embedding(text, setting)),
            "printed": Area(lambda: _printed(text, state), follows_pin=True),
            "pytorch": Area(lambda: [_program(text, setting)]),
        },
        "plain" if setting.view == "plain" else "weighted",
    )


def _picture(text: Text, setting: SelfAttentionSetting) -> list[Part]:
    items = SelfAttentionViews(text, setting).items()
    board = Board("attention", items, text("matrix_view.hint"), LINK)
    return [
        board,
        Note(_why_itself(text, setting)),
        _other_heads(text, setting),
        *bits_notes(text, items),
        Note(_symbols(text, setting), "quiet"),
    ]


def _other_heads(text: Text, setting: SelfAttentionSetting) -> Link:
    """From random numbers to trained heads; from trained ones to all heads of the translator."""
    if not setting.is_trained:
        return trained_heads(text, text(f"trained.{setting.view}"), setting.sentence)
    where = text(f"stack.{setting.stack}").lower()
    layer = setting.shown_layer + 1
    about = text(
        "trained.shown",
        stack=where,
        layer=layer,
        written=setting.trained.written.translation.written,
    )
    return all_heads(text, about, setting.sentence, setting.trained.kind, layer)


def _symbols(text: Text, setting: SelfAttentionSetting) -> str:
    view = "plain" if setting.view == "plain" else "weighted"
    if not setting.is_trained:
        return text(f"symbols.{view}")
    name = "trained_plain" if view == "plain" else "trained"
    return text(f"symbols.{name}", d=setting.d, d_model=setting.X.size(1))


def _why_itself(text: Text, setting: SelfAttentionSetting) -> str:
    """State how much of a word's output is its own vector, and why."""
    if setting.is_trained:
        return _how_much_itself(text, setting)
    same, words = setting.same_words, len(setting.words)
    plain, now = (
        percent(float((weights * same).sum() / words))
        for weights in (setting.plain_steps.weights, setting.alpha)
    )
    if bool(same.all()):
        return text("itself.alone")
    if setting.view != "plain":
        head = {"head": setting.head + 1} if setting.view == "heads" else {}
        return text(f"itself.{setting.view}", now=now, plain=plain, **head)
    products = setting.plain_steps.scores
    own, others = products[same].mean(), products[~same].mean()
    figures = {"own": exact(float(own), 1), "others": exact(float(others), 1)}
    return text("itself.plain", now=now, **figures)


def _how_much_itself(text: Text, setting: SelfAttentionSetting) -> str:
    """State how much of a token's output comes from the same token, with the trained numbers."""
    same, tokens = setting.same_words, len(setting.X)
    if bool(same.all()):
        return text("itself.alone_trained")
    plain, now = (
        percent(float((weights * same).sum() / tokens))
        for weights in (setting.plain_steps.weights, setting.alpha)
    )
    if setting.view == "plain":
        return text("itself.trained_plain", now=now)
    return text("itself.trained", now=now, plain=plain, head=setting.shown_head + 1)


def _embedding(text: Text, setting: SelfAttentionSetting) -> list[Part]:
    items = SelfAttentionViews(text, setting).embedding()
    if not items:
        return []
    heading = text("notebook.input" if setting.is_trained else "notebook.embedding")
    return [Heading(heading), Board("embedding", items, link=LINK)]


def _printed(text: Text, state: State[SelfAttentionSetting]) -> list[Part]:
    setting = state.setting
    if setting.is_trained:
        return []
    word = row_looked_at(setting, state.selection)
    about = text("notebook.printed_word", word=setting.labels[word])
    return [Heading(text("notebook.printed"), about), Code(as_printed(setting, word))]


def _chips(text: Text, setting: SelfAttentionSetting) -> list[Part]:
    trained = setting.with_values(**TRAINED)
    random = setting.with_values(source="random")
    notebook = random.with_values(sentence=NOTEBOOK, seed=123, view="plain", word=1, head=2)
    own = random.with_values(sentence=text("controls.sentence_own"), word=1)
    given = {"trained": trained, "notebook": notebook, "own": own}
    suggested = {name: (target, "") for name, target in _suggested(setting).items()}
    badge = [] if setting.is_trained else [untrained(text, setting.seed)]
    return [
        presets(text, setting, given),
        *badge,
        suggestions(text, setting, suggested),
    ]


def _suggested(setting: SelfAttentionSetting) -> dict[str, SelfAttentionSetting]:
    """Changes worth trying: of the view, of the order, and of where the numbers come from."""
    views = {"weights": "weighted", "heads": "heads"}
    if setting.is_trained:
        views = {"plain": "plain", "one_head": "weighted", "all_heads": "heads"}
    found = {
        name: setting.with_values(view=view)
        for name, view in views.items()
        if view != setting.view or not setting.is_trained
    }
    turned = " ".join(reversed(setting.words))
    if not setting.is_trained:
        found["reorder"] = setting.with_values(sentence=turned)
        if setting.could_be_trained:
            found["trained"] = setting.with_values(source="trained")
        return found
    if turned != setting.sentence:
        found["reorder_trained"] = setting.with_values(sentence=turned)
    other = "encoder" if setting.stack == "decoder" else "decoder"
    found[other] = setting.with_values(stack=other)
    return found | {"random": setting.with_values(source="random")}


def pinned(state: State[SelfAttentionSetting], pin: str) -> State[SelfAttentionSetting]:
    """Pin a cell; one in a small matrix is pinned in its head, which is opened."""
    found = Pin.parse(pin)
    if found is None or found.matrix != "heads":
        return replace(state, selection=Selection(pin))
    opened = state.setting.with_values(head=found.tile)
    return replace(state, setting=opened, selection=Selection(f"weights.{found.row}.{found.col}"))


def followed(
    state: State[SelfAttentionSetting], cell: Cell, text: Text
) -> State[SelfAttentionSetting]:
    """Pin the cell that the user followed a link to, if a matrix shows it."""
    there = self_attention_board(text, state.setting).pinned(cell)
    return replace(state, selection=replace(state.selection, pin=there or state.selection.pin))


def normalised(state: State[SelfAttentionSetting]) -> State[SelfAttentionSetting]:
    return replace(state, selection=selection_now(state.setting, state.selection))


def _program(text: Text, setting: SelfAttentionSetting) -> Program:
    drawn = {"weights": "weights"}
    if setting.view == "heads" or (setting.is_trained and setting.view != "plain"):
        heads = range(setting.num_heads)
        drawn = {f"weights, head {head + 1}": f"weights[{head}]" for head in heads}
    return Program(text, "self_attention", *self_attention_programs(setting), drawn=drawn)


def _tensors(setting: SelfAttentionSetting) -> Mapping[str, Tensor]:
    if setting.is_trained:
        return trained_tensors(setting)
    tensors = self_attention_computation(setting).tensors
    if setting.view != "heads":
        return tensors
    return {**tensors, "heads": setting.weighted_steps.weights}


def gives(state: State[SelfAttentionSetting]) -> Carried:
    setting = state.setting
    return Carried(setting.sentence, word=setting.row + 1)


def takes(carried: Carried) -> dict[str, object]:
    taken: dict[str, object] = {"sentence": carried.sentence} if carried.sentence else {}
    if carried.word:
        taken["word"] = carried.word - 1
    return taken


PAGE = PageAnswer(
    SelfAttentionSetting,
    answer,
    pinned=pinned,
    followed=followed,
    normalised=normalised,
    tensors=_tensors,
    gives=gives,
    takes=takes,
)
