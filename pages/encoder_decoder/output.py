"""The model's output: the next tokens and the parameter counts."""

from dataclasses import replace

from pages.encoder_decoder.blocks import blocks_of_layer, write_block
from pages.encoder_decoder.depth import depth_parts
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import counts_of, matches_paper
from transformer_core.explain.origin import SUBLAYERS
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


def counts_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """Parameters by part, and the total with and without one matrix shared three ways."""
    counts = setting.counts
    parts = {
        name: sum(counts.get(part, 0) for part in parts)
        for name, parts in _parts_of_model(setting.num_layers).items()
    }
    shown = {text(f"counts.{part}"): [f"{count:,}"] for part, count in parts.items()}
    total = {text("counts.sum"): [f"{sum(setting.counts.values()):,}"]}
    sums = {
        name: f"{_total(setting, shared):,}"
        for name, shared in (("shared", True), ("apart", False))
    }
    made: list[Part] = [Table(shown | total), Note(text("counts.sharing", **sums), "quiet")]
    if matches_paper(setting.sizes):
        made.append(Note(text("counts.paper"), "quiet"))
    return made


def _parts_of_model(num_layers: int) -> dict[str, list[str]]:
    """The parts of the model that have parameters, by their names in `counts_of`."""
    stacks: dict[str, list[str]] = {
        stack: [
            *(write_block(one) for at in range(num_layers) for one in blocks_of_layer(stack, at)),
            f"{stack}.norm",
        ]
        for stack in SUBLAYERS
    }
    return {"embeddings": ["src_embedding", "tgt_embedding"], **stacks, "output": ["output"]}


def _total(setting: EncoderDecoderSetting, shared: bool) -> int:
    return sum(counts_of(replace(setting.sizes, shared=shared), setting.norm_first).values())


PARTS = {
    "output": output_parts,
    "depth": depth_parts,
    "counts": counts_parts,
}
