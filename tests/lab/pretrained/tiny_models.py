"""Tiny models with random weights, one of each kind, saved as their authors would save them.

Their tokenisers are of the real kinds, trained on a few lines: WordPiece, byte-level BPE, and
SentencePiece's Unigram. The weights are larger than usual, so that the heads look at different
places.
"""

import functools
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import sentencepiece
import tokenizers
import torch
import transformers

P, R = ParamSpec("P"), TypeVar("R")

LAYERS, HEADS = 2, 2

LINES = [
    "the cat sat on the mat",
    "a dog ran after the cats",
    "attention is all you need",
    "고양이가 매트 위에 앉았다",
    "나는 학생 입니다",
    "hello hello world 🙂",
]

BOTH_HALVES = {
    "d_model": 16,
    "encoder_layers": LAYERS,
    "decoder_layers": LAYERS,
    "encoder_attention_heads": HEADS,
    "decoder_attention_heads": HEADS,
    "encoder_ffn_dim": 16,
    "decoder_ffn_dim": 16,
    "max_position_embeddings": 200,
    "init_std": 0.3,
}


def with_same_weights(save: Callable[P, R]) -> Callable[P, R]:
    """Draw the weights alike each time, and nobody else's numbers otherwise."""

    @functools.wraps(save)
    def saved(*arguments: P.args, **named: P.kwargs) -> R:
        with torch.random.fork_rng():
            torch.manual_seed(1)
            return save(*arguments, **named)

    return saved


@with_same_weights
def save_bert(folder: Path) -> "transformers.PreTrainedModel":
    folder.mkdir()
    trained = tokenizers.BertWordPieceTokenizer(lowercase=True, strip_accents=False)
    trained.train_from_iterator(LINES, vocab_size=90, show_progress=False)
    trained.save_model(str(folder))
    tokeniser = transformers.BertTokenizer(vocab=str(folder / "vocab.txt"), strip_accents=False)
    sizes = {"hidden_size": 16, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS}
    config = transformers.BertConfig(
        vocab_size=len(tokeniser),
        intermediate_size=16,
        max_position_embeddings=200,
        initializer_range=0.3,
        **sizes,
    )
    return saved_together(folder, tokeniser, transformers.BertForMaskedLM(config))


@with_same_weights
def save_gpt2(folder: Path, *, positions: int = 200) -> "transformers.PreTrainedModel":
    _train_byte_level(folder, ["<|endoftext|>"])
    tokeniser = transformers.GPT2Tokenizer(
        vocab=str(folder / "vocab.json"), merges=str(folder / "merges.txt")
    )
    config = transformers.GPT2Config(
        vocab_size=len(tokeniser),
        n_embd=16,
        n_layer=LAYERS,
        n_head=HEADS,
        n_positions=positions,
        initializer_range=0.3,
        bos_token_id=tokeniser.bos_token_id,
        eos_token_id=tokeniser.eos_token_id,
    )
    return saved_together(folder, tokeniser, transformers.GPT2LMHeadModel(config))


@with_same_weights
def save_llama(folder: Path) -> "transformers.PreTrainedModel":
    """Two heads share one of keys and values."""
    _train_byte_level(folder, ["<s>", "</s>"])
    tokeniser = transformers.GPT2Tokenizer(
        vocab=str(folder / "vocab.json"),
        merges=str(folder / "merges.txt"),
        bos_token="<s>",
        eos_token="</s>",
        unk_token="</s>",
    )
    config = transformers.LlamaConfig(
        vocab_size=len(tokeniser),
        hidden_size=16,
        intermediate_size=24,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        num_key_value_heads=1,
        max_position_embeddings=200,
        initializer_range=0.3,
        bos_token_id=tokeniser.bos_token_id,
        eos_token_id=tokeniser.eos_token_id,
    )
    return saved_together(folder, tokeniser, transformers.LlamaForCausalLM(config))


@with_same_weights
def save_bart(folder: Path) -> "transformers.PreTrainedModel":
    _train_byte_level(folder, ["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokeniser = transformers.BartTokenizer(
        vocab=str(folder / "vocab.json"), merges=str(folder / "merges.txt")
    )
    config = transformers.BartConfig(vocab_size=len(tokeniser), **BOTH_HALVES)
    return saved_together(folder, tokeniser, transformers.BartForConditionalGeneration(config))


@with_same_weights
def save_t5(folder: Path, *, decoder_layers: int = LAYERS) -> "transformers.PreTrainedModel":
    folder.mkdir()
    train_unigram(folder / "spiece.model", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    (folder / "config.json").write_text('{"model_type": "t5"}')
    tokeniser = transformers.T5Tokenizer.from_pretrained(folder, local_files_only=True)
    config = transformers.T5Config(
        vocab_size=len(tokeniser),
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=LAYERS,
        num_decoder_layers=decoder_layers,
        num_heads=HEADS,
        decoder_start_token_id=tokeniser.pad_token_id,
        initializer_factor=1.5,
    )
    return saved_together(folder, tokeniser, transformers.T5ForConditionalGeneration(config))


@with_same_weights
def save_marian(
    folder: Path,
    *,
    separate_vocabularies: bool = False,
    padding: int = 0,
    targets: tuple[str, ...] = (),
) -> "transformers.PreTrainedModel":
    """`padding` ids more than the tokeniser can spell; `targets` are tokens of languages."""
    folder.mkdir()
    train_unigram(folder / "source.spm")
    train_unigram(folder / "target.spm", LINES[:3] + LINES[5:])
    vocabulary = _marian_vocabulary(folder / "source.spm", folder / "target.spm")
    vocabulary |= {token: len(vocabulary) + place for place, token in enumerate(targets)}
    files = {name: str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    options = {}
    if separate_vocabularies:
        (folder / "target_vocab.json").write_text(json.dumps(_turned_round(vocabulary)))
        options = {
            "separate_vocabs": True,
            "target_vocab_file": str(folder / "target_vocab.json"),
        }
    tokeniser = transformers.MarianTokenizer(
        *files.values(), source_lang="ko", target_lang="en", **options
    )
    config = transformers.MarianConfig(
        vocab_size=len(vocabulary) + padding,
        decoder_vocab_size=len(vocabulary) + padding,
        pad_token_id=vocabulary["<pad>"],
        eos_token_id=vocabulary["</s>"],
        decoder_start_token_id=vocabulary["<pad>"],
        **BOTH_HALVES,
    )
    return saved_together(folder, tokeniser, transformers.MarianMTModel(config))


SAVE = {
    "bert": save_bert,
    "gpt2": save_gpt2,
    "llama": save_llama,
    "marian": save_marian,
    "t5": save_t5,
    "bart": save_bart,
}


def saved_together(
    folder: Path, tokeniser, model: "transformers.PreTrainedModel"
) -> "transformers.PreTrainedModel":
    tokeniser.save_pretrained(folder)
    model.save_pretrained(folder)
    return model.eval()


def _train_byte_level(folder: Path, special: list[str]) -> None:
    folder.mkdir()
    trained = tokenizers.ByteLevelBPETokenizer()
    trained.train_from_iterator(LINES, vocab_size=290, special_tokens=special, show_progress=False)
    trained.save_model(str(folder))


def train_unigram(file: Path, lines: list[str] = LINES, **special: int) -> None:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=70,
        model_type="unigram",
        hard_vocab_limit=False,
        minloglevel=2,
        **special,
    )
    file.write_bytes(model.getvalue())


def _marian_vocabulary(*files: Path) -> dict[str, int]:
    """Marian counts the pieces of both languages anew, </s> and <unk> first and <pad> last."""
    spelled: dict[str, None] = {}
    for file in files:
        pieces = sentencepiece.SentencePieceProcessor(str(file))
        spelled |= dict.fromkeys(pieces.id_to_piece(i) for i in range(pieces.get_piece_size()))
    ordinary = [piece for piece in spelled if piece not in ("</s>", "<unk>", "<s>")]
    return {piece: i for i, piece in enumerate(["</s>", "<unk>", *ordinary, "<pad>"])}


def _turned_round(vocabulary: dict[str, int]) -> dict[str, int]:
    """The same pieces with the ordinary ones in another order."""
    ordinary = list(vocabulary)[2:-1]
    return vocabulary | {p: 2 + i for i, p in enumerate(reversed(ordinary))}
