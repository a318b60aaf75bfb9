"""Self-attention on the sentence's word ids, in each of the page's views."""

import torch

# Setting
seed, vocab, d, num_heads = 123, 8, 16, 8
ids = [0, 7, 1, 2]
# Choices
view = "heads"
# Program

generator = torch.Generator().manual_seed(seed)
X = torch.empty(vocab, d).normal_(generator=generator)[ids]

if view == "plain":
    omega = X @ X.T
    weights = torch.softmax(omega, dim=-1)
    context = weights @ X
else:
    generator = torch.Generator().manual_seed(seed)
    size = [d, d]
    if view == "heads":
        torch.rand(size, generator=generator)  # one head's, drawn but not used
        size = [num_heads, d, d]
    U_query = torch.rand(size, generator=generator)
    U_key = torch.rand(size, generator=generator)
    U_value = torch.rand(size, generator=generator)

    queries = (U_query @ X.T).mT
    keys = (U_key @ X.T).mT
    values = (U_value @ X.T).mT
    omega = queries @ keys.mT
    weights = torch.softmax(omega / d**0.5, dim=-1)
    context = weights @ values
print(context)
