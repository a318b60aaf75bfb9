"""What a decoder alone writes after a sentence, token by token with a key-value cache."""

from torch import Tensor

from transformer_core.variants.models import DecoderModel
from transformer_lab.pretrained.opened import OpenedModel
from ui.models.board.changes import changes_of, chooser, distribution
from ui.models.board.forward import BoardForward

MOST_CONTINUED = 8


def continued(made: BoardForward) -> list[tuple[str, float, str]]:
    """Each token that is written: its name, its probability, and the whole text up to it, "" where
    that text would be read as other tokens, such as half of a letter.

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
    texts = [_text_of(opened, read[:, : first + count]) for count in range(1, len(tokens) + 1)]
    # The last share may be that of the end, which is not written.
    return list(zip(tokens, shares, texts, strict=False))


def _text_of(opened: OpenedModel, ids: Tensor) -> str:
    """The text whose tokens are ids, (1, seq_len); "" if there is none."""
    text = opened.plain_text(ids)
    again, is_cut = opened.cut_ids(text, opened.limit)
    return text if not is_cut and again.tolist() == ids.tolist() else ""
