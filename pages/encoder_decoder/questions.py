"""Questions of learners as presets: each opens the tab that answers it, at a picked number."""

from collections.abc import Callable
from dataclasses import asdict

from pages.encoder_decoder.setting import TINY, EncoderDecoderSetting
from pages.whole_model.sentences import needed_vocabulary
from transformer_core.explain.computation import Cell
from ui.explain.trail import write_trail

DEEP = 6
Question = Callable[[EncoderDecoderSetting], tuple[EncoderDecoderSetting, Cell]]


def _small(setting: EncoderDecoderSetting) -> EncoderDecoderSetting:
    """The same sentences in a model that is small enough to be trained."""
    needed = needed_vocabulary(setting.source_words, setting.target_words)
    sizes = asdict(TINY) | {"vocab_size": max(TINY.vocab_size, needed)}
    return setting.with_values(**sizes, dropping=False, reads="target")


def _shifted(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, Cell]:
    """The position whose label is the end token, with padding after it."""
    asked = setting if setting.is_computed else _small(setting)
    place = len(setting.target_words)
    return asked.with_values(padding=1, steps=0, reads="target", below="loss"), Cell(
        "losses", (place,)
    )


def _at_once(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, Cell]:
    """A model after so few steps that it still errs."""
    asked = _small(setting).with_values(label_smoothing=0.1, steps=7, below="inference")
    return asked, Cell("probabilities", (1, int(setting.pair.targets[0, 1])))


def _stops(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, Cell]:
    asked = _small(setting).with_values(label_smoothing=0.1, steps=100, below="loss")
    return asked, Cell("losses", (0,))


def _last_norm(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, Cell]:
    """As many layers as in the paper, so that there is much to normalize at their end."""
    values = {"num_layers": DEEP, "norm": "pre", "steps": 0, "below": "depth"}
    return _small(setting).with_values(**values), Cell("encoder.output", (0, 0))


def _activations(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, Cell]:
    """An activation that is made of activations and parameters."""
    asked = setting if setting.is_computed else _small(setting)
    return asked.with_values(below="counts"), Cell(
        "encoder.layers.0.self_attention.queries", (0, 0, 0)
    )


QUESTIONS: dict[str, Question] = {
    "activations": _activations,
    "shifted": _shifted,
    "at_once": _at_once,
    "stops": _stops,
    "last_norm": _last_norm,
}


def _asked(question: Question) -> Callable[..., tuple[EncoderDecoderSetting, str]]:
    def asked(setting: EncoderDecoderSetting) -> tuple[EncoderDecoderSetting, str]:
        changed, cell = question(setting)
        return changed, write_trail([cell])

    return asked


ASKED_ELSEWHERE = {name: _asked(question) for name, question in QUESTIONS.items()}
