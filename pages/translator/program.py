"""The translator's program, for the pages that print it."""

from pages.translator.code import torch_code, your_sentence_code
from pages.translator.decoding import DecodedSentence
from pages.translator.head_choice import HeadChoice
from pages.translator.setting import SentenceSetting
from ui.answer.program import Program
from ui.words.language import Text

DRAWN = {"weights": "weights"}


def translator_program(
    text: Text, setting: SentenceSetting, written: DecodedSentence, choice: HeadChoice, steps: int
) -> Program:
    """Print what the translator writes and attends to in the first steps, by torch and the core."""
    model, how, edits = setting.own_model, setting.how, setting.edits
    return Program(
        text,
        "translation",
        torch_code(written, model, how.way == "greedy", choice, steps, edits),
        your_sentence_code(written, model, setting.own_sentence, how, choice, steps, edits),
        DRAWN,
    )
