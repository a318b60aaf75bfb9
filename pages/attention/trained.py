"""The arithmetic of a head of the translator: its Q, K and V, back to the embeddings."""

from pages.attention.setting import AttentionSetting
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.origin import DIMENSION, Origin


def trained_computation(setting: AttentionSetting, attended: Computation) -> Computation:
    """An attention whose Q, K and V are made of what the translator's layer reads, and all that
    this is made of: Q = X W_Q + b_Q, and K and V of the memory in cross-attention.
    """
    shown, head = setting.trained, setting.shown_head
    whole, weights = shown.computation, shown.head_weights(head)
    tensors, steps, origins = {}, {}, {}
    for letter, x in (("Q", "X"), ("K", "memory"), ("V", "memory")):
        W, b = f"W_{letter}", f"b_{letter}"
        axis = attended.origins[letter].axes[-1]
        tensors[W], tensors[b] = getattr(weights, W).T, getattr(weights, b)
        steps[letter] = Step("linear", {"x": shown.names[x], "weight": W, "bias": b})
        origins[W], origins[b] = Origin(W, (axis, DIMENSION)), Origin(b, (axis,))
    edits = setting.edited_by_hand().values()
    by_hand = [Cell(name, (row, col)) for cells in edits for name, row, col in cells]
    return Computation(
        {**whole.tensors, **attended.tensors, **tensors},
        {**whole.steps, **attended.steps, **steps},
        frozenset(by_hand),
        {**whole.origins, **attended.origins, **origins},
    )
