"""The languages between which a multilingual model translates, as its tokenizer names them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_CODE = re.compile(r"[a-z]{2,3}_[A-Z][A-Za-z]{1,3}")
_OURS = ("en", "eng", "ko", "kor")
_MOST_BEGINNINGS = 4


@dataclass(frozen=True)
class Languages:
    """ids: the token of each language, by its code; empty for a model without a choice.

    pair: the default two codes in the model's own files; also empty without a choice.
    beginnings: prefixes of a sentence that choose what is written, if the files name any: the
    language tokens of Marian, the tasks of T5.
    """

    ids: Mapping[str, int] = field(default_factory=dict)
    pair: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(self.ids)

    def chosen(self, wanted: tuple[str, ...]) -> tuple[str, ...]:
        """The wanted pair; a code that the model lacks is replaced by the model's own language."""
        asked = (*wanted, "", "")[: len(self.pair)]
        return tuple(
            code if code in self.ids else own for code, own in zip(asked, self.pair, strict=True)
        )


def languages_of(
    tokeniser: Any, starts: Sequence[int | None], vocab_size: int, tasks: object = None
) -> Languages:
    """Read the languages from a tokenizer of transformers.

    Args:
        starts: the tokens that the model's files put at the start of a target. One of them may be a
            language's, which is then the one that is written.
        vocab_size: the size of the embedding, which may have no place for some language.
        tasks: task_specific_params of config.json.
    """
    ids = _language_ids(tokeniser, vocab_size)
    pair = _own_pair(tokeniser, starts, ids) if ids else ()
    return Languages(ids, pair, _beginnings(tokeniser, tasks))


def _language_ids(tokeniser: Any, vocab_size: int) -> dict[str, int]:
    if not hasattr(tokeniser, "set_tgt_lang_special_tokens"):
        return {}
    # NLLB has no such table: its languages are the special tokens that look like a code.
    named = getattr(tokeniser, "lang_code_to_id", None) or {
        token: tokeniser.convert_tokens_to_ids(token)
        for token in sorted(tokeniser.get_vocab())
        if _CODE.fullmatch(token)
    }
    return {
        code: number
        for code, number in named.items()
        if number is not None and number != tokeniser.unk_token_id and number < vocab_size
    }


def _own_pair(
    tokeniser: Any, starts: Sequence[int | None], ids: Mapping[str, int]
) -> tuple[str, str]:
    codes = {number: code for code, number in ids.items()}
    source = tokeniser.src_lang if tokeniser.src_lang in ids else next(iter(ids))
    named = [codes[number] for number in starts if number is not None and number in codes]
    # If no file names a target language: English or Korean, the workbench's own languages.
    ours = sorted(code for code in ids if code.split("_")[0] in _OURS)
    others = [one for one in (tokeniser.tgt_lang, *ours, *ids) if one in ids and one != source]
    return source, (*named, *others, source)[0]


def _beginnings(tokeniser: Any, tasks: object) -> tuple[str, ...]:
    listed = tasks.values() if isinstance(tasks, dict) else ()
    prefixes = [task.get("prefix") for task in listed if isinstance(task, dict)]
    named = [*(getattr(tokeniser, "supported_language_codes", None) or ()), *prefixes]
    texts = [text.strip() for text in named if isinstance(text, str) and text.strip()]
    return tuple(dict.fromkeys(texts))[:_MOST_BEGINNINGS]
