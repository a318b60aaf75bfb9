"""What the overview shows of a setting: a whole attention on the typed sentence, live."""

from dataclasses import replace

from pages.overview.arithmetic import overview_arithmetic, overview_board
from pages.overview.code import overview_code
from pages.overview.setting import SEEDS, OverviewSetting, repeated, turned
from pages.overview.views import between_items, live_items
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.chips import tries
from ui.answer.parts import Arithmetic, Board, Chips, Code, Heading, Part
from ui.shell.language import Text
from ui.state.address import State

LINK = "overview"
"""The boards of this page light up together."""


def answer(state: State[OverviewSetting], text: Text) -> Answer:
    setting = state.setting

    def arithmetic() -> list[Arithmetic]:
        return [overview_arithmetic(text, setting, state.place)]

    return Answer(
        {
            "chips": Area(lambda: [_tries(text, setting)]),
            "picture": Area(lambda: _picture(text, setting)),
            "between": Area(lambda: _between(text, setting)),
            "arithmetic": Area(arithmetic, follows_pin=True),
        },
        {"pytorch": Area(lambda: [Code(overview_code(setting))])},
    )


def _picture(text: Text, setting: OverviewSetting) -> list[Part]:
    return [Board("live", live_items(text, setting), text("matrix_view.hint"), LINK)]


def _between(text: Text, setting: OverviewSetting) -> list[Part]:
    heading = Heading(text("between.title"), text("between.about"))
    return [heading, Board("between", between_items(text, setting), link=LINK)]


def _tries(text: Text, setting: OverviewSetting) -> Chips:
    worth = {
        "repeat": setting.having(sentence=repeated(setting.words)),
        "turn": setting.having(sentence=turned(setting.words)),
        "reseed": setting.having(seed=(setting.seed + 1) % SEEDS),
    }
    return tries(text, setting, {name: (target, "") for name, target in worth.items()})


def followed(state: State[OverviewSetting], cell: Cell, text: Text) -> State[OverviewSetting]:
    """Pin the cell to which a person went on; where no matrix shows it, the pin stays."""
    there = overview_board(text, state.setting).pinned(cell)
    return replace(state, place=replace(state.place, pin=there or state.place.pin))


PAGE = PageAnswer(OverviewSetting, answer, followed=followed)
