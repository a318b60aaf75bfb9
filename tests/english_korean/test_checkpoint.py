import dataclasses
import hashlib
import json
import math

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from english_korean.checkpoint import (
    CHECKSUMS,
    VOCABULARY,
    WEIGHTS,
    Checkpoint,
    CheckpointError,
    load_checkpoint,
    save_checkpoint,
)
from transformer_core import TransformerConfig, build_transformer
from transformer_lab.vocabulary import Vocabulary

SOURCE = Vocabulary.of_words(["cat", "dog"])
TARGET = Vocabulary.of_words(["고양이"])
CONFIG = TransformerConfig(6, 5, 8, 2, num_layers=1, d_ff=16, max_len=8, tied_output=True)


def saved(folder, dtype=None, **changes):
    checkpoint = Checkpoint(build_transformer(CONFIG, 3), SOURCE, TARGET, {"seed": "3"})
    save_checkpoint(folder, checkpoint._replace(**changes), dtype=dtype)
    return checkpoint


def test_a_checkpoint_comes_back_as_it_was(tmp_path):
    before = saved(tmp_path / "new" / "folder")
    after = load_checkpoint(tmp_path / "new" / "folder")
    src, tgt = torch.tensor([[4, 5]]), torch.tensor([[2, 4]])
    assert torch.equal(before.model(src, tgt), after.model(src, tgt))
    assert after.model.config == CONFIG
    assert not after.model.training
    assert (after.source.tokens, after.target.tokens) == (SOURCE.tokens, TARGET.tokens)
    assert after.notes == {"seed": "3"}


def test_a_tied_matrix_is_stored_once(tmp_path):
    saved(tmp_path)
    stored = (tmp_path / "model.safetensors").stat().st_size
    weights = sum(4 * p.numel() for p in build_transformer(CONFIG, 3).parameters())
    assert weights < stored < weights + 8_000


def test_words_are_stored_so_that_a_person_can_read_them(tmp_path):
    saved(tmp_path)
    assert json.loads((tmp_path / VOCABULARY).read_text("utf-8"))["target"][-1] == "고양이"
    assert "고양이" in (tmp_path / VOCABULARY).read_text("utf-8")


def test_vocabularies_that_do_not_fit_are_refused(tmp_path):
    saved(tmp_path, target=SOURCE)
    with pytest.raises(ValueError, match="6 tokens in its target vocabulary, the model 5"):
        load_checkpoint(tmp_path)


@pytest.mark.parametrize("file", [WEIGHTS, VOCABULARY, CHECKSUMS])
def test_a_missing_file_is_named(tmp_path, file):
    saved(tmp_path)
    (tmp_path / file).unlink()
    with pytest.raises(CheckpointError, match="is missing") as raised:
        load_checkpoint(tmp_path)
    assert raised.value.file == file


@pytest.mark.parametrize("file", [WEIGHTS, VOCABULARY])
@pytest.mark.parametrize(
    "harm",
    [lambda data: data[:-5], lambda data: data[:-64] + b"\xff" * 64, lambda data: b""],
    ids=["truncated", "altered", "empty"],
)
def test_a_file_that_was_not_saved_so_is_named(tmp_path, file, harm):
    saved(tmp_path)
    (tmp_path / file).write_bytes(harm((tmp_path / file).read_bytes()))
    with pytest.raises(CheckpointError, match="is not the file") as raised:
        load_checkpoint(tmp_path)
    assert raised.value.file == file


@pytest.mark.parametrize("dtype", [None, torch.float16])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_refused(tmp_path, value, dtype):
    model = build_transformer(CONFIG, 3)
    with torch.no_grad():
        model.encoder.layers[0].norm_1.weight[2] = value
    saved(tmp_path, dtype, model=model)
    with pytest.raises(CheckpointError, match=r"encoder\.layers\.0\.norm_1\.weight"):
        load_checkpoint(tmp_path)


@pytest.mark.parametrize("dtype", [None, torch.float16])
def test_weights_of_another_size_are_refused(tmp_path, dtype):
    other = build_transformer(dataclasses.replace(CONFIG, d_ff=32), 3)
    smaller = build_transformer(CONFIG, 3)
    other.config = smaller.config
    saved(tmp_path, dtype, model=other)
    with pytest.raises(CheckpointError, match="does not fit"):
        load_checkpoint(tmp_path)


def test_the_checksums_are_those_of_sha256sum(tmp_path):
    saved(tmp_path)
    for line in (tmp_path / CHECKSUMS).read_text().splitlines():
        digest, file = line.split("  ")
        assert digest == hashlib.sha256((tmp_path / file).read_bytes()).hexdigest()


def test_shared_embeddings_are_stored_once_and_come_back_as_one(tmp_path):
    config = dataclasses.replace(
        CONFIG, tgt_vocab_size=6, tied_output=False, shared_embeddings=True
    )
    before = saved(tmp_path, model=build_transformer(config, 3), target=SOURCE)
    assert before.source is SOURCE
    after = load_checkpoint(tmp_path).model
    assert after.tgt_embedding.weight is after.src_embedding.weight
    assert torch.equal(after.output.weight, build_transformer(config, 3).src_embedding.weight)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("shared", [False, True])
def test_a_smaller_dtype_is_for_storage_alone(tmp_path, dtype, shared):
    config = dataclasses.replace(
        CONFIG, tgt_vocab_size=6, tied_output=False, shared_embeddings=shared
    )
    model = build_transformer(config, 3)
    saved(tmp_path, dtype, model=model, target=SOURCE)
    assert {weight.dtype for weight in load_file(tmp_path / WEIGHTS).values()} == {dtype}
    after = load_checkpoint(tmp_path).model
    assert (after.tgt_embedding.weight is after.src_embedding.weight) == shared
    original = build_transformer(config, 3).state_dict()
    for name, tensor in after.state_dict().items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, original[name].to(dtype).float()), name
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, original[name]), "saving changed the model"


def test_half_the_bytes_are_half_the_file(tmp_path):
    saved(tmp_path, torch.float16)
    stored = (tmp_path / WEIGHTS).stat().st_size
    weights = sum(2 * p.numel() for p in build_transformer(CONFIG, 3).parameters())
    assert weights < stored < weights + 8_000


def test_a_weight_that_the_dtype_cannot_hold_is_refused_before_anything_is_written(tmp_path):
    model = build_transformer(CONFIG, 3)
    with torch.no_grad():
        model.encoder.layers[0].norm_1.weight[2] = 70_000.0
    message = (
        r"encoder\.layers\.0\.norm_1\.weight contains a weight that is too large for torch\.float16"
    )
    with pytest.raises(ValueError, match=message):
        saved(tmp_path / "new", torch.float16, model=model)
    assert not (tmp_path / "new").exists()


def test_in_eight_bits_a_row_is_at_most_half_a_step_away(tmp_path):
    model = build_transformer(CONFIG, 3)
    with torch.no_grad():
        model.encoder.layers[0].feed_forward.linear_1.weight[2] = 0.0
        model.encoder.layers[0].feed_forward.linear_1.weight[3] *= 1000
    saved(tmp_path, torch.int8, model=model)
    after = load_checkpoint(tmp_path).model.state_dict()
    for name, tensor in model.named_parameters():
        assert after[name].dtype == torch.float32
        if tensor.dim() == 2:
            step = tensor.abs().amax(dim=1, keepdim=True) / 127
            assert bool(((after[name] - tensor).abs() <= 0.501 * step).all()), name
        else:
            assert torch.equal(after[name], tensor.half().float()), name


def test_eight_bits_take_a_quarter(tmp_path):
    saved(tmp_path, torch.int8)
    for name, tensor in load_file(tmp_path / WEIGHTS).items():
        parameter = build_transformer(CONFIG, 3).state_dict().get(name)
        if parameter is not None and parameter.dim() == 2:
            assert 4 * tensor.nbytes == parameter.nbytes, name


def test_a_matrix_with_no_number_in_it_has_no_eight_bits(tmp_path):
    model = build_transformer(CONFIG, 3)
    with torch.no_grad():
        model.encoder.layers[0].feed_forward.linear_1.weight[2, 1] = float("nan")
    message = r"encoder\.layers\.0\.feed_forward\.linear_1\.weight contains NaN or an infinity"
    with pytest.raises(ValueError, match=message):
        saved(tmp_path / "new", torch.int8, model=model)
    assert not (tmp_path / "new").exists()


def test_weights_are_not_stored_as_other_whole_numbers(tmp_path):
    with pytest.raises(ValueError, match=r"dtype must be floating-point or int8, got torch\.int16"):
        saved(tmp_path, torch.int16)


def resealed(folder, file, data):
    """A file changed, and the checksums with it."""
    (folder / file).write_bytes(data)
    sums = [
        hashlib.sha256((folder / each).read_bytes()).hexdigest() for each in (VOCABULARY, WEIGHTS)
    ]
    text = f"{sums[0]}  {VOCABULARY}\n{sums[1]}  {WEIGHTS}\n"
    (folder / CHECKSUMS).write_text(text, encoding="utf-8")


SPECIAL = ["<pad>", "<unk>", "<start>", "<end>"]


def vocabulary(**changes):
    words = {"source": [*SPECIAL, "cat", "dog"], "target": [*SPECIAL, "고양이"]}
    return json.dumps(words | changes).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"[" * 100_000,
        "{}".encode("utf-16"),
        b"\xff\xfe\xfd",
        b"{}",
        vocabulary(source=None),
        vocabulary(source=dict.fromkeys(SPECIAL)),
        vocabulary(source=[*SPECIAL, "cat", "cat"]),
        vocabulary(source=[*SPECIAL, "cat", 3]),
        vocabulary(source=[*SPECIAL, "cat", ["dog"]]),
        vocabulary(source=["cat", "dog", *SPECIAL]),
        vocabulary(source=[*SPECIAL, "cat"]),
        vocabulary(target="고양이"),
    ],
)
def test_a_vocabulary_that_cannot_be_read_is_the_file_that_is_named(tmp_path, data):
    saved(tmp_path)
    resealed(tmp_path, VOCABULARY, data)
    with pytest.raises(CheckpointError) as raised:
        load_checkpoint(tmp_path)
    assert raised.value.file == VOCABULARY


def rewritten(folder, change):
    """The weights and their header, changed by `change(tensors, header)`."""
    with safe_open(folder / WEIGHTS, "pt") as file:
        header = file.metadata()
    tensors = load_file(folder / WEIGHTS)
    change(tensors, header)
    save_file(tensors, folder / "other", header)
    resealed(folder, WEIGHTS, (folder / "other").read_bytes())


MATRIX = "encoder.layers.0.feed_forward.linear_1.weight"


def in_another_dtype(dtype):
    def change(tensors, header):
        tensors[MATRIX] = tensors[MATRIX].to(dtype)

    return change


def configured(**changes):
    def change(tensors, header):
        header["config"] = json.dumps(json.loads(header["config"]) | changes)

    return change


@pytest.mark.parametrize(
    "change",
    [
        *(in_another_dtype(dtype) for dtype in (torch.bool, torch.int8, torch.uint8, torch.int64)),
        in_another_dtype(torch.complex64),
        lambda tensors, header: tensors.update({MATRIX: tensors[MATRIX].double() * 1e300}),
        lambda tensors, header: tensors.update({MATRIX: tensors[MATRIX] * math.nan}),
        lambda tensors, header: tensors.update({MATRIX: tensors[MATRIX][:8].clone()}),
        lambda tensors, header: tensors.update({MATRIX + ".scale": torch.ones(16, 1)}),
        lambda tensors, header: tensors.update({"another.scale": torch.ones(16, 1)}),
        lambda tensors, header: tensors.pop(MATRIX),
        lambda tensors, header: tensors.pop(
            "output.bias", tensors.pop("decoder.layers.0.norm_1.bias")
        ),
        lambda tensors, header: tensors.clear(),
        lambda tensors, header: header.pop("config"),
        lambda tensors, header: header.update(config=""),
        lambda tensors, header: header.update(config="[]"),
        lambda tensors, header: header.update(config="{}"),
        lambda tensors, header: header.update(config="[" * 100_000),
        configured(colour="red"),
        configured(d_model="8"),
        configured(dropout="0.1"),
        configured(norm_first="no"),
        configured(pad_id=0.5),
        configured(num_layers=10**12),
        configured(d_model=10**9),
        configured(src_vocab_size=10**12),
        configured(tgt_vocab_size=10**12),
        configured(d_ff=10**12),
        configured(max_len=10**15),
    ],
)
def test_weights_that_are_not_what_was_saved_are_the_file_that_is_named(tmp_path, change):
    saved(tmp_path)
    rewritten(tmp_path, change)
    with pytest.raises(CheckpointError) as raised:
        load_checkpoint(tmp_path)
    assert raised.value.file == WEIGHTS


@pytest.mark.parametrize(
    "scale",
    [None, torch.ones(1, 8), torch.ones(1, 1), torch.ones(16), torch.ones(16, 8),
     torch.ones(16, 1, dtype=torch.int32), torch.full((16, 1), math.nan)],
)  # fmt: skip
def test_a_matrix_in_eight_bits_needs_its_own_scales(tmp_path, scale):
    saved(tmp_path, torch.int8)

    def change(tensors, header):
        del tensors[MATRIX + ".scale"]
        tensors |= {} if scale is None else {MATRIX + ".scale": scale}

    rewritten(tmp_path, change)
    with pytest.raises(CheckpointError, match=MATRIX.replace(".", r"\.")) as raised:
        load_checkpoint(tmp_path)
    assert raised.value.file == WEIGHTS


def test_a_header_that_is_not_one_of_safetensors_is_named(tmp_path):
    saved(tmp_path)
    for data in (b"", b"{}", b"\xff" * 64):
        resealed(tmp_path, WEIGHTS, data)
        with pytest.raises(CheckpointError) as raised:
            load_checkpoint(tmp_path)
        assert raised.value.file == WEIGHTS


def test_a_folder_may_be_named_by_its_text(tmp_path):
    saved(str(tmp_path / "new"))
    assert load_checkpoint(str(tmp_path / "new")).notes == {"seed": "3"}


def test_notes_of_any_name_come_back_as_they_were(tmp_path):
    notes = {"config": "mine", "note.config": "mine, too", "note.": "", "seed": "고양이"}
    saved(tmp_path, notes=notes)
    after = load_checkpoint(tmp_path)
    assert after.notes == notes
    assert after.model.config == CONFIG


@pytest.mark.parametrize("notes", [{"n": 3}, {3: "n"}, {"n": None}])
def test_notes_that_are_not_text_are_refused_before_anything_is_written(tmp_path, notes):
    with pytest.raises(ValueError, match="notes must be text by name"):
        saved(tmp_path / "new", notes=notes)
    assert not (tmp_path / "new").exists()


def test_a_word_that_no_file_can_hold_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(ValueError, match="surrogates not allowed"):
        saved(tmp_path / "new", source=Vocabulary.of_words(["cat", "\ud800"]))
    assert not (tmp_path / "new").exists()


DTYPES = {each for each in vars(torch).values() if isinstance(each, torch.dtype)}
FLOATS = sorted((each for each in DTYPES if each.is_floating_point), key=str)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_dtype_is_stored_and_comes_back_or_is_refused_before_anything_is_written(tmp_path, dtype):
    model = build_transformer(CONFIG, 3)
    try:
        saved(tmp_path / "new", dtype, model=model)
    except ValueError:
        assert not (tmp_path / "new").exists()
        assert dtype not in (torch.float16, torch.bfloat16, torch.float32, torch.float64)
        assert dtype not in (torch.float8_e4m3fn, torch.float8_e5m2)
        return
    after = load_checkpoint(tmp_path / "new").model.state_dict()
    for name, tensor in model.named_parameters():
        assert torch.equal(after[name], tensor.detach().to(dtype).float()), name


@pytest.mark.parametrize("dtype", [torch.int16, torch.uint8, torch.bool, torch.complex64], ids=str)
def test_other_dtypes_are_refused_before_anything_is_written(tmp_path, dtype):
    with pytest.raises(ValueError, match="dtype must be floating-point or int8"):
        saved(tmp_path / "new", dtype)
    assert not (tmp_path / "new").exists()
