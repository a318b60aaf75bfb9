import dataclasses
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    generator,
    masked_cross_entropy,
    positional_encoding,
    trace,
)
from transformer_lab.measures import parameter_counts

POST = TransformerConfig(12, 9, 16, 4, num_layers=2, d_ff=24, dropout=0.1, max_len=10)
PRE = dataclasses.replace(POST, norm_first=True)
MODELS = {False: build_transformer(POST, seed=1), True: build_transformer(PRE, seed=1)}

SRC = torch.tensor([[3, 4, 5, 6, 7], [8, 9, 10, 0, 0]])
TGT = torch.tensor([[1, 2, 3, 4], [1, 5, 0, 0]])

both_norms = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])
norms = st.booleans()
seeds = st.integers(0, 10_000)


def sentences(seed, batch, seq_len, vocab_size):
    return torch.randint(1, vocab_size, (batch, seq_len), generator=generator(seed))


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@both_norms
def test_the_whole_model_equals_torchs(norm_first, torch_twin, shaken):
    config = PRE if norm_first else POST
    ours = shaken(build_transformer(config, seed=1))
    theirs = torch_twin(ours, config)
    scale = math.sqrt(16)
    src = ours.src_embedding(SRC) * scale + positional_encoding(5, 16)
    tgt = ours.tgt_embedding(TGT) * scale + positional_encoding(4, 16)
    decoded = theirs(
        src,
        tgt,
        tgt_mask=torch.ones(4, 4, dtype=torch.bool).triu(1),
        src_key_padding_mask=SRC == 0,
        tgt_key_padding_mask=TGT == 0,
        memory_key_padding_mask=SRC == 0,
    )
    logits = ours(SRC, TGT)
    assert logits.shape == (2, 4, 9)
    torch.testing.assert_close(logits, ours.output(decoded), atol=1e-5, rtol=1e-5)


def test_encode_then_decode_is_forward():
    model = MODELS[False]
    memory = model.encode(SRC)
    assert memory.shape == (2, 5, 16)
    assert torch.equal(model.decode(TGT, memory, SRC), model(SRC, TGT))


def test_embeddings_are_scaled_by_the_root_of_d_model_before_positions_are_added():
    model = MODELS[False]
    with trace(model) as records:
        model(SRC, TGT)
    torch.testing.assert_close(records["src_scaled"], 4 * model.src_embedding(SRC))
    torch.testing.assert_close(
        records["tgt_encoded"], 4 * model.tgt_embedding(TGT) + positional_encoding(4, 16)
    )


@given(norm_first=norms, seed=seeds, changed=st.integers(1, 5))
def test_a_target_token_changes_nothing_before_it(norm_first, seed, changed):
    model = MODELS[norm_first]
    src, tgt = sentences(seed, 2, 5, 12), sentences(seed + 1, 2, 6, 9)
    other = tgt.clone()
    other[:, changed:] = sentences(seed + 2, 2, 6 - changed, 9)
    before, after = model(src, tgt)[:, :changed], model(src, other)[:, :changed]
    torch.testing.assert_close(before, after, atol=1e-6, rtol=1e-5)


@given(norm_first=norms, seed=seeds, padding=st.integers(1, 4))
def test_padding_the_source_changes_nothing(norm_first, seed, padding):
    model = MODELS[norm_first]
    src, tgt = sentences(seed, 1, 5, 12), sentences(seed + 1, 1, 4, 9)
    padded = torch.cat([src, torch.zeros(1, padding, dtype=torch.long)], dim=1)
    torch.testing.assert_close(model(src, tgt), model(padded, tgt), atol=1e-5, rtol=1e-5)


@given(norm_first=norms, seed=seeds, padding=st.integers(1, 4))
def test_padding_the_target_changes_nothing_before_it(norm_first, seed, padding):
    model = MODELS[norm_first]
    src, tgt = sentences(seed, 1, 5, 12), sentences(seed + 1, 1, 4, 9)
    padded = torch.cat([tgt, torch.zeros(1, padding, dtype=torch.long)], dim=1)
    torch.testing.assert_close(model(src, tgt), model(src, padded)[:, :4], atol=1e-5, rtol=1e-5)


def test_the_embedding_of_padding_does_not_matter():
    model = build_transformer(POST, seed=1)
    before = model(SRC, TGT)
    with torch.no_grad():
        model.src_embedding.weight[0] += 100
    after = model(SRC, TGT)
    torch.testing.assert_close(before, after, atol=1e-5, rtol=1e-5)


@both_norms
def test_every_weight_gets_a_finite_gradient(norm_first):
    model = build_transformer(PRE if norm_first else POST, seed=1).train()
    masked_cross_entropy(model(SRC, TGT), TGT).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        # A key's bias adds the same to every score of a query, which softmax does not see
        if not name.endswith("w_k.bias"):
            assert parameter.grad.abs().sum() > 0, name


def test_a_sentence_of_nothing_but_padding_gives_finite_logits_and_gradients():
    model = build_transformer(POST, seed=1)
    src, tgt = SRC.clone(), TGT.clone()
    src[1], tgt[1] = 0, 0
    logits = model(src, tgt)
    masked_cross_entropy(logits, tgt).backward()
    assert logits.isfinite().all()
    assert all(parameter.grad.isfinite().all() for parameter in model.parameters())


@settings(max_examples=20)
@given(norm_first=norms, seed=seeds, hidden=st.integers(0, 31))
def test_logits_are_never_nan_whatever_is_padding(norm_first, seed, hidden):
    src = sentences(seed, 1, 5, 12)
    src[0, [index for index in range(5) if hidden >> index & 1]] = 0
    assert MODELS[norm_first](src, src.clamp(max=8)).isfinite().all()


def test_the_seed_decides_every_weight():
    first, second = build_transformer(POST, seed=5), build_transformer(POST, seed=5)
    for mine, same in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(mine, same)
    other = build_transformer(POST, seed=6)
    assert not torch.equal(first.output.weight, other.output.weight)


def test_building_leaves_torchs_global_generator_alone():
    before = torch.random.get_rng_state()
    build_transformer(POST, seed=5)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_a_built_model_has_the_positions_and_no_dropout():
    model = build_transformer(POST, seed=5)
    assert torch.equal(model.positional_encoding.encoding, positional_encoding(10, 16))
    assert torch.equal(model(SRC, TGT), model(SRC, TGT))
    assert all(parameter.isfinite().all() for parameter in model.parameters())


def test_embeddings_start_with_the_size_of_the_positions():
    model = build_transformer(dataclasses.replace(POST, src_vocab_size=5000), seed=5)
    assert 4 * model.src_embedding.weight.std().item() == pytest.approx(1, abs=0.02)


def test_the_papers_base_model_is_counted_without_allocating_it():
    with torch.device("meta"):
        model = Transformer(TransformerConfig(37_000, 37_000))
    counted = sum(parameter.numel() for parameter in model.parameters())
    d, d_ff, vocab = 512, 2048, 37_000
    attention = 4 * (d * d + d)
    feed_forward = 2 * d * d_ff + d_ff + d
    norm = 2 * d
    encoder = 6 * (attention + feed_forward + 2 * norm)
    decoder = 6 * (2 * attention + feed_forward + 3 * norm)
    assert counted == encoder + decoder + 2 * vocab * d + vocab * d + vocab
    assert all(parameter.is_meta for parameter in model.parameters())


@pytest.mark.parametrize(
    ("src", "tgt", "message"),
    [
        ([[12]], [[1]], "src_ids contains 12, which is not in the vocabulary of 12 tokens"),
        ([[1]], [[9]], "tgt_ids contains 9, which is not in the vocabulary of 9 tokens"),
        ([[-1]], [[1]], "src_ids contains -1"),
        ([1], [[1]], r"src_ids must have shape \(batch, seq_len\), got \(1,\)"),
        ([[1] * 11], [[1]], "seq_len must be at most max_len=10, got 11"),
    ],
)
def test_impossible_sentences_are_refused_with_the_numbers(src, tgt, message):
    with pytest.raises(ValueError, match=message):
        MODELS[False](torch.tensor(src), torch.tensor(tgt))


TIED = dataclasses.replace(POST, tied_output=True)


def test_a_tied_output_is_the_product_with_the_target_embedding():
    model = build_transformer(TIED, seed=1)
    with trace(model) as records:
        logits = model(SRC, TGT)
    torch.testing.assert_close(logits, records["decoder.output"] @ model.tgt_embedding.weight.mT)
    assert model.output.weight is model.tgt_embedding.weight


def test_a_tied_matrix_is_one_parameter_that_learns_from_both_its_uses():
    tied, untied = build_transformer(TIED, seed=1), build_transformer(POST, seed=1)
    names = {name for name, _ in tied.named_parameters()}
    assert names == {name for name, _ in untied.named_parameters()} - {
        "output.weight",
        "output.bias",
    }
    assert set(tied.state_dict()) == names
    masked_cross_entropy(tied(SRC, TGT), TGT).backward()
    # Token 8 is in no target: only as an output does it get a gradient
    assert tied.tgt_embedding.weight.grad[8].abs().sum() > 0


def test_tying_is_off_unless_asked_for():
    assert not TransformerConfig(9, 9).tied_output
    assert build_transformer(POST, seed=1).output.bias is not None


SHARED = dataclasses.replace(POST, shared_embeddings=True, tgt_vocab_size=POST.src_vocab_size)


def test_shared_embeddings_are_one_matrix_in_three_places():
    model = build_transformer(SHARED, seed=1)
    assert model.src_embedding.weight is model.tgt_embedding.weight is model.output.weight
    names = [name for name, _ in model.named_parameters()]
    assert "src_embedding.weight" in names
    assert not [name for name in names if name.startswith(("tgt_embedding", "output"))]


def test_shared_embeddings_save_two_matrices_and_a_bias():
    apart = dataclasses.replace(SHARED, shared_embeddings=False)
    shared_count, count = (sum(parameter_counts(each).values()) for each in (SHARED, apart))
    vocab, d_model = SHARED.src_vocab_size, SHARED.d_model
    assert count - shared_count == 2 * vocab * d_model + vocab


@pytest.mark.parametrize(
    ("sizes", "millions"),
    [
        ({}, 63.1),
        ({"d_model": 1024, "num_heads": 16, "d_ff": 4096}, 214.2),
    ],
)
def test_the_papers_models_have_the_counts_that_the_page_gives(sizes, millions):
    config = TransformerConfig(37_000, 37_000, shared_embeddings=True, **sizes)
    assert round(sum(parameter_counts(config).values()) / 1e6, 1) == millions


def test_sharing_needs_one_vocabulary():
    with pytest.raises(ValueError, match=r"src_vocab_size=9 must equal tgt_vocab_size=8"):
        TransformerConfig(9, 8, shared_embeddings=True)


def test_a_shared_matrix_learns_from_all_its_uses():
    model = build_transformer(SHARED, seed=1)
    masked_cross_entropy(model(SRC, TGT), TGT).backward()
    assert all(parameter.grad is not None for parameter in model.parameters())
