"""What the translator, or the untrained model, writes and attends to in the first steps."""

import torch

from english_korean import Translator
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style
from transformer_core import generator, greedy_decoding, sampled_decoding, trace
from transformer_lab.beam import beam_decoding
from transformer_lab.measures.summaries import by_length, heads_of, rollout, token_gradients
from transformer_lab.vocabulary import END_ID

# Setting
sentence, style = "the happy student bought a book", Style("plain", honorific=True)
hidden, longest = [5], 12
morphemes = ["학생", "-은/는"]
width, length_penalty = 3, 1.0
seed, temperature, top_k = 3, 1.5, 7
path, heads_on, steps = "decoder.layers.1.cross_attention", [0, 1, 3], 3
shown_stack, shown_layer = "decoder", 1
# Choices
is_trained, hides, way = True, True, "beam"
kind, how, is_cut = "cross", "average", True
# Program

translator = Translator.load() if is_trained else Translator.load().untrained()
# Lines: by_hand
recognition, start_id = recognise(sentence, style), translator.start_id(style)
if hides:
    src_ids = translator.source_ids(recognition, hidden_positions=hidden)  # (1, seq_k)
else:
    src_ids = translator.source_ids(recognition)  # (1, seq_k)

if way == "forced":
    tgt_ids = torch.tensor([[start_id, *translator.target.ids(morphemes), END_ID]])  # (1, seq_len)
elif way == "beam":
    *earlier, found = beam_decoding(
        translator.model,
        src_ids,
        start_id,
        END_ID,
        width=width,
        length_penalty=length_penalty,
        max_steps=longest - 1,
    )
    tgt_ids = torch.tensor([found.best[0].ids])  # (1, seq_len)
elif way == "sampled":
    *_, last = sampled_decoding(
        translator.model,
        src_ids,
        start_id,
        END_ID,
        max_len=longest,
        generator=generator(seed),
        temperature=temperature,
        top_k=top_k,
    )
    tgt_ids = last.tgt_ids  # (1, seq_len)
else:
    *_, last = greedy_decoding(translator.model, src_ids, start_id, END_ID, max_len=longest)
    tgt_ids = last.tgt_ids  # (1, seq_len)
translation = translator.translation(recognition, src_ids, tgt_ids)
print(translation.written)

with torch.inference_mode(), trace(translator.model) as records:
    translator.model(src_ids, tgt_ids[:, :-1])
heads = records[f"{path}.weights"][0]  # (heads, seq_q, seq_k)
if how == "difference":
    weights = heads[heads_on[0]] - heads[heads_on[1]]  # (seq_q, seq_k)
elif how == "one":
    weights = heads[heads_on[0]]  # (seq_q, seq_k)
elif how == "rollout":
    paths = [f"{shown_stack}.layers.{n}.self_attention.weights" for n in range(shown_layer + 1)]
    weights = rollout(torch.cat([records[one] for one in paths]))[-1]  # (seq, seq)
elif how == "by_length":
    W_O = heads_of(dict(translator.model.named_parameters()), path, len(heads))
    with torch.inference_mode():
        weights = by_length(heads[heads_on], records[f"{path}.values"][0, heads_on], W_O[heads_on])
elif how == "gradient":
    own, gradient = token_gradients(translator.model, src_ids, tgt_ids, path, steps)
    weights = (own * gradient)[heads_on].sum(dim=0)  # (seq_q, seq_k)
elif how == "maximum":
    weights = heads[heads_on].amax(dim=0)  # (seq_q, seq_k)
else:
    weights = heads[heads_on].mean(dim=0)  # (seq_q, seq_k)
if is_cut and kind == "decoder":
    weights = weights[:steps, :steps]
elif is_cut and kind == "cross":
    weights = weights[:steps]
print(weights)
