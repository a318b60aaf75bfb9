"""Many heads or layers as one matrix: what each way of summing up counts.

Averages and maxima are in `head_patterns.combined`.
"""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn

from transformer_core.trace import trace
from transformer_lab.measures.hidden_words import passed_on

RESIDUAL = 0.5
"""The part of a token's vector that goes past an attention, for rollout."""


def rollout(weights: Tensor, residual: float = RESIDUAL) -> Tensor:
    """How much of each token's first vector is in its last one, if weights were all that counted.

    Abnar and Zuidema, "Quantifying Attention Flow in Transformers" (2020), section 3: of each layer
    the average of its heads, and with it what goes past it, multiplied from the first layer on.

        A_l = 0.5 mean over heads + 0.5 I,  rollout_l = A_l rollout_(l-1),  rollout_0 = I

    It leaves out values, feed-forward layers and norms.

    Args:
        weights: (layers, heads, seq, seq) of self-attention, from the first layer on.
        residual: what goes past, of 1.

    Returns: (layers, seq, seq), after each layer; rows sum to 1 where those of the weights do.
    """
    own = torch.eye(weights.size(-1), dtype=weights.dtype)
    after, found = own, []
    for layer in weights.mean(1):
        after = ((1 - residual) * layer + residual * own) @ after
        found.append(after)
    return torch.stack(found)


def by_length(weights: Tensor, values: Tensor, W_O: Tensor) -> Tensor:
    """The length of what each key adds to each query's output: that of the weight times the value.

    Kobayashi et al., "Attention is Not Only a Weight: Analyzing Transformers with Vector Norms"
    (2020), section 3: the norm of the sum over heads of alpha f(x). The bias of W_O, which no key
    adds, is left out, and so is the residual connection.

    Args:
        weights: (heads, seq_q, seq_k).
        values: (heads, seq_k, d_v); those that several heads share, once for each of them.
        W_O: (heads, d_model, d_v), as torch keeps it.

    Returns: (seq_q, seq_k), of each row's sum; 0 in a row where nothing is added.
    """
    added = torch.einsum("hqk,hkm->qkm", weights, passed_on(values, W_O))
    lengths = added.norm(dim=-1)  # (seq_q, seq_k)
    return torch.nan_to_num(lengths / lengths.sum(-1, keepdim=True), nan=0.0)


def gradients(
    model: nn.Module, run: Callable[[], Tensor], path: str, wanted: Tensor
) -> tuple[Tensor, Tensor]:
    """How fast a number grows with each weight of an attention, all else being computed anew.

    Weight times gradient is the part of "gradient x input" that falls to each weight: what the
    number would lose by a straight line if the weight were 0. A weight is never changed alone,
    since those of a row sum to 1; and a straight line is good for small changes only.

    Args:
        run: the forward, with logits (batch, seq, vocab); each sentence of the batch is for itself.
        path: the attention, such as "decoder.layers.0.cross_attention".
        wanted: (batch, seq, vocab), what each logit counts in the number of its sentence.

    Returns: weights and gradients, (batch, heads, seq_q, seq_k).
    """
    kept: dict[str, Tensor] = {}

    def remembered(weights: Tensor) -> Tensor:
        kept["weights"] = weights.detach().clone().requires_grad_()
        return kept["weights"]

    with torch.inference_mode(False), torch.enable_grad():
        with trace(model, {f"{path}.weights": remembered}):
            number = (run() * wanted).sum()
        (gradient,) = torch.autograd.grad(number, kept["weights"])
    return kept["weights"].detach(), gradient


def token_gradients(
    model: nn.Module, src_ids: Tensor, tgt_ids: Tensor, path: str, steps: int
) -> tuple[Tensor, Tensor]:
    """Weights and gradients of the logits of the tokens that an encoder-decoder writes.

    In the decoder each row counts for the logit of its own token; a row of the encoder counts for
    all tokens, whose first `steps` logits are added.

    Args:
        model: takes src_ids and what it has written, and gives logits.
        src_ids: (1, seq_k).
        tgt_ids: (1, seq_len), the start token first.

    Returns: (heads, seq_q, seq_k) both.
    """
    read, due = tgt_ids[:, :-1], tgt_ids[0, 1:]
    vocab = model.get_submodule("tgt_embedding").weight.size(0)  # type: ignore[operator]
    own = nn.functional.one_hot(due, vocab).float()  # (seq_q, vocab)
    if path.startswith("encoder"):
        own[steps:] = 0
        weights, gradient = gradients(model, lambda: model(src_ids, read), path, own[None])
        return weights[0], gradient[0]
    count = len(due)
    wanted = torch.eye(count)[:, :, None] * own  # (sentence, seq_q, vocab): one row in each
    each = gradients(
        model, lambda: model(src_ids.expand(count, -1), read.expand(count, -1)), path, wanted
    )
    rows = torch.arange(count)
    return tuple(one[rows, :, rows].transpose(0, 1) for one in each)  # type: ignore[return-value]


def heads_of(parameters: Mapping[str, Tensor], path: str, heads: int) -> Tensor:
    """The columns of W_O of each head of an attention: (heads, d_model, d_v).

    Args:
        parameters: by name, those of the model or of a `Computation`.
    """
    weight = parameters[f"{path}.w_o.weight"]  # (d_model, heads * d_v)
    return weight.unflatten(1, (heads, -1)).transpose(0, 1)
