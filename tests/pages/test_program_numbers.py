"""Every number of a page is a number of its programs: they are run, and all tensors that their
lines ever hold are compared with those of the page.
"""

from fnmatch import fnmatchcase

import pytest
import torch

from tests.pages.answers import Asked
from tests.pages.printed_code import run
from tests.pages.program_numbers import Held, numbers_of
from tests.pages.test_programs import asked_states
from transformer_core import TransformerConfig
from transformer_core.residual import layer_norm

NEAR = 2e-6
"""Of the largest number of a tensor: what sums in another order may differ by. A layer norm with
PyTorch's own eps of 1e-5 is 4e-6 away."""
SMALL: dict[str, list[dict[str, object]]] = {
    "encoder_decoder": [
        {},
        {"norm": "pre", "shared": True},
        {"dropping": True, "num_layers": 1},
        {"steps": 3, "reads": "own"},
    ],
    "your_sentence": [{}, {"model": "untrained", "hidden": frozenset({2})}],
}
"""Settings of the pages whose presets are too large to follow them line by line."""
PAGES = ("positional_encoding", "masks", "attention", "self_attention", "multi_head_attention",
         "learning_rate", "encoder_decoder", "your_sentence", "ablations")  # fmt: skip
"""Those of which every tensor is compared. The programs of a training have the run's own numbers
to the last bit, those of the mistakes have both results, and the overview has its own test."""

SPREAD = ("*.spread_?", "probabilities")
SUMMED = ("src_embeddings", "src_scaled", "tgt_embeddings", "tgt_scaled")
BESIDE = {
    "positional_encoding": (
        "*products",
        "embedding",
        "encoding",
        "input",
        "*_weight",
        "*_part",
        "word_again",
        "added",
        "joined",
        "turn",
        "halves",
        "computed",
        "learned",
        "here",
        "matrix",
        "moved",
        "there",
    ),
    "attention": ("X", "W_Q", "W_K", "W_V"),
    "self_attention": ("ids", "table"),
    "multi_head_attention": ("full_*", "lost", "on", "switched", "jobs", "targets", "own_*"),
    "learning_rate": ("kept_*",),
    "your_sentence": SPREAD,
    "encoder_decoder": (*SPREAD, "losses", "*.kept"),
}
"""What a page says beside the computation of its program: sums over the whole sentence, input from
which nothing else is made, what it would be otherwise."""
UNNAMED = {
    ("positional_encoding", "core"): ("speeds", "angles"),
    ("masks", "torch"): ("*scores",),
    ("masks", "core"): ("*scores", "*scaled", "*_masked"),
    ("self_attention", "torch"): ("scaled",),
    ("multi_head_attention", "torch"): ("w_?.bias", "scores", "mask"),
    ("multi_head_attention", "core"): ("*_wide",),
    ("your_sentence", "torch"): (*SUMMED, "*.mask", "*.scores", "*.scaled", "*.heads"),
    ("your_sentence", "core"): ("*weight", "*.bias", "???_positions"),
    ("encoder_decoder", "torch"): (*SUMMED, "*.mask", "*.scores", "*.scaled", "*.heads",
                                   "*.concatenated", "*.hidden", "*.activated", "*.w_k.bias"),
    ("encoder_decoder", "core"): ("???_positions", "???_summed", "*.sublayer_?"),
}  # fmt: skip
"""What a program has without a name for it: as part of one expression, or inside the core. The
bias of the keys adds the same to all scores of a query: training moves it by rounding errors."""


def asked_of(page: str) -> list[Asked]:
    if page in SMALL:
        return [Asked(page, **values) for values in SMALL[page]]
    return list(asked_states(page))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["torch", "core"])
@pytest.mark.parametrize("page", PAGES)
def test_every_number_of_a_page_is_one_of_its_programs(page: str, kind: str) -> None:
    left_out = (*BESIDE.get(page, ()), *UNNAMED.get((page, kind), ()))
    needed = set(left_out)
    compared = 0
    all_asked = [asked for asked in asked_of(page) if kind in asked.program.sources]
    for asked in all_asked:
        _, tensors = numbers_of(asked.program.sources[kind])
        held = Held(tensors)
        for name, shown in asked.handler.page.tensors(asked.setting).items():
            found = {pattern for pattern in left_out if fnmatchcase(name, pattern)}
            apart = held.distance(shown)
            if found:
                needed -= found if apart > NEAR else set()
                continue
            compared += 1
            assert apart <= NEAR, (asked.setting, name)
    assert compared >= len(all_asked) > 0
    assert needed == set(), "these are found too, and need not be left out"


NORMS: dict[str, tuple[Asked, str]] = {
    "encoder_decoder": (Asked("encoder_decoder"), ""),
    "pre_norm": (Asked("mistakes", mistake="pre_norm"), ""),
    "training": (Asked("training", steps=2), "encoder 0 self"),
    "your_sentence": (Asked("your_sentence"), "encoder.layers.0.norm_1"),
}
"""A state whose program has layer norms, and the name of one of them where it has names."""


@pytest.mark.parametrize("page", NORMS)
def test_a_programs_layer_norm_has_the_eps_of_the_core(page: str) -> None:
    asked, name = NORMS[page]
    names = run(asked.program.torch)
    d_model = names["d_model"]
    # Next to so little variance, an eps that is not the core's gives other numbers altogether.
    x = 1e-3 * torch.randn(3, d_model, generator=torch.Generator().manual_seed(1))
    normed = names["norm"](name, x) if name else names["norm"](x)
    if name:
        at = {"training": (f"{name} norm", f"{name} norm bias")}
        weight, bias = (names["W"][one] for one in at.get(page, (f"{name}.weight", f"{name}.bias")))
        normed = (normed - bias) / weight
    expected = layer_norm(TransformerConfig(1, 1, d_model=d_model, num_heads=1))(x)
    assert torch.allclose(normed, expected, atol=1e-5)


def test_a_tensor_that_no_program_holds_is_far_from_all() -> None:
    held = Held([torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.ones(2, 3, 5)])
    assert held.distance(torch.tensor([[1.0, 3.0], [2.0, 4.0]])) == 0.0
    assert held.distance(torch.ones(1, 3, 5)) == 0.0
    assert held.distance(torch.tensor([[1.0, 2.0], [3.0, 4.4]])) == pytest.approx(0.4 / 4.4)
    assert held.distance(torch.ones(4)) == float("inf")


def test_all_that_a_program_ever_holds_is_seen() -> None:
    _, found = numbers_of(
        "import torch\nx = torch.zeros(2)\nx[0] = 1.0\nx = x + 4\n"
        "def f(y):\n    y = y * 2\n    return [y + 1]\nz = f(x)"
    )
    assert sorted(one.tolist() for one in found) == [
        [0.0, 0.0], [1.0, 0.0], [5.0, 4.0], [10.0, 8.0], [11.0, 9.0]
    ]  # fmt: skip
