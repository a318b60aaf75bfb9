"""The PyTorch of the sentence page."""


def your_sentence_code(sentence: str, model: str, name: str = "") -> str:
    """The translator's or, by its name, a Hugging Face model's attention on a sentence."""
    if model == "hugging_face":
        return f"""from ui.pretrained import load

attentions = load({name!r}).look({sentence!r})
for kind in attentions.kinds:
    print(kind, getattr(attentions, kind).shape)  # (layers, heads, seq_q, seq_k)"""
    start = ".untrained()" if model == "untrained" else ""
    return f"""import torch
from transformer_core import trace
from transformer_core.translator import Translator

translator = Translator.load(){start}
translation = translator.translate({sentence!r})
print(translation.written)

src_ids = translator.source_ids(translation.recognition)
with torch.inference_mode(), trace(translator.model) as records:
    translator.model(src_ids, translation.tgt_ids[:, :-1])
for name, tensor in records.items():
    if name.endswith("weights"):
        print(name, tuple(tensor.shape))  # (1, heads, seq_q, seq_k)
print(translation.attention)  # the last layer's cross-attention, one row for each token written"""
