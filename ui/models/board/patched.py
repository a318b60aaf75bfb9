"""A forward of another model before and after one of its vectors was exchanged."""

from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Tokens
from transformer_core.trace import Change
from transformer_lab.measures.logit_lens import stream_names, writing_stack
from transformer_lab.measures.patch_steps import with_moves
from transformer_lab.measures.patching import Place, cone, moved, patch
from ui.models.board.changes import changes_of
from ui.models.board.forward import BoardForward, given_of, tokenised
from ui.models.board.patch_cells import Likeliest
from ui.models.board.vector_patch import Patch

SIDES: dict[str, Tokens] = {"encoder": "src", "decoder": "tgt"}
"""The side whose tokens the vectors of a stack belong to."""


@dataclass(frozen=True, eq=False)
class BoardPatched:
    """One forward, and the same with a vector of another sentence.

    other: what the model reads of the other sentence; the target of an encoder-decoder is the same.
    """

    made: BoardForward
    other: ModelInputs
    patch: Patch

    @property
    def before(self) -> dict[str, Tensor]:
        return self.made.records

    @cached_property
    def computation(self) -> Computation:
        """The forward with the vector in its place, and how far each vector has moved."""
        names = [name for stack in stacks_of(self.made) for name in self.names(stack)]
        made = self.made.opened.computed(self.made.given, self._changes)
        return with_moves(made, {name: self.before[name][0] for name in names}, names)

    @property
    def _changes(self) -> dict[str, Change]:
        opened = self.made.opened
        own = changes_of(opened.model, self.made.question)
        taken = opened.recorded(self.other, own)
        return own | patch(taken, self.patch.place, self.patch.token)

    @cached_property
    def after(self) -> dict[str, Tensor]:
        """What the forward records with the vector in its place, (1, ...) each."""
        return self.made.opened.recorded(self.made.given, self._changes)

    @cached_property
    def cone(self) -> dict[str, Tensor]:
        """What can change, see `transformer_lab.measures.patching.cone`."""
        return cone(self.made.opened.model, self.before, self.patch.place)

    def names(self, stack: str) -> list[str]:
        """The vectors between the layers of a stack."""
        return stream_names(self.before, stack)

    def moved(self, name: str) -> Tensor:
        """How far the vector of each token has moved, (seq,)."""
        return moved(self.before[name][0], self.after[name][0])

    @cached_property
    def likeliest(self) -> tuple[Likeliest, Likeliest]:
        """The likeliest token at each place, before and after."""
        both = (records["logits"][0].softmax(-1).max(-1) for records in (self.before, self.after))
        before, after = ((one.values, one.indices) for one in both)
        return before, after


def other_given(made: BoardForward, sentence: str) -> ModelInputs:
    """What the model reads of another sentence, with the target of this one.

    Raises: PretrainedError no_tokens, not_tokenised.
    """
    ids, _ = tokenised(made.opened, made.question, sentence)
    return given_of(made.opened, ids, None, made.given.tgt_ids)


def stacks_of(made: BoardForward) -> list[str]:
    """The stacks of a model, the encoder first."""
    return [stack for stack in SIDES if hasattr(made.opened.model, stack)]


def patch_of(made: BoardForward, other: ModelInputs, written: str) -> Patch:
    """The patch of a text; of one that does not fit, the first token of the sentence that differs,
    after the first layer.

    Args:
        other: as many tokens as `made` has.
    """
    wanted = Patch.read(written)
    if wanted is not None and _fits(made, wanted):
        return wanted
    stack = stacks_of(made)[0]
    ids, others = ids_of(made.given, stack), ids_of(other, stack)
    differing = (ids != others).nonzero()
    token = int(differing[0]) if len(differing) else 0
    return Patch(Place(stack, 1, token), token)


def ids_of(given: ModelInputs, stack: str) -> Tensor:
    """The tokens that a stack reads, (seq,)."""
    ids = given.src_ids if stack == "encoder" else given.tgt_ids
    assert ids is not None
    return ids[0]


def _fits(made: BoardForward, wanted: Patch) -> bool:
    stack, layer, token = wanted.place
    if stack not in stacks_of(made):
        return False
    seq, layers = len(ids_of(made.given, stack)), len(stream_names(made.records, stack))
    return layer < layers and max(token, wanted.token) < seq


def predicting_stack(made: BoardForward) -> str:
    """The stack whose rows have logits."""
    return writing_stack(made.opened.model)
