"""The PyTorch code of the encoder-decoder page."""

from pages.encoder_decoder.forward import Forward


def encoder_decoder_code(forward: Forward, label_smoothing: float) -> str:
    """The page's model with the workbench's own core; torch's initialisers draw other numbers."""
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


def torch_code(forward: Forward, label_smoothing: float) -> str:
    """The same in torch alone, each block of the paper in one or two lines."""
    sizes, sentences = forward.sizes, forward.sentences
    drops = forward.dropout_seed is not None and sizes.dropout > 0
    summed, made = ("drop({})", "drop(f({}))") if drops else ("{}", "f({})")
    add = f"x + {made}".format("norm(x)") if forward.norm_first else f"norm(x + {made})".format("x")
    last = ("norm(x)", "norm(y)") if forward.norm_first else ("x", "y")
    tables = (
        "src_table = tgt_table = output = table()"
        if sizes.shared
        else "src_table, tgt_table = table(), table()"
    )
    output = [] if sizes.shared else ["output = matrix(vocab, d_model)"]
    return "\n".join(
        [
            "import torch",
            "from torch.nn.functional import cross_entropy, layer_norm",
            "",
            f"vocab, d_model, num_heads = {sizes.vocab_size}, {sizes.d_model}, {sizes.num_heads}",
            f"num_layers, d_ff = {sizes.num_layers}, {sizes.d_ff}",
            f"src_ids = torch.tensor({sentences.src_ids.tolist()})",
            f"tgt_ids = torch.tensor({sentences.tgt_ids.tolist()})",
            f"targets = torch.tensor({sentences.targets.tolist()})",
            f"draw = torch.Generator().manual_seed({forward.seed})",
            "",
            "def table():",
            "    return torch.empty(vocab, d_model).normal_(std=d_model**-0.5, generator=draw)",
            "def matrix(*size):",
            "    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=draw)",
            "def heads():",
            "    return [matrix(d_model, d_model) for _ in range(4)]  # W_Q, W_K, W_V, W_O",
            "def hidden_layer():",
            "    return [matrix(d_ff, d_model), matrix(d_model, d_ff)]",
            "",
            tables,
            "encoder = [(heads(), hidden_layer()) for _ in range(num_layers)]",
            "decoder = [(heads(), heads(), hidden_layer()) for _ in range(num_layers)]",
            *output,
            "",
            "def embedded(ids, table):",
            "    position = torch.arange(ids.size(1), dtype=torch.float64).unsqueeze(1)",
            "    angle = position * 1e4 ** -(torch.arange(0, d_model, 2).double() / d_model)",
            "    PE = torch.stack([angle.sin(), angle.cos()], 2).flatten(1)[:, :d_model].float()",
            "    return " + summed.format("table[ids] * d_model**0.5 + PE"),
            *(_dropping(sizes.dropout, forward.dropout_seed) if drops else []),
            "def norm(x):",
            "    return layer_norm(x, (d_model,), eps=1e-6)",
            "def attend(x, memory, W, mask):",
            "    Q, K, V = ((y @ w.T).unflatten(2, (num_heads, -1)).transpose(1, 2)",
            "               for y, w in zip((x, memory, memory), W))",
            "    scaled = (Q @ K.mT / Q.size(-1) ** 0.5).masked_fill(mask, -torch.inf)",
            "    weights = scaled.softmax(dim=-1).nan_to_num(0.0)  # (1, heads, seq_q, seq_k)",
            "    return (weights @ V).transpose(1, 2).flatten(2) @ W[3].T",
            "def feed_forward(x, W):",
            "    return (x @ W[0].T).relu() @ W[1].T",
            "def add_and_norm(x, f):",
            f"    return {add}",
            "",
            "# True = hidden",
            "src_mask = (src_ids == 0)[:, None, None, :]",
            "seq_q = tgt_ids.size(1)",
            "tgt_mask = (tgt_ids == 0)[:, None, None, :] | torch.ones(seq_q, seq_q).triu(1).bool()",
            "x = embedded(src_ids, src_table)",
            "for W, F in encoder:",
            "    x = add_and_norm(x, lambda x: attend(x, x, W, src_mask))",
            "    x = add_and_norm(x, lambda x: feed_forward(x, F))",
            f"memory, y = {last[0]}, embedded(tgt_ids, tgt_table)",
            "for W, C, F in decoder:",
            "    y = add_and_norm(y, lambda y: attend(y, y, W, tgt_mask))",
            "    y = add_and_norm(y, lambda y: attend(y, memory, C, src_mask))",
            "    y = add_and_norm(y, lambda y: feed_forward(y, F))",
            f"logits = {last[1]} @ output.T",
            "loss = cross_entropy(",
            f"    logits.flatten(0, 1), targets.flatten(), ignore_index=0, "
            f"label_smoothing={label_smoothing}",
            ")",
            "print(logits.softmax(dim=-1), loss)",
        ]
    )


def _dropping(rate: float, seed: int | None) -> list[str]:
    """Dropout (section 5.4) with the page's draws: one generator, in the order of the forward."""
    return [
        f"drops = torch.Generator().manual_seed({seed})",
        "def drop(x):",
        f"    dropped = torch.rand(x.shape, generator=drops) < {rate}",
        f"    return x.masked_fill(dropped, 0.0) / {1 - rate}",
    ]
