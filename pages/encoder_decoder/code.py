"""The PyTorch of the encoder-decoder page."""

from pages.encoder_decoder.forward import Forward


def encoder_decoder_code(forward: Forward, label_smoothing: float) -> str:
    """The page's model, from the workbench's own core: torch's initialisers draw otherwise."""
    sizes, sentences, dropout_seed = forward.sizes, forward.sentences, forward.dropout_seed
    norm_first = forward.norm_first
    drops = dropout_seed is not None
    more = ", seeded_dropout" if drops else ""
    inside = f", seeded_dropout({dropout_seed})" if drops else ""
    dropout = f" dropout={sizes.dropout}," if drops else ""
    shared = "    shared_embeddings=True,\n" if sizes.shared else ""
    return f"""import torch
from transformer_core import TransformerConfig, build_transformer, masked_cross_entropy{more}, trace

config = TransformerConfig(
    {sizes.vocab_size}, {sizes.vocab_size}, d_model={sizes.d_model}, num_heads={sizes.num_heads},
    num_layers={sizes.num_layers}, d_ff={sizes.d_ff},{dropout} max_len=128, norm_first={norm_first},
{shared})
model = build_transformer(config, seed={forward.seed})
src_ids = torch.tensor({sentences.src_ids.tolist()})
tgt_ids = torch.tensor({sentences.tgt_ids.tolist()})
targets = torch.tensor({sentences.targets.tolist()})
with torch.inference_mode(), trace(model) as records{inside}:
    logits = model(src_ids, tgt_ids)
for name, tensor in records.items():
    print(name, tuple(tensor.shape))
loss = masked_cross_entropy(logits, targets, label_smoothing={label_smoothing})
print(torch.softmax(logits, dim=-1), loss)"""
