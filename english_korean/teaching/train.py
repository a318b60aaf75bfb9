"""Train the translator: python -m english_korean.teaching.train

Writes into a new folder, and nowhere else. Where it was interrupted, the same command with
--resume goes on, and ends with the very weights that it would have ended with.
"""

import argparse
import dataclasses
import json
import time
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from english_korean.checkpoint import Checkpoint, save_checkpoint
from english_korean.teaching.card import write_card
from english_korean.teaching.figures import figures_of, save_figures
from english_korean.teaching.recipe import (
    MINUTES,
    TRAINING,
    TRAINING_SENTENCES,
    Progress,
    Run,
    model_to_train,
    new_run,
    training_run,
    translator_vocabularies,
    untrained_translator,
)
from english_korean.translator import Translator
from transformer_lab.learning.training import TrainingState

SEED = 1
SHOWN_EVERY = 100
SAVED_EVERY = 500
STORED = torch.int8
INTERRUPTED = "interrupted.safetensors"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED, help="sets data, weights and dropout")
    parser.add_argument("--steps", type=int, default=TRAINING.steps)
    parser.add_argument("--out", type=Path, help="a new folder; translator-seed-SEED by default")
    parser.add_argument("--resume", action="store_true", help="go on where that folder stopped")
    arguments = parser.parse_args()
    folder = arguments.out or Path(f"translator-seed-{arguments.seed}")
    if folder.exists() and not arguments.resume:
        parser.error(f"{folder} is there already: name another folder, or go on with --resume")
    if arguments.resume and not (folder / INTERRUPTED).exists():
        parser.error(f"{folder} has no training that could go on")
    # One thread: with more the sums would be made in another order, and the weights differ
    torch.set_num_threads(1)
    folder.mkdir(parents=True, exist_ok=True)
    run, before = load(folder, arguments.seed) if arguments.resume else (new_run(arguments.seed), 0)
    print(f"{arguments.steps} steps on one thread: about {MINUTES} minutes of processor time at "
          f"{TRAINING.steps} steps. First {TRAINING_SENTENCES} sentences are made.")  # fmt: skip
    seconds = before + trained(folder, run, arguments.steps, before)
    write(folder, arguments.seed, arguments.steps, run.best, seconds)
    (folder / INTERRUPTED).unlink(missing_ok=True)


def trained(folder: Path, run: Run, steps: int, before: float) -> float:
    """Train to the end, saving on the way; returns the processor time that it took."""
    start = time.process_time()
    config = dataclasses.replace(TRAINING, steps=steps, bfloat16=has_fast_bfloat16())
    first, made = 0, 0.0
    for progress in training_run(run, config):
        passed = time.process_time() - start
        if not first:
            first, made = progress.training.step, passed  # the sentences, before any step
        show(progress, steps, (passed - made) / max(1, progress.training.step - first))
        if progress.training.step % SAVED_EVERY == 0 and progress.training.step < steps:
            save(folder, run, before + passed)
    return time.process_time() - start


def has_fast_bfloat16() -> bool:
    """Return whether the processor multiplies in bfloat16 faster than in float32."""
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name) for name in ("avx512_bf16", "amx_bf16"))


def show(progress: Progress, steps: int, seconds_a_step: float) -> None:
    """Print a line now and then."""
    step, validation = progress.training, progress.validation
    if validation is not None:
        what = "average of the last weights" if progress.is_average else f"step {step.step}"
        print(
            f"{what}: of {validation.sentences} sentences {validation.exact_share:.3f} "
            f"exact, {validation.aligned_share:.3f} of content words aligned",
            flush=True,
        )
    elif step.step % SHOWN_EVERY == 0:
        left = (steps - step.step) * seconds_a_step / 60
        print(f"step {step.step} of {steps}: loss {step.loss:.3f}, {left:.0f} minutes left",
              flush=True)  # fmt: skip


def save(folder: Path, run: Run, seconds: float) -> None:
    """Everything that is needed to go on, in one file that is never half written."""
    tensors: dict[str, Tensor] = {}
    groups = {
        "weights": run.model.state_dict(),
        "first": run.state.first,
        "second": run.state.second,
        "best": run.best,
        **{f"recent{place}": weights for place, weights in enumerate(run.recent)},
    }
    for group, named in groups.items():
        tensors |= {f"{group}/{name}": tensor.clone() for name, tensor in named.items()}
    notes = {"seed": run.seed, "step": run.state.step, "most": run.most, "seconds": seconds}
    partial = folder / f"{INTERRUPTED}.partial"
    save_file(tensors, partial, {"run": json.dumps(notes)})
    partial.replace(folder / INTERRUPTED)


def load(folder: Path, seed: int) -> tuple[Run, float]:
    """Read what `save` wrote: the run, and the processor time until then.

    Raises: ValueError where it is the run of another seed.
    """
    from safetensors import safe_open

    with safe_open(folder / INTERRUPTED, "pt") as file:
        notes = json.loads(file.metadata()["run"])
    if notes["seed"] != seed:
        raise ValueError(f"seed must be {notes['seed']}, that of the run in {folder}, got {seed}")
    groups: dict[str, dict[str, Tensor]] = {}
    for name, tensor in load_file(folder / INTERRUPTED).items():
        group, _, rest = name.partition("/")
        groups.setdefault(group, {})[rest] = tensor
    model = model_to_train(seed)
    model.load_state_dict(groups["weights"])
    state = TrainingState(notes["step"], groups["first"], groups["second"])
    recent = [groups[name] for name in sorted(groups) if name.startswith("recent")]
    return Run(seed, model, state, notes["most"], groups.get("best", {}), recent), notes["seconds"]


def write(folder: Path, seed: int, steps: int, weights: dict[str, Tensor], seconds: float) -> None:
    """Write the weights and their vocabularies, test what was written, and write its card."""
    model = untrained_translator(seed)
    model.load_state_dict(weights)
    notes = {"seed": str(seed), "steps": str(steps)}
    save_checkpoint(folder, Checkpoint(model, *translator_vocabularies(), notes), dtype=STORED)
    figures = figures_of(Translator.load(folder), seconds)
    for test_seed, test in figures.tests.items():
        print(f"test sentences of seed {test_seed}: {test}")
    print(f"from the grammar alone: {figures.made_up}", flush=True)
    save_figures(folder, [figures])
    write_card(folder)


if __name__ == "__main__":
    main()
