"""Tiny multilingual models with random weights, each with a tokeniser of its own class."""

import json
from pathlib import Path

import tokenizers
import transformers
from tokenizers import models, pre_tokenizers, trainers

from tests.lab.pretrained.tiny_models import (
    BOTH_HALVES,
    LINES,
    saved_together,
    train_unigram,
)

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
IDS = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 2}


def save_m2m100(folder: Path) -> "transformers.PreTrainedModel":
    folder.mkdir()
    train_unigram(folder / "sentencepiece.bpe.model")
    pieces = _pieces(folder / "sentencepiece.bpe.model")
    vocabulary = {piece: place for place, piece in enumerate([*SPECIAL, *pieces])}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    tokeniser = transformers.M2M100Tokenizer(
        str(folder / "vocab.json"), str(folder / "sentencepiece.bpe.model")
    )
    size = max(tokeniser.lang_code_to_id.values()) + 1
    config = transformers.M2M100Config(vocab_size=size, **BOTH_HALVES | IDS)
    return saved_together(folder, tokeniser, transformers.M2M100ForConditionalGeneration(config))


def save_mbart(folder: Path, *, writes: str = "ro_RO") -> "transformers.PreTrainedModel":
    """A model that was tuned to translate from English, as mbart-large-en-ro says it."""
    folder.mkdir()
    train_unigram(folder / "trained.model")
    rows = _scored(folder / "trained.model")
    codes = [(code, 0.0) for code in _codes("mbart")]
    tokeniser = transformers.MBartTokenizer(vocab=[*rows, *codes, ("<mask>", 0.0)])
    start = tokeniser.convert_tokens_to_ids(writes)
    ids = IDS | {"decoder_start_token_id": start, "forced_eos_token_id": 2}
    config = transformers.MBartConfig(vocab_size=len(tokeniser), **BOTH_HALVES | ids)
    return saved_together(folder, tokeniser, transformers.MBartForConditionalGeneration(config))


def save_mbart50(folder: Path) -> "transformers.PreTrainedModel":
    folder.mkdir()
    train_unigram(folder / "trained.model")
    rows = _scored(folder / "trained.model")
    codes = [(code, 0.0) for code in _codes("mbart50")]
    tokeniser = transformers.MBart50Tokenizer(vocab=[*rows, *codes, ("<mask>", 0.0)])
    config = transformers.MBartConfig(vocab_size=len(tokeniser), **BOTH_HALVES | IDS)
    return saved_together(folder, tokeniser, transformers.MBartForConditionalGeneration(config))


def save_nllb(folder: Path) -> "transformers.PreTrainedModel":
    folder.mkdir()
    trained = tokenizers.Tokenizer(models.BPE(unk_token="<unk>"))
    trained.pre_tokenizer = pre_tokenizers.Metaspace()
    trained.train_from_iterator(LINES, trainers.BpeTrainer(vocab_size=90, special_tokens=SPECIAL))
    model = json.loads(trained.to_str())["model"]
    merges = [tuple(merge) for merge in model["merges"]]
    tokeniser = transformers.NllbTokenizer(vocab=model["vocab"], merges=merges)
    config = transformers.M2M100Config(vocab_size=len(tokeniser), **BOTH_HALVES | IDS)
    return saved_together(folder, tokeniser, transformers.M2M100ForConditionalGeneration(config))


SAVE_MULTILINGUAL = {
    "m2m100": save_m2m100,
    "mbart": save_mbart,
    "mbart50": save_mbart50,
    "nllb": save_nllb,
}


def _codes(kind: str) -> list[str]:
    module = getattr(transformers.models, kind)
    return list(getattr(module, f"tokenization_{kind}").FAIRSEQ_LANGUAGE_CODES)


def _pieces(file: Path) -> list[str]:
    return [piece for piece, _ in _scored(file)[len(SPECIAL) :]]


def _scored(file: Path) -> list[tuple[str, float]]:
    """The pieces with their scores, special ones as fairseq counts them."""
    import sentencepiece

    own = sentencepiece.SentencePieceProcessor(str(file))
    ordinary = range(3, own.get_piece_size())
    rows = [(own.id_to_piece(place), own.get_score(place)) for place in ordinary]
    return [*((piece, 0.0) for piece in SPECIAL), *rows]
