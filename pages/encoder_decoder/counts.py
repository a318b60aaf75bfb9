"""How many parameters a model has, and how many activations a pass computes with them."""

from dataclasses import replace

from pages.encoder_decoder.blocks import blocks_of_layer, write_block
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import counts_of, matches_paper
from transformer_core.explain.origin import SUBLAYERS
from transformer_lab.measures import activation_counts
from ui.answer.parts import Curves, Entry, Legend, Note, Part, Table
from ui.picture.curves import ACCENT, COLOURS, Curve, curve_figure
from ui.words.language import Text

LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128)
"""Numbers of tokens, up to the most that these models read."""
HEIGHT = 300
LOOKS = {"parameters": ACCENT, "activations": COLOURS[0]}


def counts_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """Parameters and activations by part and by length, and the parameters of a shared matrix."""
    lengths = setting.sentences.src_ids.size(1), setting.sentences.tgt_ids.size(1)
    sums = {
        name: f"{_total(setting, shared):,}"
        for name, shared in (("shared", True), ("apart", False))
    }
    made: list[Part] = [
        Note(_what_they_are(text, setting, *lengths)),
        _table(text, setting, *lengths),
        Legend([Entry(colour, text(f"counts.{kind}")) for kind, colour in LOOKS.items()]),
        _by_length(text, setting),
        Note(text("counts.sharing", **sums), "quiet"),
    ]
    if matches_paper(setting.sizes):
        made.append(Note(text("counts.paper"), "quiet"))
    return made


def _activations(setting: EncoderDecoderSetting, source: int, target: int) -> dict[str, int]:
    return activation_counts(setting.sizes.config(setting.norm_first), source, target)


def _what_they_are(text: Text, setting: EncoderDecoderSetting, source: int, target: int) -> str:
    """Both numbers, and which of them one more token would change."""
    counted, longer = (
        sum(_activations(setting, length, target).values()) for length in (source, source + 1)
    )
    values = {"parameters": sum(setting.counts.values()), "activations": counted, "longer": longer}
    written = {name: f"{value:,}" for name, value in values.items()}
    return text("counts.kinds", **written, source=source, target=target)


def _table(text: Text, setting: EncoderDecoderSetting, source: int, target: int) -> Table:
    activations = _activations(setting, source, target)
    parts = {
        part: [sum(setting.counts.get(one, 0) for one in of), activations[part]]
        for part, of in _parts_of_model(setting.num_layers).items()
    }
    parts["sum"] = [sum(column) for column in zip(*parts.values(), strict=True)]
    columns = {text("counts.of"): [text(f"counts.{kind}") for kind in LOOKS]}
    for part, counts in parts.items():
        columns[text(f"counts.{part}")] = [f"{count:,}" for count in counts]
    return Table(columns)


def _by_length(text: Text, setting: EncoderDecoderSetting) -> Curves:
    parameters = sum(setting.counts.values())
    counts = {
        "parameters": [parameters] * len(LENGTHS),
        "activations": [sum(_activations(setting, one, one).values()) for one in LENGTHS],
    }
    curves = [
        Curve(text(f"counts.{kind}"), LENGTHS, counts[kind], colour, True)
        for kind, colour in LOOKS.items()
    ]
    figure = curve_figure(
        curves,
        text("counts.tokens"),
        text("counts.numbers"),
        until=LENGTHS[-1],
        logarithmic=True,
        height=HEIGHT,
    )
    return Curves("counts", figure, text("counts.title"))


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
