"""A forward of a run's model of today's parts, as the maps of other people's models take one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pages.training.forward import Forward
from pages.whole_model.sentences import Sentences
from transformer_core.explain.assembled.computation import ModelInputs
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Tokens
from transformer_lab.learning import RunConfig
from transformer_lab.vocabulary import Vocabulary
from ui.models.board.forward import BoardForward
from ui.models.board.naming import BoardNaming
from ui.models.board.texts import board_strings
from ui.words.language import Text, text_of

PAGE = "overview"
"""The page whose texts the map of any model has."""


@dataclass(frozen=True, eq=False)
class RunBoard:
    """What `BoardNaming` and `board_strings` read of a `BoardForward`."""

    config: RunConfig
    sentences: Sentences
    given: ModelInputs
    computation: Computation

    @property
    def labels(self) -> dict[Tokens, list[str]]:
        return {"src": list(self.sentences.src_names), "tgt": list(self.sentences.tgt_names)}

    def token(self, number: int, side: Tokens) -> str:
        """The name of a token of a side's vocabulary."""
        task = self.config.the_task
        vocabulary: Vocabulary = task.source if side == "src" else task.target
        return vocabulary.tokens[number]


def run_board(config: RunConfig, forward: Forward, sentences: Sentences) -> BoardForward:
    """A forward of a run, its tokens named as in `sentences`."""
    assert forward.given is not None
    return cast(BoardForward, RunBoard(config, sentences, forward.given, forward.computation))


def strings_of(language: str, board: BoardForward) -> Mapping[str, Any]:
    """The texts of the map."""
    return board_strings(text_of(PAGE, language), board)


def naming_of(text: Text, board: BoardForward) -> BoardNaming:
    """Names the numbers of a forward."""
    words = text_of(PAGE, text.language)
    return BoardNaming(words, board, strings_of(text.language, board)["tensors"])
