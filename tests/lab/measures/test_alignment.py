import torch

from transformer_core import TransformerConfig, build_transformer, trace
from transformer_lab.measures.alignment import attended, correctly_attended, last_cross_attention

WEIGHTS = torch.tensor([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.2, 0.5, 0.3]])


def test_each_row_attends_to_its_greatest_weight():
    assert attended(WEIGHTS) == [0, 2, 1]


def test_right_is_to_look_at_a_word_that_one_translates():
    alignment = [{0}, {1}, {1, 2}]
    assert correctly_attended(WEIGHTS, alignment, [True, True, True]) == (2, 3)


def test_only_counted_tokens_with_a_source_count():
    alignment = [{0}, set(), {0}]
    assert correctly_attended(WEIGHTS, alignment, [True, True, False]) == (1, 1)


def test_a_row_that_attends_to_nothing_is_not_right():
    weights = torch.tensor([[0.0, 0.0], [0.0, 1.0]])
    assert correctly_attended(weights, [{0}, {1}], [True, True]) == (1, 2)


def test_rows_beyond_the_sentence_do_not_count():
    assert correctly_attended(WEIGHTS, [{0}], [True]) == (1, 1)


def test_the_last_layer_is_averaged_over_its_heads():
    config = TransformerConfig(9, 9, 8, 2, num_layers=2, d_ff=16, dropout=0.0, max_len=8)
    model = build_transformer(config, seed=1)
    with torch.inference_mode(), trace(model) as records:
        model(torch.tensor([[4, 5, 6]]), torch.tensor([[2, 4]]))
    weights = last_cross_attention(records, config)
    heads = records["decoder.layers.1.cross_attention.weights"]
    torch.testing.assert_close(weights, (heads[:, 0] + heads[:, 1]) / 2)
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 2))
