"""Models of known sizes with random weights, saved as their authors would save them.

Their tokenizers have as many tokens as the real ones, most of them made up. Nothing is downloaded.
"""

import io
import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import sentencepiece
import tokenizers
import torch
import transformers
from tokenizers.pre_tokenizers import ByteLevel

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["bat", "cat", "cow", "dog", "eel", "elk", "fox", "hen", "owl", "pig", "ram", "rat"]
"""Words that each tokenizer takes as one token, after the first one."""
FIRST_WORD = "any"
BERT_TOKENS, MARIAN_TOKENS, GPT2_TOKENS, LLAMA_TOKENS = 30_522, 65_001, 50_257, 32_000
DEVIATION = 0.02
"""The standard deviation that all three families are initialised with."""


def save_gpt2(folder: Path, seed: int = 0, **sizes: int) -> None:
    """GPT-2: 12 layers, d_model 768, 50,257 tokens."""
    folder.mkdir()
    alphabet = sorted(ByteLevel.alphabet())
    parts = ["Ġ", *LETTERS]
    pairs = [*product(parts, parts)]
    longer = product(("".join(pair) for pair in pairs), [*parts, *map("".join, pairs)])
    end = "<|endoftext|>"
    count = GPT2_TOKENS - len(alphabet) - 1
    merges = [*dict.fromkeys(islice((*pairs, *_new(pairs, longer)), count))]
    vocabulary = [*alphabet, *map("".join, merges), end]
    tokeniser = transformers.GPT2Tokenizer(
        vocab={piece: number for number, piece in enumerate(vocabulary)}, merges=merges
    )
    config = transformers.GPT2Config(vocab_size=len(vocabulary), **sizes)
    _save(folder, tokeniser, transformers.GPT2LMHeadModel(config), seed)


def save_bert(folder: Path, seed: int = 0, **sizes: int) -> None:
    """BERT's base size: 12 layers, d_model 768, 30,522 tokens."""
    folder.mkdir()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made_up = ("".join(one) for n in range(1, 5) for one in product(LETTERS, repeat=n))
    pieces = (f"{start}{one}" for one in made_up for start in ("", "##"))
    vocabulary = [*special, *islice(pieces, BERT_TOKENS - len(special))]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    tokeniser = transformers.BertTokenizer(vocab=str(folder / "vocab.txt"))
    config = transformers.BertConfig(vocab_size=len(vocabulary), **sizes)
    _save(folder, tokeniser, transformers.BertForMaskedLM(config), seed)


def save_marian(folder: Path, seed: int = 0, **sizes: int) -> None:
    """An opus-mt model: 6 + 6 layers, d_model 512, 65,001 tokens."""
    folder.mkdir()
    spelled = _sentence_pieces(folder / "source.spm")
    (folder / "target.spm").write_bytes((folder / "source.spm").read_bytes())
    own = [piece for piece in spelled if piece not in ("</s>", "<unk>", "<s>")]
    made_up = [f"▁word{number}" for number in range(MARIAN_TOKENS - len(own) - 3)]
    pieces = ["</s>", "<unk>", *own, *made_up, "<pad>"]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    files = (str(folder / name) for name in ("source.spm", "target.spm", "vocab.json"))
    tokeniser = transformers.MarianTokenizer(*files, source_lang="ko", target_lang="en")
    last = len(pieces) - 1
    config = transformers.MarianConfig(
        **{
            "vocab_size": len(pieces),
            "decoder_vocab_size": len(pieces),
            "d_model": 512,
            "encoder_layers": 6,
            "decoder_layers": 6,
            "encoder_attention_heads": 8,
            "decoder_attention_heads": 8,
            "encoder_ffn_dim": 2048,
            "decoder_ffn_dim": 2048,
            "max_position_embeddings": 512,
            "activation_function": "swish",
            "scale_embedding": True,
            "pad_token_id": last,
            "eos_token_id": 0,
            "forced_eos_token_id": 0,
            "decoder_start_token_id": last,
        }
        | sizes
    )
    _save(folder, tokeniser, transformers.MarianMTModel(config), seed)


def save_llama(folder: Path, seed: int = 0, tokens: int = LLAMA_TOKENS, **sizes: Any) -> None:
    """A Llama of any size, in half precision, whose tokenizer takes words apart at spaces."""
    words = [FIRST_WORD, *WORDS]
    vocabulary = ["<unk>", "<s>", "</s>", *words]
    vocabulary += [f"word{number}" for number in range(tokens - len(vocabulary))]
    ids = {piece: number for number, piece in enumerate(vocabulary)}
    own = tokenizers.Tokenizer(tokenizers.models.WordLevel(ids, unk_token="<unk>"))
    own.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    names = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    tokeniser = transformers.PreTrainedTokenizerFast(tokenizer_object=own, **names)
    config = transformers.LlamaConfig(vocab_size=tokens, **{**LLAMA, **sizes})
    network = transformers.LlamaForCausalLM(config)
    _save(folder, tokeniser, network.half(), seed)


SAVE: dict[str, Callable[..., None]] = {
    "GPT-2": save_gpt2,
    "BERT": save_bert,
    "Marian": save_marian,
}
LLAMA = {
    "hidden_size": 256,
    "intermediate_size": 688,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "num_key_value_heads": 8,
    "tie_word_embeddings": True,
}
LARGE: dict[str, Callable[..., None]] = {
    "32 layers": partial(save_llama, num_hidden_layers=32),
    "d_model 4,096": partial(
        save_llama,
        hidden_size=4096,
        intermediate_size=11008,
        num_attention_heads=32,
        num_key_value_heads=8,
    ),
    "250,000 tokens": partial(save_llama, tokens=250_000),
}
"""Large in one way each, so that a laptop holds them."""

TINY: dict[str, dict[str, int]] = {
    "GPT-2": {"n_layer": 1, "n_embd": 16, "n_head": 2},
    "BERT": {
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
    },
    "Marian": {
        "d_model": 16,
        "encoder_layers": 1,
        "decoder_layers": 1,
        "encoder_ffn_dim": 16,
        "decoder_ffn_dim": 16,
    },
}
"""Sizes of models that need hardly more memory than the packages."""


TINY_LLAMA: dict[str, int] = {
    "tokens": 100,
    "hidden_size": 16,
    "intermediate_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "num_key_value_heads": 2,
}


def _new(pairs: Iterable[tuple[str, str]], longer: Iterable[tuple[str, str]]) -> Iterable[Any]:
    """Merges whose result no other one has: a token has one number."""
    there = {*map("".join, pairs)}
    for merge in longer:
        piece = "".join(merge)
        if piece not in there:
            there.add(piece)
            yield merge


def _sentence_pieces(file: Path) -> list[str]:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((" ".join((FIRST_WORD, *WORDS)), LETTERS)),
        model_writer=model,
        vocab_size=60,
        user_defined_symbols=[f"▁{word}" for word in (FIRST_WORD, *WORDS)],
        model_type="unigram",
        hard_vocab_limit=False,
        minloglevel=2,
    )
    file.write_bytes(model.getvalue())
    pieces = sentencepiece.SentencePieceProcessor(str(file))
    return [pieces.id_to_piece(number) for number in range(pieces.get_piece_size())]


def _save(folder: Path, tokeniser: Any, model: Any, seed: int) -> None:
    """Draw the weights, and save everything; float32 in one safetensors file."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0.0, DEVIATION, generator=generator)
    tokeniser.save_pretrained(folder)
    model.save_pretrained(folder, max_shard_size="10GB")
