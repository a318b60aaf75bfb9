"""The model's output: the next tokens, and the other tabs that follow no pin."""

from pages.encoder_decoder.counts import counts_parts
from pages.encoder_decoder.depth import depth_parts
from pages.encoder_decoder.setting import EncoderDecoderSetting
from transformer_lab.measures import likeliest
from ui.answer.parts import Note, Part, Table
from ui.explain.arithmetic import percent
from ui.words.language import Text


def one_decimal(share: float) -> str:
    """Format with one decimal; the share of one token among very many is not shown as 0."""
    return f"{100 * share:.1f}" if share >= 0.001 else percent(share)


def output_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The five most probable next tokens after each token of the target."""
    sentences, logits = setting.sentences, setting.forward.records["logits"]
    tokens, probabilities = likeliest(logits[0])
    columns = {
        text("likely.after"): list(sentences.tgt_names),
        text("likely.due"): list(sentences.target_names),
    }
    for place in range(tokens.size(1)):
        columns[str(place + 1)] = [
            f"{sentences.name(int(token))}  {one_decimal(float(share))}%"
            for token, share in zip(tokens[:, place], probabilities[:, place], strict=True)
        ]
    about = text("output.about_trained" if setting.is_trained else "output.about")
    parts: list[Part] = [Note(about, "quiet"), Table(columns)]
    if any("#" in cell for shown in columns.values() for cell in shown):
        values = {"count": f"{setting.vocab_size:,}", "last": setting.vocab_size - 1}
        parts.append(Note(text("output.unnamed", **values), "quiet"))
    if setting.dropping and setting.dropout == 0:
        parts.append(Note(text("ignored.nothing_dropped"), "info"))
    elif setting.dropping:
        without = setting.forward.without_dropout().records["logits"]
        difference = f"{float((logits - without).abs().max()):.4f}"
        parts.append(Note(text("output.dropout_difference", difference=difference)))
    return parts


PARTS = {
    "output": output_parts,
    "depth": depth_parts,
    "counts": counts_parts,
}
