"""The self-attention page's answer to a setting: the attention weights, and each word's output."""

from dataclasses import replace

from pages.self_attention.arithmetic import (
    row_looked_at,
    selection_now,
    self_attention_arithmetic,
    self_attention_board,
    self_attention_computation,
)
from pages.self_attention.code import self_attention_programs
from pages.self_attention.printed import as_printed
from pages.self_attention.setting import HEADS, NOTEBOOK, SelfAttentionSetting
from pages.self_attention.views import SelfAttentionViews
from pages.translator.link import trained_heads
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.attention_notes import bits_notes
from ui.answer.chips import presets, suggestions
from ui.answer.parts import Board, Chips, Code, Heading, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic, exact, percent
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

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
    trained = trained_heads(text, text(f"trained.{setting.view}"), setting.sentence)
    parts: list[Part] = [board, Note(_why_itself(text, setting)), trained]
    symbols = "plain" if setting.view == "plain" else "weighted"
    return [*parts, *bits_notes(text, items), Note(text(f"symbols.{symbols}"), "quiet")]


def _why_itself(text: Text, setting: SelfAttentionSetting) -> str:
    """State how much of a word's output is its own vector, and why."""
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


def _embedding(text: Text, setting: SelfAttentionSetting) -> list[Part]:
    items = SelfAttentionViews(text, setting).embedding()
    if not items:
        return []
    return [Heading(text("notebook.embedding")), Board("embedding", items, link=LINK)]


def _printed(text: Text, state: State[SelfAttentionSetting]) -> list[Part]:
    setting = state.setting
    word = row_looked_at(setting, state.selection)
    about = text("notebook.printed_word", word=setting.labels[word])
    return [Heading(text("notebook.printed"), about), Code(as_printed(setting, word))]


def _chips(text: Text, setting: SelfAttentionSetting) -> list[Chips]:
    notebook = setting.with_values(sentence=NOTEBOOK, seed=123, view="plain", word=1, head=2)
    own = setting.with_values(sentence=text("controls.sentence_own"), word=1)
    suggested = {
        "weights": (setting.with_values(view="weighted"), ""),
        "heads": (setting.with_values(view="heads"), ""),
        "reorder": (setting.with_values(sentence=" ".join(reversed(setting.words))), ""),
    }
    given = {"notebook": notebook, "own": own}
    return [presets(text, setting, given), suggestions(text, setting, suggested)]


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
    if setting.view == "heads":
        drawn = {f"weights, head {head + 1}": f"weights[{head}]" for head in range(HEADS)}
    return Program(text, "self_attention", *self_attention_programs(setting), drawn=drawn)


PAGE = PageAnswer(
    SelfAttentionSetting,
    answer,
    pinned=pinned,
    followed=followed,
    normalised=normalised,
    tensors=lambda setting: self_attention_computation(setting).tensors,
)
