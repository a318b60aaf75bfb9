"""A loss that counts by the input where the target decides (section 5.4)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.explain.computation import Step
from transformer_core.explain.kind import Kind
from transformer_core.explain.kinds.formulas import PLACE
from transformer_core.explain.kinds.moved import Moved
from transformer_core.explain.kinds.same_place import X
from transformer_core.explain.origin import Axis
from transformer_core.explain.reading import Numbers, OutputCell
from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import generator
from transformer_lab.mistakes.attention import OTHER_LENGTHS
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.mistake import Comparison, Figures, Mistake, Picture, Sizes

PAD_ID, SOS_ID, EOS_ID, FIRST_WORD = 0, 1, 2, 3
VOCAB, SENTENCES, LONGEST = 10, 4, 12
NOT_AN_ID = -1


def shifted_batch(seq_len: int = 6, seed: int = 11) -> dict[str, Tensor]:
    """Random targets, each a token shorter than the one before and padded; random logits.

    A target starts with <sos> and ends with <eos>. `inputs` drops the last position, `labels` the
    first one.

    Returns: logits (sentences, seq_len, VOCAB); inputs and labels (sentences, seq_len).
    """
    draw, sentences = generator(seed), min(SENTENCES, seq_len)
    logits = torch.randn(SENTENCES, LONGEST, VOCAB, generator=draw)
    trg = torch.randint(FIRST_WORD, VOCAB, (SENTENCES, LONGEST + 1), generator=draw)
    logits, trg = logits[:sentences, :seq_len], trg[:sentences, : seq_len + 1].clone()
    trg[:, 0] = SOS_ID
    for place, sentence in enumerate(trg):
        sentence[seq_len - place :] = PAD_ID
        sentence[seq_len - place] = EOS_ID
    return {"logits": logits, "inputs": trg[:, :-1], "labels": trg[:, 1:]}


def losses_of_real_labels(logits: Tensor, inputs: Tensor, labels: Tensor) -> Tensor:
    """The core's loss of each position, in nats: (sentences, seq_len)."""
    each = [
        masked_cross_entropy(row.unsqueeze(0), label.unsqueeze(0), PAD_ID)
        for row, label in zip(logits.flatten(0, 1), labels.flatten(), strict=True)
    ]
    return torch.stack(each).view_as(labels)


def losses_of_real_inputs(logits: Tensor, inputs: Tensor, labels: Tensor) -> Tensor:
    """In a padded sentence <eos> is an input too, and what it is to predict is padding."""
    losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none")
    losses = losses.view_as(labels)  # (sentences, seq_len)
    # right: real = labels != 0
    real = inputs != 0
    return losses.masked_fill(~real, 0.0)


def test_padding_is_not_to_be_predicted(losses: Tensor, labels: Tensor) -> None:
    assert (losses[labels == 0] == 0).all()


def _token(cell: OutputCell) -> Numbers:
    return {"token": cell.number("ids"), **cell.step.constants}


def _counted(cell: OutputCell) -> Numbers:
    return {"counted": 1.0 - cell.number("mask")}


KINDS = (
    Kind("padded_place", PLACE, "", lambda _, n: float(n["token"] == n["pad_id"]), _token),
    Kind("regrouping", Moved(lambda x, n: x.reshape(-1, int(n["seq_len"])))),
    Kind(
        "counting",
        X,
        "{terms} · {counted}",
        lambda terms, n: terms[0] * n["counted"],
        _counted,
        remark=lambda _, n: "" if n["counted"] else "not_counted",
    ),
)


def _counted_either_way(comparison: Comparison) -> Derivation:
    logits, inputs, labels = (comparison.given[one] for one in ("logits", "inputs", "labels"))
    flat, targets = logits.flatten(0, 1), labels.flatten()
    losses = F.cross_entropy(flat, targets, reduction="none")
    constants = {"smoothing": 0.0, "pad_id": NOT_AN_ID}
    steps = {
        "losses": Step("cross_entropy", {"logits": "logits", "targets": "targets"}, constants),
        "each": Step("regrouping", {"x": "losses"}, {"seq_len": labels.size(1)}),
        "mask": Step("padded_place", {"ids": "labels"}, {"pad_id": PAD_ID}),
        "wrong_mask": Step("padded_place", {"ids": "inputs"}, {"pad_id": PAD_ID}),
        "right": Step("counting", {"x": "each", "mask": "mask"}),
        "wrong": Step("counting", {"x": "each", "mask": "wrong_mask"}),
    }
    tensors = {
        "inputs": inputs,
        "labels": labels,
        "mask": labels == PAD_ID,
        "wrong_mask": inputs == PAD_ID,
        "each": losses.view_as(labels),
    }
    position = Axis("position", "tgt")  # of all sentences, one after another
    return (
        Derivation({}, {})
        .also({"logits": flat}, {}, (position, Axis("token")))
        .also({"targets": targets, "losses": losses}, {}, (position,))
        .also(tensors, steps, AXES)
    )


def _means(comparison: Comparison, _: Sizes) -> Figures:
    """How many positions are counted, and the mean loss over them."""
    given, right, wrong = comparison
    real, counted = (int((given[one] != PAD_ID).sum()) for one in ("labels", "inputs"))
    return {
        "real": real,
        "counted": counted,
        "right": float(right.sum()) / real,
        "wrong": float(wrong.sum()) / counted,
    }


AXES = (Axis("row"), Axis("position"))
LOSS_BY_INPUT = Mistake(
    name="loss_by_input",
    topic="training",
    equation=r"\mathrm{counted}_t \;\Leftrightarrow\; \mathrm{label}_t \neq \mathrm{pad}",
    given=shifted_batch,
    right=losses_of_real_labels,
    wrong=losses_of_real_inputs,
    test=test_padding_is_not_to_be_predicted,
    derivation=_counted_either_way,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    kinds=KINDS,
    figures=_means,
    axes=AXES,
    picture=Picture("sentence", "position", "diverging", masked=True),
)
MISTAKES = (LOSS_BY_INPUT,)
