"""Whether the word that a head looks at most matters most: python -m benchmarks.looks_and_effects

For each token of the translations of --sentences new sentences, drawn from --seed, the word with
the largest weight of each head of the decoder's cross-attention is compared with the word whose
hiding changes the token's probability most. Tokens of which no word's hiding changes it by a
hundredth are left out. With --store the counts are kept beside the weights, where the page "What
attention does not say" finds them.
"""

from collections.abc import Iterable
from itertools import islice

import torch
from torch import Tensor

from benchmarks.stored_counts import asked
from english_korean import Translator
from english_korean.checkpoint import WEIGHTS, digest
from english_korean.language.pairs import Pair
from english_korean.looks_and_effects import Counts, LooksAndEffects, save_looks
from english_korean.teaching.pairs import random_pairs
from transformer_core import Transformer, trace
from transformer_lab.measures.hidden_words import (
    DECISIVE,
    is_sink,
    log_probabilities_of,
    logits_without_each,
    passed_on,
)

SEED = 808
SENTENCES = 200
CROSS = "decoder.layers.{layer}.cross_attention"


@torch.inference_mode()
def counted(translator: Translator, pair: Pair) -> Tensor:
    """One sentence: (3, layers, heads) of looking elsewhere, the same by share, sinks; the number
    of tokens that were counted stands in front of them as (1, layers, heads).
    """
    model = translator.model
    text = " ".join(word.text for word in pair.words)
    translation = translator.translate(text, style=pair.style)
    src_ids, tgt_ids = translator.source_ids(translation.recognition), translation.tgt_ids
    with trace(model) as records:
        logits = model(src_ids, tgt_ids[:, :-1])
    without = logits_without_each(model, src_ids, tgt_ids[:, :-1])  # (words, tokens, vocab)
    ids = tgt_ids[0, 1:]
    before, after = log_probabilities_of(logits[0], ids), log_probabilities_of(without, ids)
    changes = (after.exp() - before.exp()).T  # (tokens, words)
    decided = changes.abs().amax(-1) >= DECISIVE
    layers = range(len(model.decoder.layers))
    each = [_of_layer(model, records, layer, changes) for layer in layers]
    found = torch.stack(each, dim=1) & decided  # (4, layers, heads, tokens)
    return found.sum(-1)


def _of_layer(
    model: Transformer, records: dict[str, Tensor], layer: int, changes: Tensor
) -> Tensor:
    """(4, heads, tokens) of bool: whatever, looking elsewhere, the same by share, sinks."""
    path = CROSS.format(layer=layer)
    weights, values = records[f"{path}.weights"][0], records[f"{path}.values"][0]
    parameter = model.get_parameter(f"{path}.w_o.weight")
    W_O = parameter.unflatten(1, (len(values), -1)).transpose(0, 1)  # (heads, d_model, d_v)
    lengths = passed_on(values, W_O).norm(dim=-1)[:, None].expand_as(weights)
    decisive = changes.abs().argmax(-1)  # (tokens,)
    elsewhere = weights.argmax(-1) != decisive
    by_share = (weights * lengths).argmax(-1) != decisive
    sinks = is_sink(weights, lengths, changes.expand_as(weights))
    return torch.stack([torch.ones_like(sinks), elsewhere, by_share, sinks])


def looks_and_effects(
    translator: Translator, pairs: Iterable[Pair], weights: str
) -> LooksAndEffects:
    """Count over sentences. `weights` is the digest of the translator's weights."""
    each = [counted(translator, pair) for pair in pairs]
    tokens, *counts = torch.stack(each).sum(0)
    elsewhere, by_share, sinks = map(_as_counts, counts)
    return LooksAndEffects(
        len(each), int(tokens[0, 0]), DECISIVE, elsewhere, by_share, sinks, weights
    )


def _as_counts(found: Tensor) -> Counts:
    return tuple(tuple(map(int, row)) for row in found.tolist())


def shown(looks: LooksAndEffects) -> str:
    """The table of the counts, as shares."""
    lines = [
        f"{looks.sentences} sentences, {looks.tokens} tokens that hiding a word changes",
        "head                | elsewhere | by weight x length | sinks",
    ]
    for layer, heads in enumerate(looks.elsewhere):
        for head in range(len(heads)):
            all_counts = (looks.elsewhere, looks.elsewhere_by_share, looks.sinks)
            shares = [counts[layer][head] / looks.tokens for counts in all_counts]
            first, second, third = (f"{share:.3f}" for share in shares)
            lines.append(
                f"layer {layer + 1}, head {head + 1:2}    | {first:9} | {second:18} | {third}"
            )
    return "\n".join(lines)


def main() -> None:
    arguments, translator = asked(__doc__, seed=SEED, sentences=SENTENCES, stored="the counts")
    pairs = islice(random_pairs(arguments.seed, "test"), arguments.sentences)
    weights = digest(arguments.checkpoint / WEIGHTS)
    looks = looks_and_effects(translator, pairs, weights)
    print(shown(looks))
    if arguments.store:
        save_looks(arguments.checkpoint, looks)


if __name__ == "__main__":
    main()
