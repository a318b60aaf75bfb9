"""The answer of the page about what attention does not say: weights next to what counts."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from torch import Tensor

from pages.attention_limits.arithmetic import followed, limits_arithmetic, limits_computation
from pages.attention_limits.cases import CASES, answered, case
from pages.attention_limits.code import limits_program
from pages.attention_limits.compared import row_of
from pages.attention_limits.findings import Findings
from pages.attention_limits.setting import KINDS, LimitsSetting
from pages.attention_limits.views import LimitsViews
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer, unpinned
from ui.answer.carried import Carried
from ui.answer.chips import suggestions
from ui.answer.links import page_address
from ui.answer.parts import Board, Chip, Chips, Heading, Link, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

LINK = "attention_limits"
"""The boards of this page are highlighted together."""
NOTE = 112
"""The height of a note of four lines, which no sentence of usual words exceeds."""
LOOKED_AT = {"importance": "token_change", "value": "share", "sink": "length"}
"""The matrix to look at for each question."""
SHOWN = ("length", "share", "probability", "token_change", "translation_change")


def answer(state: State[LimitsSetting], text: Text) -> Answer:
    state = normalised(state)
    setting = state.setting

    def arithmetic() -> list[Arithmetic]:
        return [limits_arithmetic(text, setting, state.selection, _explained(setting))]

    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting)),
            "arithmetic": Area(arithmetic, follows_pin=True),
        },
        {
            "findings": Area(lambda: _findings(text, setting)),
            "rows": Area(lambda: _rows(text, setting)),
            "pytorch": Area(lambda: [Program(text, "attention_limits", "", limits_program(setting),
                                             drawn={"weights": "weight[None]"})]),
        },
        "sum",
    )  # fmt: skip


def _explained(setting: LimitsSetting) -> Cell:
    """What is explained where nothing is pinned: the largest change of the token."""
    return Cell("token_change", (row_of(setting).decisive, 0))


def _picture(text: Text, setting: LimitsSetting) -> list[Part]:
    items = LimitsViews(text, setting).items()
    return [
        Board("words", items, text("hint"), LINK, room_below=NOTE),
        Note(getattr(Findings(text, setting), _asked(setting))(), "info"),
    ]


def _asked(setting: LimitsSetting) -> str:
    """The question that this row answers; the first one where it answers none."""
    return next((name for name in CASES if case(setting, name) == setting), "importance")


def _findings(text: Text, setting: LimitsSetting) -> list[Part]:
    """What else the numbers say of this row, and of many sentences."""
    found = Findings(text, setting)
    told = _asked(setting)
    others = [found.most_and_least(), found.order()]
    others += [getattr(found, name)() for name in CASES if name != told]
    counted = found.everywhere()
    return [
        Heading(text("findings")),
        *(Note(one) for one in others if one),
        *([Note(counted, "quiet")] if counted else []),
        _without(text, setting, found.row.decisive),
        Note(found.about(), "quiet"),
    ]


def _without(text: Text, setting: LimitsSetting, word: int) -> Link:
    """What the translator writes without a word: its own page shows every number of that."""
    values = {"sentence": setting.sentence, "hidden": frozenset({word})}
    label = with_gloss(setting.keys_in(text.language)[word])
    about, link = text("without.about"), text("without.link", word=label)
    return Link(about, link, page_address("your_sentence", text.language, values))


def _rows(text: Text, setting: LimitsSetting) -> list[Part]:
    items, hint = LimitsViews(text, setting).all_weights(), f"rows_hint.{setting.shown_kind}"
    return [Heading(text("all_rows")), Board("rows", items, text(hint), LINK)]


def _chips(text: Text, setting: LimitsSetting) -> list[Part]:
    return [_questions(text, setting), _suggestions(text, setting)]


def _questions(text: Text, setting: LimitsSetting) -> Chips:
    """Each question with the row that answers it best, in another sentence where this one does not
    answer it.
    """
    found = {name: answered(setting.with_values(ask=name)) for name in CASES}
    chips = [
        Chip.to(
            text(f"ask.{name}"),
            target,
            hint=text(f"watch.{name}"),
            is_on=target == setting,
        )
        for name, target in found.items()
    ]
    return Chips("questions", chips, text("ask.title"), look="suggestions")


def _pin_for(setting: LimitsSetting, question: str) -> str:
    """The cell that a question is about: of the word that is looked at most, or whose weight says
    too much of what it passes on.
    """
    row = row_of(setting)
    word = row.shortest_changed if question == "value" else row.most
    return f"{LOOKED_AT[question]}.{word}.0"


def _suggestions(text: Text, setting: LimitsSetting) -> Chips:
    """Hide the words in the other of the two places."""
    place = "head" if setting.hide == "everywhere" else "everywhere"
    return suggestions(text, setting, {f"hide_{place}": (setting.with_values(hide=place), "")})


def normalised(state: State[LimitsSetting]) -> State[LimitsSetting]:
    """Show the row that answers the question of a link, with the cell that it is about."""
    question = state.setting.ask
    if not question:
        return state
    setting = answered(state.setting)
    pin = state.selection.pin or _pin_for(setting, question)
    return replace(state, setting=setting, selection=replace(state.selection, pin=pin))


def pinned(state: State[LimitsSetting], pin: str) -> State[LimitsSetting]:
    """Pin a cell; one among all rows opens its row."""
    found = Pin.parse(pin)
    if found is None or found.matrix != "all":
        return replace(state, selection=Selection(pin))
    field = "token" if state.setting.shown_kind == "cross" else "word"
    opened = state.setting.with_values(**{field: found.row})
    return replace(state, setting=opened, selection=Selection(f"weight.{found.col}.0"))


def _tensors(setting: LimitsSetting) -> Mapping[str, Tensor]:
    """The weights of all heads, the measures of each word, and the row of the weights and the
    order as they are drawn.
    """
    computation, row = limits_computation(setting), row_of(setting)
    names = (setting.trained.names["weights"], *SHOWN)
    found = {name: computation.tensors[name] for name in names}
    return {**found, "weight": row.weight[:, None], "order": row.places.float()}


def gives(state: State[LimitsSetting]) -> Carried:
    setting = state.setting
    return Carried(setting.sentence, kind=setting.kind, layer=setting.shown_layer + 1,
                   head=setting.shown_head + 1)  # fmt: skip


def takes(carried: Carried) -> dict[str, object]:
    taken: dict[str, object] = {"sentence": carried.sentence} if carried.sentence else {}
    if carried.kind in KINDS and carried.layer:
        taken |= {"kind": carried.kind, "layer": carried.layer - 1}
        taken |= {"head": carried.head - 1} if carried.head else {}
    return taken


PAGE = PageAnswer(
    LimitsSetting,
    answer,
    pinned=pinned,
    followed=followed,
    opened=normalised,
    normalised=normalised,
    tensors=_tensors,
    questions={name: unpinned(partial(LimitsSetting.with_values, ask=name)) for name in CASES},
    gives=gives,
    takes=takes,
)
