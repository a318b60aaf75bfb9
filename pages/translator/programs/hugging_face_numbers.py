"""A Hugging Face model's heads as one matrix, by its own values or by gradients."""

from transformer_lab import open_model
from transformer_lab.learning.opened_run import open_stored
from transformer_lab.measures.row_gradients import row_gradients
from transformer_lab.measures.summaries import by_length, heads_of

# Setting
file = "reverse.safetensors"  # From “Download” on the page “Training”
name = "Helsinki-NLP/opus-mt-en-de"
sentence, target = "the happy student bought a book", ""
languages = ("eng_Latn", "kor_Hang")
path, heads_on = "encoder.layers.1.self_attention", [0, 1, 3]
# Choices
is_run, has_target = False, False
how = "by_length"
# Program

model = open_stored(file) if is_run else open_model(name)
given = model.given(sentence, target or None, languages)
records = model.recorded(given)
heads = records[f"{path}.weights"][0]  # (heads, seq_q, seq_k)
if how == "by_length":
    values = records[f"{path}.values"][0]  # (kv_heads, seq_k, d_k)
    values = values.repeat_interleave(len(heads) // len(values), dim=0)
    W_O = heads_of(dict(model.model.named_parameters()), path, len(heads))
    weights = by_length(heads[heads_on], values[heads_on], W_O[heads_on])  # (seq_q, seq_k)
else:
    # The token of each row whose logit counts.
    tokens, mask = records["logits"][0].argmax(-1), model.mask_token
    if given.tgt_ids is not None:
        tokens[:-1] = given.tgt_ids[0, 1:]
    elif given.src_ids is not None and mask is not None and mask in given.src_ids:
        tokens[given.src_ids[0] != mask] = -1
    if has_target:
        tokens[-1] = model.ids(target, is_target=True, languages=languages)[0, -1]
    gradient = row_gradients(model.model, given, path, tokens)
    weights = (heads * gradient)[heads_on].sum(0)  # (seq_q, seq_k)
print(weights)
