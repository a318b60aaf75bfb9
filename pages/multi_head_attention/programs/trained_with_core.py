"""One attention of the shipped translator, and its output without the heads that are off."""

import torch

from english_korean import Translator
from english_korean.language.recognition import recognise
from transformer_core import trace

# Setting
sentence, tokens = "the happy student bought a book", ["<start>", "학생", "<end>"]
path, heads_off = "decoder.layers.1.cross_attention", [1]
# Choices
kind = "cross"
# Program

translator = Translator.load()
src_ids = translator.source_ids(recognise(sentence))  # (1, seq_k)
tgt_ids = torch.tensor([[translator.target.tokens.index(token) for token in tokens]])
with torch.inference_mode(), trace(translator.model) as records:
    translator.model(src_ids, tgt_ids[:, :-1])
weights = records[f"{path}.weights"][0]  # (heads, seq_q, seq_k)
heads, output = records[f"{path}.heads"][0], records[f"{path}.projected"][0]
if kind == "cross":
    memory = records["encoder.output"]

layers = dict(translator.model.named_modules())
heads_on = heads.clone()  # (heads, seq_q, d_v)
heads_on[heads_off] = 0.0  # switched off
with torch.inference_mode():
    without = layers[f"{path}.w_o"](heads_on.transpose(0, 1).flatten(1))  # (seq_q, d_model)
print(weights, output, output - without, sep="\n")
