"""The right and the wrong result of a mistake in torch alone, on the page's own input."""

from collections.abc import Callable
from typing import NamedTuple

from pages.mistakes.setting import Sizes
from transformer_lab.measures.schedule import EVEN_STEPS, GROWING_STEPS
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.attention import LARGEST_D_K, LONGEST, queries_and_keys
from transformer_lab.mistakes.inputs import TOKENS
from transformer_lab.mistakes.layers import HEADS_D_MODEL, NORM_CONFIG
from transformer_lab.mistakes.layers import TOKENS as NORM_TOKENS
from transformer_lab.mistakes.training import D_MODEL, LAST_STEP, MOST_PADDING, REAL_TOKENS, VOCAB

LINE = "{line}"
"""Placeholder for the faulty or right line in the body of a function."""
GUARDED_SOFTMAX = "return torch.softmax(masked, dim=-1).nan_to_num(0.0)"
"""A fully hidden row gets zero weight, as in the core."""


class Source(NamedTuple):
    """What the right and the wrong code have in common."""

    given: list[str]
    """The lines above both functions: imports and input."""
    call: str
    """The call without its prefix "right_" or "wrong_"; the input variables are its arguments."""
    body: list[str]
    """The body of both functions, with `LINE` in it."""


def torch_code(name: str, sizes: Sizes) -> str:
    """Two functions that differ in one line, and their results on the input."""
    given, call, body = _SOURCES[name](sizes)
    lines = MISTAKES[name].lines
    return "\n".join(
        [
            *given,
            "",
            "",
            *_function(f"right_{call}", body, f"{lines.right}  # right"),
            "",
            "",
            *_function(f"wrong_{call}", body, f"{lines.wrong}  # wrong"),
            "",
            "",
            f"right, wrong = right_{call}, wrong_{call}",
            'print(right, wrong, wrong - right, sep="\\n")',
        ]
    )


def _function(call: str, body: list[str], line: str) -> list[str]:
    return [f"def {call}:", *(f"    {row.replace(LINE, line)}" for row in body)]


def _queries_and_keys(sizes: Sizes) -> list[str]:
    """The imports, and Q and K."""
    seq_len, d_k = queries_and_keys(**sizes)["Q"].shape
    return [
        "import math",
        "",
        "import torch",
        "",
        f"seq_len, d_k = {seq_len}, {d_k}",
        f"draw = torch.Generator().manual_seed({sizes['seed']})",
        "# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers",
        f"drawn = torch.randn(2, {LONGEST}, {LARGEST_D_K}, generator=draw)",
        "Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each",
    ]


def _scaled(sizes: Sizes) -> list[str]:
    return [
        *_queries_and_keys(sizes),
        "scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)",
    ]


def _look_ahead(name: str) -> str:
    return f"{name} = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden"


def _padding_first(sizes: Sizes) -> list[str]:
    """Scaled scores, and the mask of a sentence that starts with padding."""
    drawn = {name: size for name, size in sizes.items() if name != "padding"}
    return [
        *_scaled(drawn),
        "",
        "token_ids = torch.arange(1, seq_len + 1)",
        f"token_ids[:{sizes['padding']}] = 0  # padding",
        _look_ahead("future"),
        "mask = (token_ids == 0) | future  # (seq_len, seq_len)",
    ]


def _unscaled_scores(sizes: Sizes) -> Source:
    body = [
        "scores = Q @ K.T  # (seq_len, seq_len)",
        LINE,
        "return torch.softmax(scaled, dim=-1)",
    ]
    return Source(_queries_and_keys(sizes), "weights(Q, K)", body)


def _softmax_over_queries(sizes: Sizes) -> Source:
    return Source(_scaled(sizes), "weights(scaled)", [LINE])


def _mask_after_softmax(sizes: Sizes) -> Source:
    return Source([*_scaled(sizes), _look_ahead("mask")], "weights(scaled, mask)", [LINE])


def _shifted_mask(sizes: Sizes) -> Source:
    body = [LINE, "masked = scaled.masked_fill(mask, -math.inf)  # True = hidden", GUARDED_SOFTMAX]
    return Source(_scaled(sizes), "weights(scaled)", body)


def _minus_1e9(sizes: Sizes) -> Source:
    return Source(_padding_first(sizes), "weights(scaled, mask)", [LINE, GUARDED_SOFTMAX])


def _minus_infinity(sizes: Sizes) -> Source:
    given = [*_padding_first(sizes), "masked = scaled.masked_fill(mask, -math.inf)"]
    return Source(given, "weights(masked)", [LINE])


def _one_speed(sizes: Sizes) -> Source:
    given = [
        "import torch",
        "",
        f"seq_len, d_model = {sizes['positions']}, {sizes['d_model']}",
        "position = torch.arange(seq_len, dtype=torch.float64)",
    ]
    body = [
        "encoding = torch.empty(seq_len, d_model)",
        "for i in range(d_model):",
        f"    {LINE}",
        "    encoding[:, i] = angle.cos() if i % 2 else angle.sin()",
        "return encoding",
    ]
    return Source(given, "encoding(position)", body)


def _unscaled_embeddings(sizes: Sizes) -> Source:
    """An untrained model draws the table of its source embeddings first."""
    given = [
        "import torch",
        "",
        f"seq_len, d_model = {TOKENS}, {sizes['d_model']}",
        f"draw = torch.Generator().manual_seed({sizes['seed']})",
        "table = torch.empty(seq_len + 1, d_model)  # (vocab, d_model)",
        "table.normal_(std=d_model**-0.5, generator=draw)",
        "token_ids = torch.arange(1, seq_len + 1).unsqueeze(0)  # (1, seq_len)",
        "embeddings = table[token_ids]  # (1, seq_len, d_model)",
        "",
        "position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)  # (seq_len, 1)",
        "pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # (d_model / 2,)",
        "angle = position / 10_000 ** (pair / d_model)  # (seq_len, d_model / 2)",
        "PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()",
    ]
    return Source(given, "encoded(embeddings)", [LINE, "return scaled + PE"])


def _heads_without_transpose(sizes: Sizes) -> Source:
    given = [
        "import torch",
        "",
        f"seq_len, d_model, num_heads = {sizes['seq_len']}, {HEADS_D_MODEL}, {sizes['num_heads']}",
        "# Token 3, dimension 5 holds 3.05",
        "x = torch.arange(seq_len).unsqueeze(1) + torch.arange(d_model) / 100",
        "x = x.unsqueeze(0)  # (1, seq_len, d_model)",
    ]
    body = ["batch, seq_len, _ = x.shape", "# (batch, heads, seq_len, d_k)", LINE]
    return Source(given, "heads(x)", body)


def _pre_norm(sizes: Sizes) -> Source:
    body = [
        "outputs = []",
        "for layer in layers:",
        "    for sublayer in layer:",
        f"        {LINE}",
        "    outputs.append(x)",
        "return torch.cat(outputs)  # (layers, seq_len, d_model)",
    ]
    return Source(_untrained_encoder(sizes), "outputs(x)", body)


def _untrained_encoder(sizes: Sizes) -> list[str]:
    """Random x, and the layers of an encoder, drawn in the core's order."""
    names = ", ".join(NORM_CONFIG)
    values = ", ".join(str(size) for size in NORM_CONFIG.values())
    return f"""import torch
from torch.nn.functional import layer_norm

num_layers, {names} = {sizes["num_layers"]}, {values}
draw = torch.Generator().manual_seed({sizes["seed"]})
x = torch.empty(1, {NORM_TOKENS}, d_model).normal_(generator=draw)  # (1, seq_len, d_model)
draw.manual_seed({sizes["seed"]})  # the weights start from the same seed


def matrix(*size):
    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=draw)


def split(x):
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (1, heads, seq_len, d_k)


def attention():
    W_Q, W_K, W_V, W_O = (matrix(d_model, d_model) for _ in range(4))

    def sublayer(x):
        Q, K, V = (split(x @ W.T) for W in (W_Q, W_K, W_V))
        weights = torch.softmax(Q @ K.mT / Q.size(-1) ** 0.5, dim=-1)
        return (weights @ V).transpose(1, 2).flatten(2) @ W_O.T  # (1, seq_len, d_model)

    return sublayer


def feed_forward():
    W_1, W_2 = matrix(d_ff, d_model), matrix(d_model, d_ff)
    return lambda x: torch.relu(x @ W_1.T) @ W_2.T


def norm(x):
    return layer_norm(x, (d_model,), eps=1e-6)


layers = [(attention(), feed_forward()) for _ in range(num_layers)]""".splitlines()


def _loss_over_padding(sizes: Sizes) -> Source:
    given = [
        "import torch",
        "import torch.nn.functional as F",
        "",
        f"real, padded, vocab = {REAL_TOKENS}, {sizes['padded']}, {VOCAB}",
        f"draw = torch.Generator().manual_seed({sizes['seed']})",
        f"logits = torch.randn(1, {REAL_TOKENS + MOST_PADDING}, vocab, generator=draw)",
        "logits = logits[:, : real + padded]  # (1, seq_len, vocab)",
        "token_ids = torch.randint(1, vocab, (real,), generator=draw)",
        "targets = F.pad(token_ids, (0, padded)).unsqueeze(0)  # (1, seq_len), padding is 0",
        "total = F.cross_entropy(",
        '    logits.flatten(0, 1), targets.flatten(), ignore_index=0, reduction="sum"',
        ")",
    ]
    return Source(given, "loss(total, targets)", [LINE])


def _warmup_exponent(sizes: Sizes) -> Source:
    given = [
        "import math",
        "",
        "import torch",
        "",
        f"d_model, warmup_steps, last = {D_MODEL}, {sizes['warmup']}, {LAST_STEP:_}",
        f"even = torch.linspace(0, last, {EVEN_STEPS}, dtype=torch.float64)",
        f"growing = torch.logspace(0, math.log10(last), {GROWING_STEPS}, dtype=torch.float64)",
        "ends = torch.tensor([warmup_steps, last])",
        "steps = torch.cat([even.round(), growing.round(), ends]).unique()  # (points,)",
    ]
    body = [
        "falling = steps**-0.5",
        LINE,
        "return (d_model**-0.5 * torch.minimum(falling, rising)).float()",
    ]
    return Source(given, "rates(steps)", body)


_SOURCES: dict[str, Callable[[Sizes], Source]] = {
    "unscaled_scores": _unscaled_scores,
    "softmax_over_queries": _softmax_over_queries,
    "mask_after_softmax": _mask_after_softmax,
    "mask_hides_itself": _shifted_mask,
    "mask_leaks_next": _shifted_mask,
    "minus_1e9": _minus_1e9,
    "minus_infinity": _minus_infinity,
    "one_speed": _one_speed,
    "unscaled_embeddings": _unscaled_embeddings,
    "heads_without_transpose": _heads_without_transpose,
    "pre_norm": _pre_norm,
    "loss_over_padding": _loss_over_padding,
    "warmup_exponent": _warmup_exponent,
}
