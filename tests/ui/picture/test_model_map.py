"""The model's map: every number of a forward, as the browser takes it out of what was sent."""

import pytest
import torch

from tests.core.explain.computations import SRC, TGT, traced
from tests.ui.seen_map import SeenMap
from transformer_core.explain.computation import Computation
from ui.answer.answer import Area
from ui.picture.model_map import MapWords, ModelMap
from ui.picture.model_map.wrapping import line_count, line_length

every_model = pytest.mark.parametrize(
    ("norm_first", "dropout"), [(False, False), (True, False), (False, True), (True, True)]
)
ATTENTION = ["queries", "keys", "values", "scores", "scaled", "masked", "weights", "heads"]
ATTENTION += ["concatenated", "projected"]
FEED_FORWARD = ["hidden", "activated", "output"]
BEFORE = ["embeddings", "scaled", "positions", "encoded"]
ORDER = [
    ("encoder", "embedding", None),
    *(("encoder", part, layer) for layer in (0, 1) for part in ("self_attention", "feed_forward")),
    ("encoder", "output", None),
    ("decoder", "embedding", None),
    *(
        ("decoder", part, layer)
        for layer in (0, 1)
        for part in ("self_attention", "cross_attention", "feed_forward")
    ),
    ("decoder", "output", None),
    ("decoder", "softmax", None),
]


def seen(computation: Computation, *, norm_first: bool = False, **more: object) -> SeenMap:
    words = MapWords([str(one) for one in SRC[0].tolist()]), MapWords([])
    part = ModelMap("map", computation, *words, [], norm_first=norm_first, **more)
    return SeenMap(Area(lambda: [part]))


@every_model
def test_every_column_has_the_numbers_of_the_computation(norm_first, dropout):
    computation = traced(norm_first, dropout)
    drawn = seen(computation, norm_first=norm_first)
    assert drawn.header["pool"] == 1
    for tensor in drawn.columns:
        assert torch.equal(drawn.now(tensor), computation.tensors[tensor]), tensor
    drawn.assert_has_all_numbers()


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_sections_stand_in_the_order_of_the_paper(norm_first):
    sections = seen(traced(norm_first, False), norm_first=norm_first).own_names
    assert list(sections) == ORDER
    around = {True: (["normed"], ["residual"]), False: ([], ["residual", "normed"])}[norm_first]
    for (_, part, _), columns in sections.items():
        inside = FEED_FORWARD if part == "feed_forward" else ATTENTION
        if part.endswith("attention") or part == "feed_forward":
            assert columns == [*around[0], *inside, *around[1]]
        elif part == "embedding":
            assert columns == BEFORE
        else:
            assert columns == (["logits", "probabilities"] if part == "softmax" else ["output"])


@pytest.mark.parametrize("norm_first", [False, True])
def test_what_dropout_makes_has_columns_only_while_it_drops(norm_first):
    still = seen(traced(norm_first, False), norm_first=norm_first).own_names
    dropping = seen(traced(norm_first, True), norm_first=norm_first).own_names
    for section, columns in dropping.items():
        more = [one for one in columns if one not in still[section]]
        expected = {
            "embedding": ["summed"],
            "feed_forward": ["activated_before_dropout", "sublayer"],
            "self_attention": ["weights_before_dropout", "sublayer"],
            "cross_attention": ["weights_before_dropout", "sublayer"],
        }
        assert more == expected.get(section[1], []), section
        assert [one for one in columns if one not in more] == still[section]


@every_model
def test_what_a_number_is_made_of_stands_to_its_left(norm_first, dropout):
    computation = traced(norm_first, dropout)
    columns = seen(computation, norm_first=norm_first).columns
    for place, tensor in enumerate(columns):
        for source in computation.steps[tensor].inputs.values():
            if source not in computation.steps or source in columns[:place]:
                continue
            # Without dropout what a sublayer made goes on as it is, and has no column twice.
            (same,) = computation.steps[source].inputs.values()
            assert same in columns[:place], (tensor, source)
            assert torch.equal(computation.tensors[same], computation.tensors[source])


@every_model
def test_each_token_has_its_row_in_every_column(norm_first, dropout):
    drawn = seen(traced(norm_first, dropout), norm_first=norm_first)
    rows = {"src": SRC.size(1), "tgt": TGT.size(1)}
    for section in drawn.header["sections"]:
        for at in section["tensors"]:
            one = drawn.header["tensors"][at]
            assert one["shape"][-2] == rows[one["rows"]], one["name"]
            of_memory = section["part"] == "cross_attention" and one["own"] in ("keys", "values")
            assert one["rows"] == ("src" if of_memory else section["side"]), one["name"]


def test_the_weights_know_what_the_mask_hides_from_them():
    drawn = seen(traced(False, True))
    for one in drawn.tensors.values():
        if one["own"] not in ("weights", "weights_before_dropout"):
            assert one["masked"] == -1
            continue
        masked = drawn.columns[one["masked"]]
        assert masked == one["name"].replace(one["own"], "masked")
        hidden = drawn.now(masked) == -torch.inf
        assert not drawn.now(one["name"])[hidden].any()
        assert hidden.any()


def test_each_column_names_the_parameters_that_make_it():
    computation = traced(False, False)
    named = {}
    for one in seen(computation).tensors.values():
        for parameter in one["parameters"]:
            assert parameter["name"] not in computation.steps
            assert parameter["shape"] == list(computation.tensors[parameter["name"]].shape)
            named[parameter["name"]] = one["name"]
    weights = {
        name
        for name in computation.tensors
        if name.endswith((".weight", ".bias")) and name not in computation.steps
    }
    assert named.keys() == weights
    assert named["decoder.layers.1.cross_attention.w_o.weight"].endswith(
        "cross_attention.projected"
    )


def test_a_second_forward_stands_behind_the_first():
    one, other = traced(False, False), traced(False, True)
    shared = {name for name in one.tensors if name in other.tensors}
    drawn = seen(one, other=other)
    for tensor in shared & {*drawn.columns}:
        assert torch.equal(drawn.now(tensor), one.tensors[tensor])
        assert torch.equal(drawn.other(tensor), other.tensors[tensor])
    drawn.assert_has_all_numbers()


@pytest.mark.parametrize(
    ("d_model", "heads", "lines"),
    [(64, 4, 4), (512, 8, 8), (512, 1, 11), (16, 16, 2), (1, 1, 1), (4096, 64, 16)],
)
def test_a_vector_has_a_line_for_each_head_where_there_are_several(d_model, heads, lines):
    assert line_count(d_model, heads) == lines


@pytest.mark.parametrize("lines", range(1, 17))
def test_every_number_of_a_vector_has_its_place_in_a_line(lines):
    for size in [*range(1, 300), 512, 2048, 37_000, 200_000]:
        length = line_length(size, lines)
        assert length * lines >= size
        assert size <= 256 or length % 16 == 0, "places side by side can be joined"
