"""What one asks of an opened model: tokens, and every number of a text."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

from tests.core.explain.test_assembled import some_cells
from tests.lab.pretrained.families import test_llama as llama
from tests.lab.pretrained.multilingual_models import SAVE_MULTILINGUAL, save_mbart
from transformer_core import trace
from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_lab import open_model
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opened import MOST_WRITTEN, OpenedModel
from transformer_lab.pretrained.opening import read_network

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture(scope="module")
def marian(saved) -> OpenedModel:
    return open_model(saved("marian"))


@pytest.fixture(scope="module")
def gpt2(saved) -> OpenedModel:
    return open_model(saved("gpt2"))


def test_a_target_is_read_after_the_start_token(marian):
    records = marian.trace("the cat sat", "a dog")
    labels = marian.ids("a dog", is_target=True)
    read = torch.cat([torch.tensor([[marian.writing.start]]), labels[:, :-1]], dim=1)
    table = marian.model.get_parameter("tgt_embedding.weight")
    assert torch.equal(records["tgt_embeddings"], table[read])


@pytest.mark.parametrize("kind", ["bart", "marian", "t5"])
def test_without_a_target_it_reads_what_it_writes_itself(saved, kind):
    model = open_model(saved(kind))
    network = AutoModelForSeq2SeqLM.from_pretrained(saved(kind), attn_implementation="eager")
    ids = model.ids("the cat")
    pad, end = network.config.pad_token_id, network.config.eos_token_id
    # More than ours writes, since the last one of theirs is forced to be the end.
    written = network.generate(ids, max_new_tokens=70, num_beams=1, suppress_tokens=[pad])
    read = model.trace("the cat")["tgt_embeddings"]
    length = read.size(1)
    table = model.model.get_parameter("tgt_embedding.weight")
    assert torch.equal(read, table[written[:, :length]])
    assert length == 1 + MOST_WRITTEN or written[0, length] == end


def test_a_start_token_that_only_one_file_names_is_read(saved, tmp_path):
    """generation_config.json comes first, and says nothing of a forced first token that is no
    language's."""
    folder = shutil.copytree(saved("bart"), tmp_path / "bart")
    said = {"decoder_start_token_id": 5, "forced_bos_token_id": 0, "eos_token_id": [2, 7]}
    (folder / "generation_config.json").write_text(json.dumps(said))
    assert open_model(folder).beginning().tolist() == [[5]]


@pytest.fixture(scope="module", params=list(SAVE_MULTILINGUAL))
def multilingual(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("multilingual") / request.param
    SAVE_MULTILINGUAL[request.param](folder)
    return folder


CHOSEN = {
    "m2m100": ("en", "ko"),
    "mbart": ("en_XX", "ro_RO"),
    "mbart50": ("en_XX", "ko_KR"),
    "nllb": ("eng_Latn", "kor_Hang"),
}


@pytest.mark.sampled
def test_a_multilingual_model_writes_after_the_token_of_its_language(multilingual):
    kind, model = multilingual.name, open_model(multilingual)
    languages = CHOSEN[kind]
    assert model.probe < 1e-5
    network = AutoModelForSeq2SeqLM.from_pretrained(multilingual, attn_implementation="eager")
    network.generation_config.forced_eos_token_id = None
    tokeniser = AutoTokenizer.from_pretrained(multilingual, src_lang=languages[0])
    ids = tokeniser("the cat", return_tensors="pt").input_ids
    language = model.languages.ids[languages[1]]
    # Its start token is the language's already.
    forced = None if kind == "mbart" else language
    written = network.generate(
        ids,
        max_new_tokens=70,
        num_beams=1,
        suppress_tokens=[network.config.pad_token_id],
        forced_bos_token_id=forced,
    )
    table = model.model.get_parameter("tgt_embedding.weight")
    records = model.trace("the cat", languages=languages)
    assert torch.equal(records["src_embeddings"], table[ids])
    read = records["tgt_embeddings"]
    length = read.size(1)
    assert torch.equal(read, table[written[:, :length]])
    beginning = model.beginning(languages)
    assert beginning[0, -1] == language
    most = beginning.size(1) + MOST_WRITTEN
    assert length == most or written[0, length] == network.config.eos_token_id
    # A target of one's own comes after the same tokens, and without the one that ends it.
    labels = model.ids("hello", is_target=True, languages=languages)
    read = model.trace("the cat", "hello", languages=languages)["tgt_embeddings"]
    assert torch.equal(read, table[torch.cat([beginning, labels], dim=1)])
    assert network.config.eos_token_id not in labels


def test_where_no_start_token_is_named_the_labels_end_with_it(tmp_path):
    """As in the first mBART, whose files leave the language to their user."""
    save_mbart(tmp_path / "mbart")
    for file in ("config.json", "generation_config.json"):
        path = tmp_path / "mbart" / file
        values = json.loads(path.read_text()) | {"decoder_start_token_id": None}
        path.write_text(json.dumps(values))
    model = open_model(tmp_path / "mbart")
    assert model.beginning(("en_XX", "ko_KR")).tolist() == [[model.languages.ids["ko_KR"]]]


def test_a_change_is_what_the_forward_goes_on_with(gpt2):
    name = "decoder.layers.0.self_attention.weights"

    def head_off(weights):
        return torch.cat([weights[:, :1] * 0, weights[:, 1:]], dim=1)

    before, after = gpt2.trace("the cat sat"), gpt2.trace("the cat sat", change={name: head_off})
    assert not after["decoder.layers.0.self_attention.heads"][:, 0].any()
    assert not torch.equal(before["logits"], after["logits"])


@pytest.mark.parametrize("kind", ["bert", "gpt2", "marian", "t5"])
def test_any_number_of_any_family_is_worked_out_from_those_that_made_it(saved, kind):
    model = open_model(saved(kind))
    computation, records = model.computation("the cat sat"), model.trace("the cat sat")
    assert records.keys() <= computation.steps.keys()
    assert torch.equal(computation.tensors[[*records][-1]], records[[*records][-1]][0])
    assert_worked_out(computation)


@pytest.mark.parametrize("options", [{"num_key_value_heads": 2}, llama.ODD])
def test_so_is_any_number_of_a_llama(tmp_path, options):
    llama.network(**options).save_pretrained(tmp_path)
    model, _ = read_network(open_folder(tmp_path, "m"), "m")
    given = ModelInputs(tgt_ids=torch.tensor([[3, 7, 1, 4, 9, 9]]))
    with torch.inference_mode(), trace(model) as records:
        model(given.tgt_ids)
    computation = assembled_computation(model, records, given)
    assert records.keys() <= computation.steps.keys()
    assert_worked_out(computation)


def assert_worked_out(computation):
    for cell in some_cells(computation, 200):
        explanation = explain(computation, cell)
        largest = max([1.0, *map(abs, explanation.values)])
        expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6 * largest)
        assert explanation.recomputed() == expected, cell


def test_numbers_that_are_changed_were_made_by_nothing(gpt2):
    name = "decoder.layers.0.self_attention.weights"

    def head_off(weights):
        return torch.cat([weights[:, :1] * 0, weights[:, 1:]], dim=1)

    computation = gpt2.computation("the cat sat", change={name: head_off})
    seen = computation.tensors[name].size(-1)
    # Of the first head, all that was not hidden.
    assert {*computation.by_hand} == {
        Cell(name, (0, query, key)) for query in range(seen) for key in range(query + 1)
    }
    assert not computation.tensors["decoder.layers.0.self_attention.heads"][0].any()
    changed = {"tgt_positions": lambda positions: positions.index_fill(0, torch.tensor([1]), 0.0)}
    moved = gpt2.computation("the cat sat", change=changed)
    assert {cell.index[0] for cell in moved.by_hand} == {1}
    assert {cell.tensor for cell in moved.by_hand} == {"tgt_positions"}


def test_a_changed_parameter_is_still_a_parameter(gpt2):
    name = "tgt_embedding.weight"
    computation = gpt2.computation("the cat sat", change={name: lambda table: table * 2})
    assert not computation.by_hand
    assert torch.equal(computation.tensors[name], gpt2.model.get_parameter(name) * 2)


def test_more_tokens_than_there_are_positions_are_refused(gpt2):
    with pytest.raises(ValueError, match="1 to 200 tokens"):
        gpt2.trace("hello " * 300)
    with pytest.raises(ValueError, match="this one has none"):
        gpt2.ids("")


def test_tokens_are_readable(gpt2):
    assert gpt2.tokens("the cats") == ["the", "␣cat", "s"]
