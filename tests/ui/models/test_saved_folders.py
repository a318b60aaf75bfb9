"""A folder as transformers writes it opens: tokenizer.json alone, without older files."""

import json
from pathlib import Path

import pytest
import tokenizers
import torch
import transformers

from tests.lab.pretrained.tiny_models import BOTH_HALVES, LINES, saved_together
from ui import models

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
IDS = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2}
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
NEO = {"num_layers": 2, "num_heads": 2, "attention_types": [[["global", "local"], 1]]}
START = {"decoder_start_token_id": 2}
MODELS = {
    "gpt2": ("GPT2", "LMHeadModel", {"n_embd": 16, "n_layer": 2, "n_head": 2}),
    "opt": ("OPT", "ForCausalLM", SIZES | {"ffn_dim": 16, "word_embed_proj_dim": 16}),
    "gpt_neo": ("GPTNeo", "ForCausalLM", {"hidden_size": 16} | NEO),
    "gptj": ("GPTJ", "ForCausalLM", {"n_embd": 16, "n_layer": 2, "n_head": 2, "rotary_dim": 4}),
    "phi": ("Phi", "ForCausalLM", SIZES | {"intermediate_size": 16}),
    "codegen": (
        "CodeGen",
        "ForCausalLM",
        {"n_embd": 16, "n_head": 4, "n_layer": 2, "rotary_dim": 4},
    ),
    "roberta": ("Roberta", "ForMaskedLM", SIZES | {"intermediate_size": 16}),
    "bart": ("Bart", "ForConditionalGeneration", BOTH_HALVES | START),
    "blenderbot": ("Blenderbot", "ForConditionalGeneration", BOTH_HALVES | START),
}
TOKENISERS = {"roberta": "Roberta", "bart": "Bart", "blenderbot": "Blenderbot"}


def byte_level() -> dict[str, object]:
    trained = tokenizers.ByteLevelBPETokenizer()
    trained.train_from_iterator(LINES, vocab_size=290, special_tokens=SPECIAL, show_progress=False)
    model = json.loads(trained.to_str())["model"]
    return {"vocab": model["vocab"], "merges": [tuple(one) for one in model["merges"]]}


def save(kind: str, folder: Path) -> None:
    """As a person who has trained one today would save it."""
    name, head, sizes = MODELS[kind]
    folder.mkdir()
    tokeniser = getattr(transformers, f"{TOKENISERS.get(kind, 'GPT2')}Tokenizer")(**byte_level())
    config = getattr(transformers, f"{name}Config")(vocab_size=len(tokeniser), **IDS | sizes)
    saved_together(folder, tokeniser, getattr(transformers, f"{name}{head}")(config))
    for old in ("vocab.json", "merges.txt", "added_tokens.json", "special_tokens_map.json"):
        (folder / old).unlink(missing_ok=True)


@pytest.mark.parametrize("kind", MODELS)
def test_a_model_saved_with_tokenizer_json_alone_opens(kind, tmp_path):
    save(kind, tmp_path / kind)
    looked = models.load(str(tmp_path / kind)).look("the cat sat", "a dog")
    pieces = looked.source or looked.read
    ordinary = [piece for piece in pieces if piece not in SPECIAL]
    assert "".join(ordinary).lstrip("␣") == "the␣cat␣sat"
    for one in looked.kinds:
        sums = getattr(looked, one).sum(-1)
        torch.testing.assert_close(sums, torch.ones_like(sums))


def test_an_added_word_of_a_byte_level_tokeniser_is_plain_text(saved, tmp_path):
    tokeniser = transformers.AutoTokenizer.from_pretrained(saved("gpt2"), local_files_only=True)
    tokeniser.add_tokens(["café"])
    model = transformers.AutoModelForCausalLM.from_pretrained(saved("gpt2"), local_files_only=True)
    model.resize_token_embeddings(len(tokeniser))
    saved_together(tmp_path, tokeniser, model)
    assert "café" in models.load(str(tmp_path)).look("the café").read


def test_half_of_an_encoder_decoder_is_said_to_be_half(tmp_path, saved):
    config = transformers.T5Config.from_pretrained(saved("t5"), local_files_only=True)
    transformers.T5EncoderModel(config).save_pretrained(tmp_path)
    with pytest.raises(models.PretrainedError) as raised:
        models.load(str(tmp_path))
    assert (raised.value.name, raised.value.values["kind"]) == ("half", "t5")
