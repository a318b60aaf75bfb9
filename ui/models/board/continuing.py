"""What a decoder alone writes after a sentence, token by token with a key-value cache."""

from torch import Tensor

from transformer_core.variants.models import DecoderModel
from ui.models.board.changes import changes_of, chooser, distribution
from ui.models.board.forward import BoardForward

MOST_CONTINUED = 8


def continued(made: BoardForward) -> list[tuple[str, float, str]]:
    """Each token that is written: its name, its probability, the whole text up to it.

    None of a sentence that was not read to its end, and of a model that does not continue texts.
    """
    opened, question, ids = made.opened, made.question, made.given.tgt_ids
    model = opened.model
    if not isinstance(model, DecoderModel) or model.output is None or made.is_cut or ids is None:
        return []
    own, shares = chooser(question), list[float]()

    def chosen(logits: Tensor) -> int:
        token = int(logits.argmax()) if own is None else own(logits)
        shares.append(float(distribution(logits, question)[token]))
        return token

    change, padding = changes_of(model, question), made.given.tgt_padding
    read = opened.continued(ids, padding=padding, change=change, choose=chosen, most=MOST_CONTINUED)
    first = ids.size(1)
    tokens = [made.token(token, "tgt") for token in read[0, first:].tolist()]
    texts = [opened.plain_text(read[:, : first + count]) for count in range(1, len(tokens) + 1)]
    # The last share may be that of the end, which is not written.
    return list(zip(tokens, shares, texts, strict=False))
