"""A trained model as a folder: the run itself, a script that goes on with it, and, where a family
that others know is made of the same parts, that family's files.

    run.safetensors      the run (see `stored`), with its settings, vocabulary and data
    continue.py          goes on with its training
    README.md            what is here, and how it is opened
    config.json, model.safetensors, tokenizer.json, tokenizer_config.json
                         a decoder alone as GPT-2, GPT-NeoX or Llama, which transformers opens, and
                         with it the workbench as any other model
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from safetensors.torch import save
from torch import Tensor

from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.exported_families import family_of
from transformer_lab.learning.exported_tokeniser import tokeniser_files
from transformer_lab.learning.stored import dump

CONTINUE = '''"""Go on with the training of this run, and store it as run_continued.safetensors.

    pip install FOLDER_OF_THE_WORKBENCH safetensors
    python continue.py 500
"""

import sys
from dataclasses import replace
from pathlib import Path

from transformer_lab.learning import RunState, learn
from transformer_lab.learning.stored import dump, read

here = Path(__file__).parent
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
stored = read((here / "run.safetensors").read_bytes())
config = replace(stored.config, steps=steps, every=max(1, steps // 20))
state = RunState(stored.weights)  # the weights as they are; Adam's means begin anew
for record in learn(config, state):
    print(
        f"step {record.step:5,}  loss {record.loss:.4f} / {record.held_out_loss:.4f}  "
        f"right {record.exact:.0%} / {record.held_out_exact:.0%}"
    )
(here / "run_continued.safetensors").write_bytes(dump(config, state.weights))
'''

_README = """# A model trained on the Attention Workbench

- `run.safetensors`: the weights by their names in the workbench, the settings of the run, its
  vocabulary and its data. "Load..." on the training page opens it again. With torch alone,
  `safetensors.torch.load_file("run.safetensors")` gives the weights.
- `continue.py`: goes on with the training; its first lines say what it needs.
"""
_IN_TRANSFORMERS = """- `config.json`, `model.safetensors` and the tokenizer: the same as {family}.
  `AutoModelForCausalLM.from_pretrained(folder)` opens it in transformers, and on the workbench's
  pages "Your sentence" and "Overview" its folder opens as any other model.
"""
_NOT_THERE = """- transformers has no family of these parts: there are no files for it here.
"""


def exported(
    config: RunConfig, weights: Mapping[str, Tensor], records: Sequence[Mapping[str, Any]] = ()
) -> dict[str, bytes]:
    """The files of a trained model, by name."""
    files = {"run.safetensors": dump(config, weights, records), "continue.py": CONTINUE.encode()}
    family = family_of(config)
    if family is None:
        return files | {"README.md": (_README + _NOT_THERE).encode()}
    readme = _README + _IN_TRANSFORMERS.format(family=family.name)
    tensors = {name: one.contiguous() for name, one in family.tensors(config, weights).items()}
    return files | {
        "README.md": readme.encode(),
        "config.json": json.dumps(family.settings(config), indent=2).encode(),
        "model.safetensors": save(tensors, {"format": "pt"}),
        **tokeniser_files(config),
    }
