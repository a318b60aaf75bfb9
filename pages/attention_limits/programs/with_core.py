"""What a head gives each word, and what hiding each word changes."""

import torch

from english_korean import Translator
from english_korean.language.recognition import recognise
from transformer_core import trace

# Setting
sentence = "the cat saw the dog"
tgt_ids = torch.tensor([[6, 40, 41, 42]])
path, head, row, position = "decoder.layers.1.cross_attention", 0, 1, 1
# Choices
hide = "everywhere"
# Program

translator = Translator.load()
model = translator.model
src_ids, next_ids = translator.source_ids(recognise(sentence)), tgt_ids[0, 1:]
words = src_ids.size(1)


def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
    return torch.log_softmax(logits, -1)[..., torch.arange(len(next_ids)), next_ids]


with torch.inference_mode(), trace(model) as records:
    logits = model(src_ids, tgt_ids[:, :-1])
weight = records[f"{path}.weights"][0, head, row]  # (words,)

W_O = model.get_parameter(f"{path}.w_o.weight").detach()
d_v = W_O.size(1) // model.config.num_heads
value = records[f"{path}.values"][0, head]  # (words, d_v)
passed_on = value @ W_O[:, head * d_v : (head + 1) * d_v].T  # (words, d_model)
length = passed_on.norm(dim=-1)
share = weight * length / (weight * length).sum()

if hide == "everywhere":
    each = src_ids.repeat(words, 1).fill_diagonal_(model.config.pad_id)
    change = {}
else:
    each = src_ids.repeat(words, 1)

    def with_each_hidden(mask: torch.Tensor) -> torch.Tensor:
        hidden = mask.clone()
        hidden[:, head] |= torch.eye(words, dtype=torch.bool)[:, None]
        return hidden

    change = {f"{path}.mask": with_each_hidden}
with torch.inference_mode(), trace(model, change):
    without = log_probabilities(model(each, tgt_ids[:, :-1].expand(words, -1)))
whole = log_probabilities(logits[0])
probability = without[:, position].exp()
token_change = probability - whole[position].exp()
translation_change = without.sum(1) - whole.sum()
print(torch.stack([weight, length, share, token_change, translation_change], 1))
