"""One self-attention of the shipped translator, on a sentence."""

import torch
from torch.nn.functional import linear

from english_korean import Translator
from english_korean.language.recognition import recognise
from transformer_core import attention, look_ahead_mask, trace

# Setting
sentence = "the cat saw the dog"
tgt_ids = torch.tensor([[1, 5, 6]])
path, x, head = "encoder.layers.0.self_attention", "src_encoded", 2
# Choices
stack, is_plain = "encoder", False
# Program

translator = Translator.load()
model = translator.model
W = {name: parameter.detach() for name, parameter in model.named_parameters()}
src_ids = translator.source_ids(recognise(sentence))
with torch.inference_mode(), trace(model) as records:
    if stack == "decoder":
        model(src_ids, tgt_ids)
    else:
        model.encode(src_ids)
X = records[x][0].clone()  # (seq_len, d_model)
mask = look_ahead_mask(len(X)) if stack == "decoder" else None

if is_plain:
    scores, scaled, masked, weights, context = attention(X, X, X, mask, scale=1.0)
else:

    def projected(name: str) -> torch.Tensor:
        wide = linear(X, W[f"{path}.{name}.weight"], W[f"{path}.{name}.bias"])
        return wide.unflatten(1, (model.config.num_heads, -1)).transpose(0, 1)

    queries, keys, values = projected("w_q"), projected("w_k"), projected("w_v")
    scores, scaled, masked, weights, heads = attention(queries, keys, values, mask)
    context = heads[head]
print(context)
