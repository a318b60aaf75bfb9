"""The mistakes page's answer: right, wrong and their difference, or a question of the quiz."""

import inspect
from collections.abc import Mapping

from torch import Tensor

from pages.mistakes.arithmetic import mistake_arithmetic, most_different
from pages.mistakes.code import mistake_code, torch_code
from pages.mistakes.comparing import Compared, compared
from pages.mistakes.curves import comparison_figure
from pages.mistakes.quiz import Question, question_of
from pages.mistakes.quiz_views import asking, verdict
from pages.mistakes.sentences import sentence
from pages.mistakes.setting import MistakeSetting, Sizes
from pages.mistakes.views import comparison_items
from transformer_lab.mistakes import MISTAKES
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.attention_notes import bits_notes
from ui.answer.chips import preset_menu, suggestion_row
from ui.answer.parts import Board, Chip, Chips, Code, Columns, Curves, Heading, Note, Part
from ui.answer.program import Program
from ui.state.address import Selection, State
from ui.words.language import Text


def answer(state: State[MistakeSetting], text: Text) -> Answer:
    setting = state.setting
    if not setting.quiz:
        shown = compared(setting.mistake, setting.sizes)
        chips = Area(lambda: [_mistakes(text, setting), _tries(text, setting)])
        picture = Area(lambda: _picture(text, shown))
        return _explained(text, shown, state.selection, chips, picture)
    asked = question_of(setting)
    shown = compared(asked.mistake, asked.sizes)
    if asked.is_over(setting.current_answer):
        told = verdict(text, setting, asked, shown)
        watch = Note(text(f"watch.{shown.name}"))
        picture = Area(lambda: [*told, *_picture(text, shown), watch])
        return _explained(text, shown, state.selection, _nothing(), picture)
    return _asked(text, setting, asked, shown)


def _explained(
    text: Text, shown: Compared, selection: Selection, chips: Area, picture: Area
) -> Answer:
    """A mistake with its explanation."""
    return Answer(
        {
            "chips": chips,
            "picture": picture,
            "fault": Area(lambda: _fault(text, shown)),
            "arithmetic": Area(
                lambda: [mistake_arithmetic(text, shown, selection)], follows_pin=True
            ),
        },
        {
            "growth": Area(lambda: _growth(text, shown)),
            "pytorch": Area(lambda: [_program(text, shown.name, shown.sizes)]),
        },
        equation_of(shown.name),
    )


def _asked(text: Text, setting: MistakeSetting, asked: Question, shown: Compared) -> Answer:
    """Only the wrong result and the options to choose from: nothing may give the answer away."""
    first = dict.fromkeys(("chips", "picture", "fault", "arithmetic"), _nothing())
    first["picture"] = Area(lambda: asking(text, setting, asked, shown))
    later = {"growth": _nothing(), "pytorch": Area(lambda: [Note(text("quiz.no_code"), "quiet")])}
    return Answer(first, later)


def _nothing() -> Area:
    return Area(list)


def equation_of(name: str) -> str:
    """The key of the equation that a mistake breaks; two mistakes may share one."""
    equation = MISTAKES[name].equation
    return next(one for one in MISTAKES if MISTAKES[one].equation == equation)


def _mistakes(text: Text, setting: MistakeSetting) -> Chips:
    """All mistakes by topic; the chosen one says what to look at."""
    chips = [
        Chip.to(
            text(f"presets.{name}"),
            setting.with_values(mistake=name),
            hint=text(f"watch.{name}"),
            is_on=name == setting.mistake,
            group=text(f"groups.{mistake.topic}"),
        )
        for name, mistake in MISTAKES.items()
    ]
    return preset_menu(chips, text("menu"))


def _tries(text: Text, setting: MistakeSetting) -> Chips:
    chips = []
    for what, sizes in MISTAKES[setting.mistake].suggestions.items():
        target = setting.with_values(**sizes)
        watch = text(f"watch_try.{setting.mistake}_{what}")
        chips.append(Chip.to(text(f"try.{what}"), target, hint=watch, is_on=target == setting))
    return suggestion_row(text, chips)


def _picture(text: Text, shown: Compared) -> list[Part]:
    about = sentence(text, "about", shown)
    if not shown.mistake.picture:
        return [*_curves(text, shown), Note(about, "quiet")]
    items = comparison_items(text, shown.mistake, shown.comparison)
    means = [note.text for note in bits_notes(text, items)]
    hint = " ".join([about, *means, text("matrix_view.hint_mistakes")])
    if not shown.mistake.about:
        return [Board("compared", items, hint)]
    row, col = most_different(shown)
    return [Board("compared", items, hint, explained=f"difference.{row}.{col}")]


def _curves(text: Text, shown: Compared) -> list[Curves]:
    figure = comparison_figure(text, shown.mistake, shown.comparison, shown.sizes)
    return [Curves("compared_curves", figure, text(f"mistake.{shown.name}"))]


def _growth(text: Text, shown: Compared) -> list[Part]:
    """The curves of a mistake that also has matrices: its effect as a size grows."""
    if not (shown.mistake.curve and shown.mistake.picture):
        return []
    about = sentence(text, "growth", shown)
    return [Heading(text(f"growth_title.{shown.name}"), about), *_curves(text, shown)]


def _fault(text: Text, shown: Compared) -> list[Part]:
    """The mistake's effect, the faulty line next to the right one, and the test."""
    mistake = shown.mistake
    given, *results = shown.comparison
    lines: list[Part] = []
    for side, result in zip(("right", "wrong"), results, strict=True):
        passes = mistake.passes(result, given)
        title = text(f"line.{side}_{'passes' if passes else 'fails'}")
        lines.append(Code(getattr(mistake.lines, side), title, "good" if passes else "bad"))
    test = Code(inspect.getsource(mistake.test).rstrip(), text("test.title"))
    return [
        Heading(text(f"mistake.{shown.name}")),
        Note(sentence(text, "effect", shown)),
        Columns("fault", [lines[::-1], [test]]),
    ]


def _program(text: Text, name: str, sizes: Sizes) -> Program:
    drawn = {text(f"matrices.{side}"): side for side in ("right", "wrong")}
    return Program(text, name, torch_code(name, sizes), mistake_code(name, sizes), drawn)


def _tensors(setting: MistakeSetting) -> Mapping[str, Tensor]:
    """Both results and the tensors they were computed from; empty during the quiz."""
    if setting.quiz:
        return {}
    return compared(setting.mistake, setting.sizes).computation.tensors


def known(setting: MistakeSetting, text: Text) -> str:
    """What the mistake that is shown teaches; while the quiz asks, what all of them do."""
    name = setting.mistake
    if setting.quiz:
        asked = question_of(setting)
        name = asked.mistake if asked.is_over(setting.current_answer) else ""
    return text(f"known.{name}" if name else "corridor.known")


PAGE = PageAnswer(
    MistakeSetting,
    answer,
    tensors=_tensors,
    presets={name: {"mistake": name} for name in MISTAKES},
    known=known,
)
