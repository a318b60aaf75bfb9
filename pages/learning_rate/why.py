"""Why the rate rises first, with a run that shows it."""

from pages.training.presets import PRESETS
from pages.training.setting import TrainingSetting
from ui.answer.parts import Link
from ui.shell.language import Text, text_of
from ui.state.address import State, write_state


def why_warm_up(text: Text) -> Link:
    """The reason in one sentence, with a link to the run without warm-up."""
    words = text_of("training", text.language)
    setting = TrainingSetting.default(words).with_values(**PRESETS["no_warm_up"])
    address = f"training{write_state(State(setting), text.language, words)}"
    label = text("why.link", page=text("pages.training"), preset=words("presets.no_warm_up"))
    return Link(text("why.warm_up"), label, address)
