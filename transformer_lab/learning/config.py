"""The settings of a training run: the task, the model's sizes, how it is trained, what is left out
of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from transformer_core.checks import require_positive, require_rate, require_share
from transformer_core.config import TransformerConfig
from transformer_core.random_tensors import LARGEST_SEED
from transformer_lab.learning.every_task import task_of
from transformer_lab.learning.own_task import own_task
from transformer_lab.learning.tasks import Task
from transformer_lab.own_data.data import OwnData

Kind = Literal["encoder_decoder", "decoder", "encoder"]
PAPER_EXPONENT = -1.5
"""The exponent of the warm-up in equation 3."""
MISPRINTED_EXPONENT = -0.25
"""The common mistake: see `transformer_lab.mistakes.training`."""
RECORDS = 120
"""The approximate number of records where nothing else is asked for."""
LARGEST = {
    "num_layers": 4,
    "d_model": 128,
    "num_heads": 8,
    "d_ff": 512,
    "warmup_steps": 4000,
    "batch_size": 256,
    "steps": 4000,
    "every": 4000,
    "context": 128,
}
"""A whole number of each from 1 to this."""
OF_THE_MODEL = (
    "task",
    "num_layers",
    "d_model",
    "num_heads",
    "d_ff",
    "norm_first",
    "seed",
    "positional_encoding",
    "scaled",
    "look_ahead",
    "positions",
    "norm_kind",
    "feed_forward",
    "context",
    "data",
)
"""The fields that determine the numbers of a model before its first step."""
KINDS: dict[str, Kind] = {
    "own_pairs": "encoder_decoder",
    "own_text": "decoder",
    "own_masked": "encoder",
}
"""What is trained on somebody's own data, by task; all other tasks train both."""
OF_DATA = {"own_pairs": "pairs", "own_text": "text", "own_masked": "text"}
"""The kind of data that each of these tasks takes."""
CHOICES: dict[str, tuple[str, ...]] = {
    "positions": ("sinusoidal", "learned", "rotary", "alibi"),
    "norm_kind": ("layer", "rms"),
    "feed_forward": ("relu", "gelu", "swiglu"),
    "schedule": ("paper", "linear", "cosine", "stable_decay"),
}
"""The paper's own way first, and what came after it."""
LARGEST_FACTOR = 20.0
LARGEST_RECORDS = 400


@dataclass(frozen=True)
class RunConfig:
    """Everything that determines a run: the same config gives the same numbers everywhere.

    Raises: ValueError naming the invalid number.
    """

    task: str = "reverse"
    num_layers: int = 1
    d_model: int = 32
    num_heads: int = 1
    d_ff: int = 64
    norm_first: bool = False
    dropout: float = 0.0
    warmup_steps: int = 200
    factor: float = 1.0
    exponent: float = PAPER_EXPONENT
    """The exponent of warmup_steps in equation 3."""
    batch_size: int = 64
    label_smoothing: float = 0.0
    steps: int = 600
    seed: int = 1
    positional_encoding: bool = True
    """False: the model gets no positions."""
    scaled: bool = True
    """False: scores are not divided by sqrt(d_k)."""
    look_ahead: bool = True
    """False: the decoder sees the future while it is trained."""
    every: int = 0
    """Steps from one record to the next; 0 for as many as give about RECORDS records."""
    positions: str = "sinusoidal"
    norm_kind: str = "layer"
    feed_forward: str = "relu"
    schedule: str = "paper"
    """With another one than the paper's, the peak is the paper's, and `exponent` is not used."""
    weight_decay: float = 0.0
    """What AdamW takes off each weight at each step, times the learning rate; 0 for Adam."""
    context: int = 32
    """The tokens of a text that are read at once."""
    data: OwnData | None = None
    """Somebody's own, with a task that is made for it."""

    def __post_init__(self) -> None:
        self._require_data()
        if self.every == 0:
            object.__setattr__(self, "every", max(1, round(self.steps / RECORDS)))
        for name, largest in LARGEST.items():
            _require_whole(name, getattr(self, name), 1, largest)
        _require_whole("seed", self.seed, 0, LARGEST_SEED)
        require_rate("dropout", self.dropout)
        require_rate("label_smoothing", self.label_smoothing)
        require_share("weight_decay", self.weight_decay)
        require_positive("factor", self.factor)
        if self.factor > LARGEST_FACTOR:
            raise ValueError(f"factor must be at most {LARGEST_FACTOR:g}, got {self.factor}")
        if self.exponent not in (PAPER_EXPONENT, MISPRINTED_EXPONENT):
            raise ValueError(f"exponent must be -1.5 or -0.25, got {self.exponent}")
        if self.steps > self.every * LARGEST_RECORDS:
            raise ValueError(
                f"every={self.every} gives more than {LARGEST_RECORDS} records "
                f"in {self.steps} steps"
            )
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(
                    f"{name} must be one of {', '.join(choices)}, got {getattr(self, name)!r}"
                )
        if self.positions == "rotary" and (self.d_model // self.num_heads) % 2:
            raise ValueError(f"d_k={self.d_model // self.num_heads} is odd: rotary turns pairs")
        if self.is_of_today and self.dropout:
            raise ValueError(
                f"dropout must be 0 with what came after the paper, got {self.dropout}"
            )
        if self.is_of_today and not self.look_ahead:
            raise ValueError("look_ahead must be True with today's parts")
        _ = self.transformer

    def _require_data(self) -> None:
        wanted = OF_DATA.get(self.task)
        found = None if self.data is None else self.data.kind
        if wanted != found:
            raise ValueError(f"task {self.task!r} needs data of the kind {wanted}, got {found}")
        if wanted is None:
            task_of(self.task)
        if self.data is not None and wanted == "text":
            longest = len(self.data.text("held_out")) - 1
            if self.context > longest:
                raise ValueError(f"context must be at most {longest}, got {self.context}")

    @property
    def kind(self) -> Kind:
        """Which parts of the Transformer are trained."""
        return KINDS.get(self.task, "encoder_decoder")

    @property
    def is_of_today(self) -> bool:
        """Whether anything of the model came after the paper."""
        names = ("positions", "norm_kind", "feed_forward")
        is_other = any(getattr(self, name) != CHOICES[name][0] for name in names)
        return is_other or self.kind != "encoder_decoder"

    @property
    def plain(self) -> dict[str, Any]:
        """All fields as plain values; of data the digest, of none nothing."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        data = values.pop("data")
        return values if data is None else values | {"data": data.digest}

    @property
    def the_task(self) -> Task:
        """The task itself."""
        return task_of(self.task) if self.data is None else own_task(self.task, self.data)

    @property
    def transformer(self) -> TransformerConfig:
        """The sizes of the model."""
        task = self.the_task
        return TransformerConfig(
            len(task.source),
            len(task.target),
            self.d_model,
            self.num_heads,
            self.num_layers,
            self.d_ff,
            self.dropout,
            task.longest if self.kind == "encoder_decoder" else self.context,
            norm_first=self.norm_first,
        )

    @property
    def untrained(self) -> "RunConfig":
        """The same for all runs that start with one model: what only its training uses is left out.

        In evaluation mode their models give the same numbers for as long as no step is made.
        """
        return RunConfig(**{name: getattr(self, name) for name in OF_THE_MODEL})

    @classmethod
    def of(cls, values: Mapping[str, Any], data: OwnData | None = None) -> "RunConfig":
        """A config from plain values, as somebody sent them; what is left out has its default.

        Raises: ValueError for a name that there is not, for a value of another kind, and for the
            digest of other data.
        """
        values = dict(values)
        if values.pop("data", None) != (None if data is None else data.digest):
            raise ValueError("the data of this run are not here")
        kinds = {field.name: type(field.default) for field in fields(cls) if field.name != "data"}
        for name, value in values.items():
            if name not in kinds:
                raise ValueError(f"a run has no setting {name}")
            if kinds[name] is float and isinstance(value, int) and not isinstance(value, bool):
                continue
            if not isinstance(value, kinds[name]) or (
                isinstance(value, bool) and kinds[name] is not bool
            ):
                raise ValueError(f"{name} must be of type {kinds[name].__name__}, got {value!r}")
        return cls(**values, data=data)


def _require_whole(name: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, got {value!r}")
