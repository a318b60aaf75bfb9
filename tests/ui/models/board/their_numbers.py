"""What transformers' own modules take, return and hold, under the names that the board has.

Nothing of ours takes part: the tables say which of their modules is which of ours, and hooks record
what passes through it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from torch import Tensor, nn
from transformers.models.llama import modeling_llama
from transformers.pytorch_utils import Conv1D

from tests.ui.models.board.their_modules import ENDS, LAYERS, RETURNED, TAKEN
from transformer_core.explain.assembled.computation import ModelInputs

NETWORKS = {
    "gpt2": transformers.GPT2LMHeadModel,
    "bert": transformers.BertForMaskedLM,
    "llama": transformers.LlamaForCausalLM,
    "marian": transformers.MarianMTModel,
    "t5": transformers.T5ForConditionalGeneration,
}
IS_POST_NORM = ("bert", "marian")


class Theirs:
    """One forward of transformers' own model. `tensors` and `parameters` are by our names."""

    def __init__(self, kind: str, folder: Path, given: ModelInputs) -> None:
        self.kind, self.tensors, self.parameters = kind, dict[str, Tensor](), dict[str, Tensor]()
        self.network = network_of(kind, folder)
        with torch.inference_mode(), self._recorded(), pytest.MonkeyPatch.context() as patch:
            self._record_turns(patch)
            self._result = self.network(**_inputs(given), output_attentions=True, use_cache=False)
        self._weights()
        self._copies()
        self.tensors["logits"] = self._result.logits[0]
        self.tensors["probabilities"] = self.tensors["logits"].double().softmax(-1).float()

    def modules(self) -> Iterator[tuple[str, str]]:
        """Our name and theirs of each module."""
        yield from ENDS[self.kind].items()
        for (stack, layers), inside in LAYERS[self.kind].items():
            for layer in range(len(self.network.get_submodule(layers))):
                for ours, theirs in inside.items():
                    yield f"{stack}.layers.{layer}.{ours}", f"{layers}.{layer}.{theirs}"

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        hooks = []
        for ours, theirs in self.modules():
            name, _, third = theirs.partition("#")
            module = self.network.get_submodule(name)
            hooks.append(module.register_forward_hook(self._hook(ours, third)))
            self._hold(ours, module, third)
        for (stack, layers), inside in LAYERS[self.kind].items():
            last = f"residual_{sum(name.startswith('norm_') for name in inside)}"
            for layer, module in enumerate(self.network.get_submodule(layers)):
                name = f"{stack}.layers.{layer}.{last}"
                if self.kind not in IS_POST_NORM:
                    hooks.append(module.register_forward_hook(self._whole(name)))
        yield
        for hook in hooks:
            hook.remove()

    def _whole(self, name: str) -> Any:
        def hook(module: nn.Module, taken: tuple[Tensor, ...], made: Any) -> None:
            self.tensors[name] = (made[0] if isinstance(made, tuple) else made)[0]

        return hook

    def _hook(self, ours: str, third: str) -> Any:
        path, _, own = ours.rpartition(".")

        def hook(module: nn.Module, taken: tuple[Tensor, ...], made: Tensor) -> None:
            made = made.chunk(3, -1)[int(third)] if third else made
            made = made if made.dim() == 2 else made[0]
            if ours in RETURNED or own in RETURNED:
                self.tensors[RETURNED.get(ours) or f"{path}.{RETURNED[own]}"] = made
            if ours in TAKEN or own in TAKEN:
                self.tensors[TAKEN.get(ours) or f"{path}.{TAKEN[own]}"] = taken[0][0]
            if own.startswith("norm_"):
                number = int(own[-1]) - (self.kind not in IS_POST_NORM)
                self.tensors[f"{path}.residual_{number}"] = taken[0][0]
            self._entering(ours, taken[0][0])
            if ours == "output":
                self.tensors["head.scaled"] = taken[0][0]

        return hook

    def _entering(self, ours: str, taken: Tensor) -> None:
        """What enters the first layer is what its first module takes."""
        first = "self_attention.w_q" if self.kind in IS_POST_NORM else "norm_1"
        side = "src" if ours.startswith("encoder") else "tgt"
        if ours.endswith(f"layers.0.{first}"):
            name = f"{side}_normed" if self.kind == "bert" else f"{side}_encoded"
            self.tensors[name] = taken

    def _hold(self, ours: str, module: nn.Module, third: str) -> None:
        for name, value in module.named_parameters(recurse=False):
            held = value.detach()
            held = held.T if isinstance(module, Conv1D) and held.dim() == 2 else held
            self.parameters[f"{ours}.{name}"] = held.chunk(3)[int(third)] if third else held

    def _record_turns(self, patch: pytest.MonkeyPatch) -> None:
        """Llama turns queries and keys between two modules, layer by layer."""
        turn, turned = modeling_llama.apply_rotary_pos_emb, list[Any]()

        def recorded(*arguments: Any, **named: Any) -> Any:
            made = turn(*arguments, **named)
            path = f"decoder.layers.{len(turned)}.self_attention"
            turned.append(path)
            for name, tensor in zip(("queries_turned", "keys_turned"), made, strict=True):
                self.tensors[f"{path}.{name}"] = tensor[0]
            return made

        patch.setattr(modeling_llama, "apply_rotary_pos_emb", recorded)

    def _weights(self) -> None:
        kinds = {
            "decoder.layers.{}.self_attention": ("decoder_attentions", "attentions"),
            "encoder.layers.{}.self_attention": ("encoder_attentions", "attentions"),
            "decoder.layers.{}.cross_attention": ("cross_attentions",),
        }
        for path, names in kinds.items():
            found = [getattr(self._result, name, None) for name in names]
            for layer, weights in enumerate(next((one for one in found if one), ())):
                self.tensors[f"{path.format(layer)}.weights"] = weights[0]

    def _copies(self) -> None:
        """What a post-norm stack returns is what its last norm made."""
        for stack, _ in LAYERS[self.kind]:
            made = [name for name in self.tensors if name.startswith(f"{stack}.layers.")]
            norms = [name for name in made if ".normed_" in name]
            self.tensors.setdefault(f"{stack}.output", self.tensors[norms[-1]])

    def named(self, shape: tuple[int, ...], name: str) -> Tensor | None:
        """The tensor of a name on the board; heads apart where ours are; None if no module of
        theirs has it.
        """
        found = self.tensors.get(self._their_name(name))
        if found is None:
            return None
        if found.dim() == 2 and len(shape) == 3:
            found = found.unflatten(-1, (shape[0], -1)).transpose(0, 1)
        return found

    def _their_name(self, name: str) -> str:
        if name.endswith(".heads"):
            return name.replace(".heads", ".concatenated")
        if self.kind != "llama":
            return name
        if name.endswith("_unturned"):
            return name.removesuffix("_unturned")
        return f"{name}_turned" if name.endswith((".queries", ".keys")) else name


def network_of(kind: str, folder: Path) -> transformers.PreTrainedModel:
    """transformers' own model, eager and in float32."""
    read = NETWORKS[kind].from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float32, local_files_only=True
    )
    return read.eval()


def _inputs(given: ModelInputs) -> dict[str, Tensor]:
    if given.src_ids is None:
        return {"input_ids": given.tgt_ids}
    if given.tgt_ids is None:
        return {"input_ids": given.src_ids}
    return {"input_ids": given.src_ids, "decoder_input_ids": given.tgt_ids}
