"""One attention of the translator agrees with the model's own trace, and with torch."""

import pytest
import torch
from torch import Tensor

from pages.translator.model_edits import PATHS, the_translator
from pages.translator.trained_attention import (
    KINDS,
    TrainedAttention,
    is_readable,
    trained_attention,
    translator_config,
)
from transformer_core import attention, trace
from ui.models.attentions import Kind
from ui.state.typed_input import InputError

SENTENCES = (
    "the cat saw the dog",
    "Zoe saw a quokka in the park",
    "colorless green ideas sleep furiously",
    "she slept",
)
EVERY = [
    (sentence, kind, layer)
    for sentence in SENTENCES
    for kind in KINDS
    for layer in range(translator_config().num_layers)
]


def near(one: Tensor, other: Tensor) -> None:
    torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


@torch.inference_mode()
def traced(shown: TrainedAttention, kind: Kind, layer: int) -> dict[str, Tensor]:
    translator, written = the_translator(), shown.written
    src_ids = translator.source_ids(written.recognition)
    with trace(translator.model) as records:
        translator.model(src_ids, written.translation.tgt_ids[:, :-1])
    path = PATHS[kind].format(layer=layer)
    return {
        name.removeprefix(f"{path}."): tensor[0]
        for name, tensor in records.items()
        if name.startswith(path)
    }


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_every_number_is_the_models_own(sentence: str, kind: Kind, layer: int) -> None:
    shown = trained_attention(sentence, kind, layer)
    records = traced(shown, kind, layer)
    pairs = {"queries": shown.Q, "keys": shown.K, "values": shown.V, "projected": shown.output}
    pairs |= dict(zip(("scores", "scaled", "masked", "weights", "heads"), shown.steps, strict=True))
    for name, tensor in pairs.items():
        near(tensor, records[name])
    mask = torch.zeros_like(records["mask"][0]) if shown.mask is None else shown.mask
    assert torch.equal(mask, records["mask"][0])


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_a_heads_weights_make_its_numbers(sentence: str, kind: Kind, layer: int) -> None:
    shown = trained_attention(sentence, kind, layer)
    total = shown.bias.clone()
    for head in range(shown.num_heads):
        W = shown.head_weights(head)
        Q = shown.X @ W.W_Q + W.b_Q
        K, V = shown.memory @ W.W_K + W.b_K, shown.memory @ W.W_V + W.b_V
        for made, own in ((Q, shown.Q), (K, shown.K), (V, shown.V)):
            near(made, own[head])
        for made, own in zip(attention(Q, K, V, shown.mask), shown.head_steps(head), strict=True):
            near(made, own)
        total = total + shown.head_steps(head).output @ W.W_O
    near(total, shown.output)


def test_self_attention_reads_one_sentence_and_cross_attention_two() -> None:
    for layer in range(translator_config().num_layers):
        for kind in KINDS:
            shown = trained_attention("the cat saw the dog", kind, layer)
            assert (shown.memory is shown.X) == (kind != "cross")
    cross = trained_attention("the cat saw the dog", "cross", 0)
    assert torch.equal(cross.memory, cross.computation.tensors["encoder.output"])


def test_the_first_layers_input_is_the_embedding_and_its_position() -> None:
    for kind, side in (("encoder", "src"), ("decoder", "tgt")):
        shown = trained_attention("the cat saw the dog", kind, 0)
        tensors = shown.computation.tensors
        near(shown.X, tensors[f"{side}_scaled"] + tensors[f"{side}_positions"])


@pytest.mark.parametrize("language", ["en", "ko"])
def test_there_is_a_label_for_every_query_and_key(language: str) -> None:
    for sentence, kind, layer in EVERY:
        shown = trained_attention(sentence, kind, layer)
        queries, keys = shown.labels(language)
        assert shown.steps.weights.shape[1:] == (len(queries), len(keys))
        assert len({*map(str, queries)}) == len(queries) and len({*map(str, keys)}) == len(keys)


def test_only_the_decoder_hides_what_comes_later() -> None:
    for layer in range(translator_config().num_layers):
        for kind in ("encoder", "cross"):
            assert trained_attention("she slept", kind, layer).mask is None
        hidden = trained_attention("she slept", "decoder", layer).mask
        assert hidden is not None
        assert torch.equal(hidden, torch.ones_like(hidden).triu(1))


def test_a_word_that_is_taken_away_gets_no_weight() -> None:
    shown = trained_attention("the cat saw the dog", "encoder", 0, frozenset({1}))
    assert shown.mask is not None and bool(shown.mask[:, 1].all())
    assert float(shown.steps.weights[:, :, 1].max()) == 0


@pytest.mark.parametrize("sentence", ["", "   "])
def test_a_sentence_without_words_is_refused_with_a_message(sentence: str) -> None:
    assert not is_readable(sentence)
    with pytest.raises(InputError, match="empty_sentence"):
        trained_attention(sentence)


def test_words_that_it_does_not_know_are_allowed() -> None:
    assert is_readable("Zoe saw a quokka") and is_readable("나는 책을 읽는다")
    assert trained_attention("나는 책을 읽는다").X.size(1) == translator_config().d_model


def test_the_same_attention_is_kept() -> None:
    first = trained_attention("she slept", "cross", 1)
    assert trained_attention("she slept", "cross", 1) is first
