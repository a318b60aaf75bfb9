"""Find the mistake: the wrong picture first, and its explanation once it is found."""

from pages.mistakes.comparing import Compared
from pages.mistakes.curves import wrong_figure
from pages.mistakes.quiz import Question
from pages.mistakes.setting import SHOWN, MistakeSetting
from pages.mistakes.views import wrong_items
from transformer_lab.mistakes import MISTAKES
from ui.answer.parts import Board, Chip, Chips, Columns, Curves, Note, Part
from ui.words.language import Text


def asking(text: Text, setting: MistakeSetting, asked: Question, shown: Compared) -> list[Part]:
    """The wrong picture next to the options, and a button to give up."""
    question: list[Part] = [Note(f"**{text('quiz.ask')}**"), _options(text, setting, asked)]
    if setting.current_answer:
        question.append(Note(_sign(text, asked, setting.current_answer.option), "bad"))
    show = Chip.to(text("quiz.show"), setting.answering(SHOWN))
    question.append(Chips("next", [show, _next(text, setting)]))
    return [Columns("asked", [[_wrong_picture(text, shown)], question])]


def verdict(text: Text, setting: MistakeSetting, asked: Question, shown: Compared) -> list[Part]:
    """The name of the mistake, and the next question."""
    was_shown = setting.current_answer is not None and setting.current_answer.option == SHOWN
    kind = "shown" if was_shown else "right"
    sentence = text(f"quiz.{kind}", mistake=text(f"mistake.{asked.mistake}"))
    return [Note(sentence, "info" if was_shown else "good"), Chips("next", [_next(text, setting)])]


def _wrong_picture(text: Text, shown: Compared) -> Part:
    """The wrong result only: no name, no line of code, no test."""
    if shown.mistake.picture:
        items = wrong_items(text, shown.mistake, shown.comparison)
        return Board("asked", items, text("matrix_view.hint_asked"))
    figure = wrong_figure(shown.mistake, shown.comparison, shown.sizes)
    return Curves("asked_curve", figure, text("quiz.ask"))


def _options(text: Text, setting: MistakeSetting, asked: Question) -> Chips:
    chosen = setting.current_answer.option if setting.current_answer else None
    chips = [
        Chip.to(text(f"mistake.{name}"), setting.answering(option), is_on=option == chosen)
        for option, name in enumerate(asked.options, 1)
    ]
    return Chips("options", chips, look="answers")


def _sign(text: Text, asked: Question, option: int) -> str:
    """How the picture differs from that of the wrong option, without hinting at the right one."""
    kind = "sign" if MISTAKES[asked.mistake].picture else "sign_curve"
    return text("quiz.wrong", sign=text(f"{kind}.{asked.options[option - 1]}"))


def _next(text: Text, setting: MistakeSetting) -> Chip:
    return Chip.to(text("quiz.next"), setting.going_on())
