"""The computations of the positional-encoding page: the encoding, its products, and its sum with
words, which a layer reads.
"""

from torch import Tensor

from pages.positional_encoding.joined import joined
from pages.positional_encoding.learned import learned
from pages.positional_encoding.orders import orders
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.shift import shift
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import DIMENSION, Axis, Origin

MOST_PRODUCTS = 256
"""The number of positions whose products with each other are shown."""
AXES = {"pe": vectors(), "products": (Axis("position"), Axis("other"))}
READ = (Axis("position"), Axis("d_k"))
"""What a layer reads from each position."""
WEIGHTS = (DIMENSION, Axis("d_k"))


def encoding_step(setting: EncodingSetting, length: int, d_model: int) -> Step:
    """The step that computes the encoding of a sentence of this length, in this width."""
    if setting.kind == "sinusoidal":
        waves = {"d_model": d_model, "base": setting.base}
        return Step("positional_encoding", {}, waves)
    if setting.kind == "index" or length == 1:
        # The encoding of a single position is 0, whether it is divided by the length or not.
        return Step("index_encoding")
    return Step("normalized_index_encoding", {}, {"length": length})


def encoding_computation(setting: EncodingSetting, *, with_products: bool = True) -> Computation:
    """The heatmap "pe" and, if requested, "products" of its first positions with each other."""
    encoding = setting.encoded
    tensors = {"pe": encoding}
    steps = {"pe": encoding_step(setting, setting.seq_len, setting.d_model)}
    if with_products:
        some = encoding[:MOST_PRODUCTS]
        tensors["products"] = some @ some.T
        steps["products"] = Step("dot_product", {"left": "pe", "right": "pe"})
    return Computation(tensors, steps, origins={name: Origin(name, AXES[name]) for name in tensors})


def sum_computation(setting: EncodingSetting) -> Computation:
    """The model's input, from an embedding and the encoding; each is (words, d_model)."""
    made = setting.embedded
    steps = {
        "encoding": encoding_step(setting, *made.encoding.shape),
        "input": Step("sum", {"x": "embedding", "y": "encoding"}),
    }
    origins = {name: Origin(name, vectors()) for name in made._fields}
    if not setting.is_trained:
        return Computation(made._asdict(), steps, origins=origins)
    whole = setting.trained.computation
    steps["embedding"] = whole.steps["src_scaled"]
    return Computation(
        {**whole.tensors, **made._asdict()},
        {**whole.steps, **steps},
        origins={**whole.origins, **origins},
    )


def joined_computation(setting: EncodingSetting) -> Computation:
    """What a layer reads from word and position, added and concatenated: (words, columns) each."""
    before, made = sum_computation(setting), joined(setting)
    steps = {
        "added": Step("matrix_product", {"left": "input", "right": "read_weight"}),
        "word_part": Step("matrix_product", {"left": "embedding", "right": "read_weight"}),
        "position_part": Step("matrix_product", {"left": "encoding", "right": "read_weight"}),
        "word_again": Step("copy", {"x": "word_part"}),
        "own_part": Step("matrix_product", {"left": "encoding", "right": "own_weight"}),
        "joined": Step("sum", {"x": "word_again", "y": "own_part"}),
    }
    origins = {
        name: Origin(name, WEIGHTS if name.endswith("_weight") else READ) for name in made._fields
    }
    return Computation(
        {**before.tensors, **made._asdict()},
        {**before.steps, **steps},
        origins={**before.origins, **origins},
    )


def orders_computation(setting: EncodingSetting) -> Computation:
    """The encoding with sines and cosines in turn and in halves, and the products of each."""
    steps = {
        "turn": encoding_step(setting, setting.seq_len, setting.d_model),
        "halves": Step("halves", {"x": "turn"}),
        "turn_products": Step("dot_product", {"left": "turn", "right": "turn"}),
        "halves_products": Step("dot_product", {"left": "halves", "right": "halves"}),
    }
    return _of_positions(orders(setting)._asdict(), steps)


def learned_computation(setting: EncodingSetting) -> Computation:
    """Computed positions and a table of them, and the products of each."""
    made = learned(setting)
    steps = {
        "computed": encoding_step(setting, *made.computed.shape),
        "computed_products": Step("dot_product", {"left": "computed", "right": "computed"}),
        "learned_products": Step("dot_product", {"left": "learned", "right": "learned"}),
    }
    return _of_positions(made._asdict(), steps)


def shift_computation(setting: EncodingSetting) -> Computation:
    """Positions, the matrix that moves them, and the positions there; empty where there is none."""
    made = shift(setting)
    if made is None:
        return encoding_computation(setting, with_products=False)
    waves = {"d_model": setting.d_model, "base": setting.base}
    steps = {
        "here": Step("positional_encoding", {}, waves),
        "matrix": Step("position_shift", {}, {**waves, "offset": setting.offset}),
        "moved": Step("matrix_product", {"left": "here", "right": "matrix"}),
        "there": Step("positional_encoding", {}, {**waves, "start": setting.offset}),
    }
    axes = {"matrix": (DIMENSION, Axis("width"))}
    origins = {name: Origin(name, axes.get(name, AXES["pe"])) for name in steps}
    return Computation(made._asdict(), steps, origins=origins)


def _of_positions(tensors: dict[str, Tensor], steps: dict[str, Step]) -> Computation:
    """Vectors of positions, and their products with each other."""
    axes = {name: AXES["products" if name.endswith("_products") else "pe"] for name in tensors}
    origins = {name: Origin(name, axes[name]) for name in tensors}
    return Computation(tensors, steps, origins=origins)
