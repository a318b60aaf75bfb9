"""Find the mistake: the wrong picture first, and what it was only once it is found."""

from pages.mistakes.comparing import Compared
from pages.mistakes.curves import wrong_figure
from pages.mistakes.quiz import Question
from pages.mistakes.setting import SHOWN, MistakeSetting
from pages.mistakes.views import LOOKS, wrong_items
from ui.answer.parts import Board, Chip, Chips, Columns, Curves, Note, Part
from ui.shell.language import Text


def asking(text: Text, setting: MistakeSetting, asked: Question, shown: Compared) -> list[Part]:
    """The wrong picture beside the mistakes to choose from, and a way to give up."""
    question: list[Part] = [Note(f"**{text('quiz.ask')}**"), _options(text, setting, asked)]
    if setting.said:
        question.append(Note(_sign(text, asked, setting.said.option), "bad"))
    show = Chip.to(text("quiz.show"), setting.saying(SHOWN))
    question.append(Chips("next", [show, _next(text, setting)]))
    return [Columns("asked", [[_wrong_picture(text, shown)], question])]


def verdict(text: Text, setting: MistakeSetting, asked: Question, shown: Compared) -> list[Part]:
    """Which mistake it was, and the next question."""
    was_shown = setting.said is not None and setting.said.option == SHOWN
    kind = "shown" if was_shown else "right"
    said = text(f"quiz.{kind}", mistake=text(f"mistake.{asked.mistake}"))
    return [Note(said, "info" if was_shown else "good"), Chips("next", [_next(text, setting)])]


def _wrong_picture(text: Text, shown: Compared) -> Part:
    """Only what came out: no name, no line, no test."""
    if shown.name in LOOKS:
        items = wrong_items(text, shown.name, shown.comparison)
        return Board("asked", items, text("matrix_view.hint_asked"))
    figure = wrong_figure(shown.name, shown.comparison, shown.sizes)
    return Curves("asked_curve", figure, text("quiz.ask"))


def _options(text: Text, setting: MistakeSetting, asked: Question) -> Chips:
    chosen = setting.said.option if setting.said else None
    chips = [
        Chip.to(text(f"mistake.{name}"), setting.saying(option), is_on=option == chosen)
        for option, name in enumerate(asked.options, 1)
    ]
    return Chips("options", chips)


def _sign(text: Text, asked: Question, option: int) -> str:
    """What tells the picture from that of a wrong answer, and nothing of the right one."""
    kind = "sign" if asked.mistake in LOOKS else "sign_curve"
    return text("quiz.wrong", sign=text(f"{kind}.{asked.options[option - 1]}"))


def _next(text: Text, setting: MistakeSetting) -> Chip:
    return Chip.to(text("quiz.next"), setting.going_on())
