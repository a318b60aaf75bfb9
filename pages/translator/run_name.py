"""The name of a model of the training page, "run:ID:STEP", by which any page opens it."""

from pathlib import Path
from typing import NamedTuple

from transformer_lab.learning import RunConfig
from transformer_lab.pretrained.errors import PretrainedError, shown
from ui.answer.template import printed
from ui.models import OpenedModel
from ui.runs.cluster import ClusterError
from ui.runs.engine import UnknownRunError
from ui.runs.route import engine

PROGRAMS = Path(__file__).with_name("programs")
BEGINNING = "run:"
FAMILY = "run"
"""In place of a `model_type`: its model is of the training page."""
WAIT_SECONDS = 30.0


class RunName(NamedTuple):
    """A run and one of its steps."""

    run: str
    step: int

    @classmethod
    def read(cls, name: str) -> "RunName":
        """Raises: PretrainedError run_gone where that is no run's name."""
        run, _, step = name.strip().removeprefix(BEGINNING).partition(":")
        if not run or not step.isdecimal() or len(step) > 6:
            raise PretrainedError("run_gone", name=shown(name))
        return cls(run, int(step))

    def __str__(self) -> str:
        return f"{BEGINNING}{self.run}:{self.step}"


def can_be_opened(config: RunConfig) -> bool:
    """Whether a run's model is made of parts that every page knows."""
    return config.look_ahead


def open_run(name: str) -> OpenedModel:
    """The model of a run on this server. Raises: PretrainedError run_gone, run_parts, run_late."""
    # Most visitors open none.
    from pages.translator.trained_run import opened_run
    from ui.models.in_process import InProcessModel

    run, step = RunName.read(name)
    try:
        config = engine().config(run)
        return InProcessModel(opened_run(name, config, engine().state_at(run, step, WAIT_SECONDS)))
    except (UnknownRunError, ValueError) as error:
        raise PretrainedError("run_gone", name=shown(name)) from error
    except (ClusterError, TimeoutError) as error:
        raise PretrainedError("run_late", name=shown(name)) from error


def trained_run_code(name: str, sentence: str) -> str:
    """The program that gives a run's attention from its file; "" where the run is gone."""
    try:
        config = engine().config(RunName.read(name).run)
    except (PretrainedError, UnknownRunError):
        return ""
    side = "encoder" if config.kind == "encoder" else "decoder"
    has_both = config.kind == "encoder_decoder"
    attention = f"{side}.layers.0.{'cross' if has_both else 'self'}_attention"
    values = {"file": f"{config.task}.safetensors", "sentence": sentence, "name": attention}
    return printed(PROGRAMS / "trained_run.py", values, {"has_both": has_both})
