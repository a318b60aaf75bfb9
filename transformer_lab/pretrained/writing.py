"""What a model's files say of how it writes: with what it starts, where it ends, and never what."""

import json
from dataclasses import dataclass
from typing import Any

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.settings import Settings

_LARGEST_FILE = 1_000_000


@dataclass(frozen=True)
class Writing:
    """Tokens that mean something to a decoder.

    start: read before the first one of a target. is_named: whether the files name it, or another
    token is in its place. first: the one that is forced after it, if any. ends: each ends a target.
    excluded: never written.
    """

    start: int = 0
    is_named: bool = False
    first: int | None = None
    ends: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()

    @classmethod
    def of(cls, folder: ModelFolder, settings: Settings, name: str) -> "Writing":
        """Read generation_config.json, or config.json where there is none, as transformers does.

        Raises: PretrainedError unreadable.
        """
        own = _generation(folder, name)
        said = settings if own is None else Settings(own, {}, name)
        start = _token(said["decoder_start_token_id"])
        others = (
            said["bos_token_id"],
            settings["decoder_start_token_id"],
            settings["pad_token_id"],
        )
        other = next((token for token in map(_token, others) if token is not None), 0)
        ends = _tokens(said["eos_token_id"]) or _tokens(settings["eos_token_id"])
        excluded = _tokens(settings["pad_token_id"]) | _tokens(said["suppress_tokens"])
        return cls(
            other if start is None else start,
            start is not None,
            _token(said["forced_bos_token_id"]),
            ends,
            (excluded | _single_words(said["bad_words_ids"])) - ends,
        )


def _generation(folder: ModelFolder, name: str) -> dict[str, Any] | None:
    file = folder.path / "generation_config.json"
    try:
        if not file.is_file():
            return None
        if file.stat().st_size > _LARGEST_FILE:
            raise ValueError("too large")
        values = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(values, dict):
            raise ValueError("not a table")
    except (OSError, ValueError, RecursionError) as error:
        reason = type(error).__name__
        raise PretrainedError("unreadable", name=shown(name), reason=reason) from None
    return values


def _token(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value


def _tokens(value: object) -> frozenset[int]:
    several = value if isinstance(value, list) else [value]
    return frozenset(token for token in map(_token, several) if token is not None)


def _single_words(value: object) -> frozenset[int]:
    """Of forbidden runs of tokens those of one token; longer ones are not looked at."""
    runs = value if isinstance(value, list) else []
    return frozenset().union(
        *(_tokens(run) for run in runs if isinstance(run, list) and len(run) == 1)
    )
