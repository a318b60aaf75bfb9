"""Save and load a run: `transformer_lab.learning.stored`, with its recorded steps included."""

import io
import secrets
import zipfile
from math import prod
from typing import Any

import numpy as np
import torch

from transformer_lab.learning import RunState
from transformer_lab.learning.config import LARGEST_RECORDS
from transformer_lab.learning.exported import exported
from transformer_lab.learning.measuring import inspect_example
from transformer_lab.learning.models import layer_of, untrained_model
from transformer_lab.learning.stored import StoredError, dump, read
from transformer_lab.learning.text_measures import SCORES
from transformer_lab.learning.training import TrainingState
from ui.runs.packing import Layout, PackedRecord
from ui.runs.run import Run, state_bytes

NUMBERS = ("loss", "held_out_loss", "exact", "held_out_exact", "learning_rate", "seconds")


def to_file(run: Run, state: RunState) -> bytes:
    """Return a run as a safetensors file: the weights of one of its states, and its records."""
    headers: list[dict[str, Any]] = [record.header for record in run.records]
    watched = {}
    if run.layout is not None:
        whole = np.stack([np.frombuffer(record.weights, "<u2") for record in run.records])
        begin = 0
        for name, shape in run.layout.attention.items():
            end = begin + prod(shape)
            part = whole[:, begin:end].reshape(len(run.records), *shape).astype(np.uint16)
            watched[name] = torch.from_numpy(part)
            begin = end
    return dump(run.config, state.weights, headers, watched)


def to_folder(run: Run, state: RunState) -> bytes:
    """Return a run as a zip file of the folder that `exported` describes."""
    headers = [record.header for record in run.records]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in exported(run.config, state.weights, headers).items():
            folder.writestr(f"{run.config.task}/{name}", content)
    return made.getvalue()


def of_file(data: bytes, person: str, now: float) -> Run:
    """Return a finished run from the bytes of a file. Raises: StoredError."""
    stored = read(data)
    run = Run(secrets.token_urlsafe(16), stored.config, person, now, status="done")
    if len(stored.records) > LARGEST_RECORDS * 2 or not stored.records:
        raise StoredError(f"it has {len(stored.records)} records")
    model = untrained_model(stored.config)
    attention = inspect_example(model, stored.config).attention
    shapes = {name: tuple(tensor.shape) for name, tensor in attention.items()}
    parts = []
    for name, shape in shapes.items():
        part = stored.watched.get(name)
        if (
            part is None
            or part.shape != (len(stored.records), *shape)
            or part.dtype != torch.uint16
        ):
            raise StoredError(f"its record of {name} does not fit the model")
        parts.append(part.numpy().reshape(len(stored.records), -1))
    names = (name for name, _ in model.named_parameters())
    run.layout = Layout(tuple(dict.fromkeys(map(layer_of, names))), shapes)
    whole = np.concatenate(parts, axis=1).astype("<u2")
    words = set(stored.config.the_task.target.tokens)
    for header, weights in zip(stored.records, whole, strict=True):
        clean = _checked(header, len(run.layout.layers), words)
        run.records.append(PackedRecord(clean["step"], clean, weights.tobytes()))
    steps = [record.step for record in run.records]
    if steps != sorted(set(steps)) or not 0 <= steps[0] <= steps[-1] <= stored.config.steps:
        raise StoredError("its steps are not in order")
    run.states.append(RunState(stored.weights, TrainingState(steps[-1])))
    run.size = state_bytes(stored.config.untrained)
    return run


def _checked(header: dict[str, Any], layers: int, words: set[str]) -> dict[str, Any]:
    """Return a record's plain values, without anything else that a file may contain."""
    step, predicted = header.get("step"), header.get("predicted")
    if not isinstance(step, int) or isinstance(step, bool):
        raise StoredError("a record has no step")
    if not isinstance(predicted, list) or not all(isinstance(word, str) for word in predicted):
        raise StoredError("a record has no prediction")
    clean: dict[str, Any] = {"step": step, "predicted": [w for w in predicted if w in words][:64]}
    for name in NUMBERS:
        clean[name] = _number(header.get(name))
    for name in ("gradients", "updates"):
        values = header.get(name)
        if not isinstance(values, list) or len(values) not in (0, layers):
            raise StoredError(f"a record has no {name}")
        clean[name] = [_number(value) for value in values]
    scores = header.get("scores")
    if isinstance(scores, dict) and set(scores) <= set(SCORES):
        clean["scores"] = {name: _number(value) for name, value in scores.items()}
    return clean


def _number(value: Any) -> float | None:
    if value is None or (isinstance(value, int | float) and abs(value) < 1e300):
        return value
    raise StoredError(f"{value!r} is not a number")
