import torch
from torch import nn

from english_korean.teaching.shared_embedding import (
    SharedEmbedding,
    plain_weights,
    with_shared_embedding,
)
from transformer_core import TransformerConfig, build_transformer

FEATURES = [frozenset(), frozenset({"noun book", "plural"}), frozenset({"noun book"})]
CONFIG = TransformerConfig(3, 5, 8, 2, num_layers=1, d_ff=16, dropout=0.0, max_len=6)


def test_it_begins_as_the_plain_embedding():
    plain = nn.Embedding(3, 8)
    assert torch.equal(SharedEmbedding(plain, FEATURES).table(), plain.weight)


def test_a_vector_is_its_own_and_those_of_its_features():
    shared = SharedEmbedding(nn.Embedding(3, 8), FEATURES)
    with torch.no_grad():
        shared.shared[1], shared.shared[2] = 1.0, 10.0  # noun book, plural
    added = shared.table() - shared.weight
    assert torch.allclose(added, torch.tensor([0.0, 11.0, 1.0])[:, None].expand(3, 8), atol=1e-5)


def test_what_is_learned_of_one_form_is_learned_of_the_other():
    shared = SharedEmbedding(nn.Embedding(3, 8), FEATURES)
    shared(torch.tensor([[1]])).sum().backward()
    before = shared.table()
    with torch.no_grad():
        for parameter in shared.parameters():
            parameter -= 0.1 * parameter.grad
    moved = (shared.table() - before).abs().sum(dim=1) > 0
    assert moved.tolist() == [False, True, True]


def test_what_no_token_has_is_never_learned():
    shared = SharedEmbedding(nn.Embedding(3, 8), FEATURES)
    shared(torch.arange(3)).sum().backward()
    assert shared.shared.grad[0].abs().sum() == 0


def test_a_plain_model_with_its_weights_computes_the_same():
    model = with_shared_embedding(build_transformer(CONFIG, seed=1), FEATURES).eval()
    with torch.no_grad():
        model.src_embedding.shared.normal_(generator=torch.Generator().manual_seed(2))
    plain = build_transformer(CONFIG, seed=3).eval()
    plain.load_state_dict(plain_weights(model))
    ids = torch.tensor([[0, 1, 2]]), torch.tensor([[2, 3, 4]])
    assert torch.equal(plain(*ids), model(*ids))
