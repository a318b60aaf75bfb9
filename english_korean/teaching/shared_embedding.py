"""An embedding whose tokens share feature vectors during training."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from transformer_core.layers import Embedding
from transformer_core.transformer import Transformer

NAME = "src_embedding"


class SharedEmbedding(Embedding):
    """Each token's vector is its own and those of its features, added up.

    So what is learned of "books" is learned of "book", and a little of whatever one reads. It holds
    nothing that a plain embedding could not: `table` is that one.

    Args:
        plain: the embedding to begin with; the features begin at 0.
        features: for each token the names of what it shares with others.
    """

    def __init__(self, plain: nn.Embedding, features: Sequence[frozenset[str]]) -> None:
        super().__init__(
            plain.num_embeddings, plain.embedding_dim, _weight=plain.weight.detach().clone()
        )
        names = sorted(frozenset[str]().union(*features))
        places = {name: place for place, name in enumerate(names, start=1)}
        most = max(map(len, features), default=0)
        rows = [[places[name] for name in sorted(each)] for each in features]
        self.features: Tensor
        self.register_buffer(
            "features",
            torch.tensor([[*row, *[0] * (most - len(row))] for row in rows]),
            persistent=False,
        )  # (vocab, most), 0 where a token has fewer
        self.shared = nn.Parameter(torch.zeros(len(names) + 1, plain.embedding_dim))

    def forward(self, ids: Tensor) -> Tensor:
        """(...) to (..., d_model)."""
        shared = nn.functional.embedding(self.features[ids], self.shared, padding_idx=0)
        return super().forward(ids) + shared.sum(dim=-2)

    def table(self) -> Tensor:
        """(vocab, d_model): every token's whole vector."""
        with torch.no_grad():
            return self(torch.arange(self.num_embeddings))


def with_shared_embedding(model: Transformer, features: Sequence[frozenset[str]]) -> Transformer:
    """The model itself, the embedding of its source now a shared one of the same vectors."""
    model.src_embedding = SharedEmbedding(model.src_embedding, features)
    return model


def plain_weights(model: Transformer) -> dict[str, Tensor]:
    """A copy of the weights as those of a model with a plain embedding."""
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    if isinstance(model.src_embedding, SharedEmbedding):
        del weights[f"{NAME}.shared"]
        weights[f"{NAME}.weight"] = model.src_embedding.table()
    return weights
