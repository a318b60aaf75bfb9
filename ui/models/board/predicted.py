"""What a model predicts in each row of a map, and the names of its tokens."""

from ui.models.board.changes import distribution
from ui.models.board.forward import BoardForward
from ui.picture.model_map import NextToken

MOST_LIKELY = 5
MOST_NAMES = 4000
"""The largest vocabulary of which all names are sent with a map."""


def vocabulary(made: BoardForward) -> list[str] | None:
    """The names of all tokens; None of a large vocabulary, whose names would be most of a map."""
    size = _vocab_size(made)
    if not 0 < size <= MOST_NAMES:
        return None
    return [made.token(number, made.predicting) for number in range(size)]


def shown_names(made: BoardForward) -> dict[int, str] | None:
    """The names of the tokens that are shown as likely, where there are not all of them."""
    if _vocab_size(made) <= MOST_NAMES:
        return None
    logits = made.computation.tensors["logits"]
    ids = logits.topk(MOST_LIKELY, dim=-1).indices.unique().tolist()
    return {number: made.token(number, made.predicting) for number in sorted({*ids, *made.due})}


def _vocab_size(made: BoardForward) -> int:
    logits = made.computation.tensors.get("logits")
    return 0 if logits is None else logits.size(-1)


def next_tokens(made: BoardForward) -> list[NextToken]:
    """The predictions of each row; none of a model without a head that predicts."""
    if "logits" not in made.computation.tensors:
        return []
    rows = made.computation.tensors["logits"].size(0)
    return [next_token(made, row) for row in range(rows)]


def next_token(made: BoardForward, row: int) -> NextToken:
    """What is predicted in a row, by the probabilities that a token is chosen by.

    An encoder predicts the token of its own place, so the likeliest one is taken as the choice.
    """
    logits = made.computation.tensors["logits"][row]  # (vocab,)
    probabilities = distribution(logits, made.question)
    top = probabilities.topk(min(MOST_LIKELY, len(logits)))
    side = made.predicting
    pairs = [
        (made.token(number, side), share)
        for number, share in zip(top.indices.tolist(), top.values.tolist(), strict=True)
    ]
    due = int(top.indices[0])
    if side == "tgt" and row < len(made.due):
        due = made.due[row]
    return NextToken(pairs, (made.token(due, side), float(probabilities[due])))


def likeliest_ids(made: BoardForward, row: int) -> list[int]:
    """The tokens of `next_token`, the likeliest first."""
    probabilities = distribution(made.computation.tensors["logits"][row], made.question)
    return probabilities.topk(min(MOST_LIKELY, len(probabilities))).indices.tolist()


def shown_row(made: BoardForward) -> int:
    """The row whose prediction is shown first: under a mask, else the last one."""
    ids = made.given.tgt_ids if made.predicting == "tgt" else made.given.src_ids
    assert ids is not None
    mask = made.opened.mask_token
    if made.predicting == "src" and mask is not None and bool((ids[0] == mask).any()):
        return int((ids[0] == mask).nonzero()[0])
    return 0 if made.predicting == "src" else ids.size(1) - 1
