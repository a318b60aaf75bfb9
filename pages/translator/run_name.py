"""The name of a model of the training page, "run:ID:STEP", by which any page opens it."""

from typing import NamedTuple

from transformer_lab.learning.opened_run import opened_run
from transformer_lab.pretrained.errors import PretrainedError, shown
from ui.models import OpenedModel
from ui.models.in_process import InProcessModel
from ui.runs.cluster import ClusterError
from ui.runs.engine import UnknownRunError
from ui.runs.route import engine

BEGINNING = "run:"
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


def open_run(name: str) -> OpenedModel:
    """The model of a run on this server. Raises: PretrainedError run_gone, run_parts, run_late."""
    run, step = RunName.read(name)
    try:
        config = engine().config(run)
        return InProcessModel(opened_run(name, config, engine().state_at(run, step, WAIT_SECONDS)))
    except (UnknownRunError, ValueError) as error:
        raise PretrainedError("run_gone", name=shown(name)) from error
    except (ClusterError, TimeoutError) as error:
        raise PretrainedError("run_late", name=shown(name)) from error


def file_of(name: str) -> str:
    """The file in which the training page saves the model of a run's name; "" where it does not:
    the run is gone, or has gone on.
    """
    try:
        run, step = RunName.read(name)
        found = engine().run(run)
    except (PretrainedError, UnknownRunError):
        return ""
    return f"{found.config.task}.safetensors" if found.step == step else ""
