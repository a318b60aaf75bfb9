from functools import partial

import torch

from transformer_core import generator
from transformer_core.variants.query_key_norm import QueryKeyNorm
from transformer_core.variants.rms_norm import RMSNorm

Q = torch.randn(2, 4, 3, 8, generator=generator(1))
K = torch.randn(2, 2, 3, 8, generator=generator(2))


def test_each_head_is_normalised_by_itself_queries_and_keys_with_their_own_weights():
    norm = QueryKeyNorm(partial(RMSNorm, 8))
    norm.keys.weight.data.fill_(3.0)
    queries, keys = norm(Q, K, torch.arange(3))
    torch.testing.assert_close(queries.pow(2).mean(-1), torch.ones(2, 4, 3), rtol=1e-4, atol=0)
    torch.testing.assert_close(keys.pow(2).mean(-1), torch.full((2, 2, 3), 9.0), rtol=1e-4, atol=0)
