from functools import partial

import torch

from transformer_core import generator
from transformer_core.layers import LayerNorm, Linear
from transformer_core.variants.input_encoding import InputEncoding, InputParts
from transformer_core.variants.learned_positions import LearnedPositions

X = torch.randn(2, 3, 4, generator=generator(1))


def steps_of(parts: InputParts, types=None) -> tuple[InputEncoding, dict[str, torch.Tensor]]:
    encoding, steps = InputEncoding(parts), {}

    def look(name, step):
        steps[name] = step
        return step

    steps["result"] = encoding(X, torch.arange(3), types, look)
    return encoding, steps


def test_alone_embeddings_stay_as_they_are():
    _, steps = steps_of(InputParts(7, 4))
    assert torch.equal(steps["result"], X) and list(steps) == ["encoded", "result"]


def test_berts_sum_of_three_is_normalised():
    parts = InputParts(
        7, 4, positions=partial(LearnedPositions, 9, 4), token_types=2, norm=partial(LayerNorm, 4)
    )
    types = torch.tensor([[0, 1, 1], [0, 0, 1]])
    encoding, steps = steps_of(parts, types)
    rows = encoding.token_types.weight[types] + encoding.positions.table.weight[:3]
    torch.testing.assert_close(steps["encoded"], X + rows)
    torch.testing.assert_close(steps["result"], encoding.norm(X + rows))
    assert list(steps) == ["token_types", "positions", "encoded", "normed", "result"]


def test_without_token_types_all_are_the_first():
    encoding, steps = steps_of(InputParts(7, 4, token_types=2))
    torch.testing.assert_close(steps["encoded"], X + encoding.token_types.weight[0])


def test_embeddings_are_scaled_before_anything_is_added():
    parts = InputParts(7, 4, scale=2.0, positions=partial(LearnedPositions, 9, 4))
    encoding, steps = steps_of(parts)
    wanted = 2 * X + encoding.positions.table.weight[:3]
    torch.testing.assert_close(steps["result"], wanted)


def test_a_projection_comes_after_the_norm_or_before_the_sum():
    after = InputParts(7, 4, norm=partial(LayerNorm, 4), projection=partial(Linear, 4, 6))
    encoding, steps = steps_of(after)
    torch.testing.assert_close(steps["result"], encoding.projection(encoding.norm(X)))
    before = InputParts(
        7,
        4,
        positions=partial(LearnedPositions, 9, 6),
        projection=partial(Linear, 4, 6),
        projects_sum=False,
    )
    encoding, steps = steps_of(before)
    wanted = encoding.projection(X) + encoding.positions.table.weight[:3]
    torch.testing.assert_close(steps["result"], wanted)


def test_a_token_that_is_not_counted_has_no_position_and_moves_those_after_it():
    encoding, ids = InputEncoding(InputParts(7, 4, uncounted=1)), torch.tensor([[5, 1, 6, 1, 1, 2]])
    assert encoding.counted(ids, torch.arange(6)).tolist() == [[0, -1, 1, -1, -1, 2]]
    assert encoding.counted(ids, torch.arange(10, 16)).tolist() == [[10, -1, 11, -1, -1, 12]]


def test_mostly_each_token_counts():
    positions = torch.arange(3)
    assert InputEncoding(InputParts(7, 4)).counted(torch.ones(2, 3), positions) is positions


def test_positions_may_leave_out_what_only_fills_up_the_batch():
    padding = torch.tensor([[True, True, False, False], [False, False, True, False]])
    counting, skipping = (InputEncoding(InputParts(7, 4, counts_padding=c)) for c in (True, False))
    assert torch.equal(counting.places(torch.arange(4), padding), torch.arange(4))
    assert torch.equal(skipping.places(torch.arange(4), None), torch.arange(4))
    assert skipping.places(torch.arange(4), padding).tolist() == [[-1, -1, 0, 1], [0, 1, -1, 2]]
    # With a cache the first two tokens were read before.
    assert skipping.places(torch.arange(2, 4), padding).tolist() == [[0, 1], [-1, 2]]
