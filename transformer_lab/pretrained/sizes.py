"""Checks a model's configuration against its weights: no number may exceed what the files hold.

A network is built from its config.json before any weight is read. A million layers or 10^8 labels
take a few characters there, and hours or all of the memory here.
"""

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from safetensors import SafetensorError, safe_open

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder

MOST_ELSEWHERE = 10_000_000
"""The limit for distances and counts that have no weights of their own."""

_LAYERS = re.compile(r"(layers?|blocks|depth|groups)$")
# Positions may be computed, and token ids, lengths, windows and frequencies set no size. Nor does
# the first layer that uses a window, which may be beyond the model's last layer.
_WINDOW = re.compile(r"window")
_ELSEWHERE = re.compile(r"position|length|_len$|distance|_ctx|(^|_)ids?$|max_|min_")
# Names of the labels. Their number is the length of the table, which is in the file.
_NAMES = ("id2label", "label2id")
_NO_SIZE = re.compile(r"theta|base|freq|factor|penalty|eps$")


class Sizes(NamedTuple):
    """The number of tensors in a model's weights, and the longest side of any of them."""

    tensors: int
    longest: int


def check_numbers(folder: ModelFolder, name: str) -> None:
    """Raises: PretrainedError config_number, naming the first that is too large; unreadable."""
    sizes = sizes_of(folder, name)
    for key, number in _numbers(folder.config):
        if not abs(number) <= _most(key, sizes):
            value = f"{number:,}" if isinstance(number, int) else f"{number:g}"
            raise PretrainedError(
                "config_number", name=shown(name), key=shown(key[-60:]), value=value
            )


def sizes_of(folder: ModelFolder, name: str) -> Sizes:
    """Read the files' headers, but no weights. Raises: PretrainedError unreadable."""
    tensors = longest = 0
    try:
        for file in folder.weights:
            with safe_open(file, framework="pt") as weights:
                for tensor in weights.keys():  # noqa: SIM118 (no mapping)
                    tensors += 1
                    longest = max(longest, *weights.get_slice(tensor).get_shape(), 0)
    except (SafetensorError, OSError) as error:
        reason = type(error).__name__
        raise PretrainedError("unreadable", name=shown(name), reason=reason) from None
    return Sizes(tensors, longest)


def _most(key: str, sizes: Sizes) -> float:
    if _NO_SIZE.search(key):
        return float("inf")
    if _WINDOW.search(key):
        return MOST_ELSEWHERE
    if _LAYERS.search(key):
        return sizes.tensors
    if _ELSEWHERE.search(key):
        return MOST_ELSEWHERE
    return max(sizes)


def _numbers(value: Any, key: str = "") -> Iterator[tuple[str, int | float]]:
    """Every number of a configuration with its name; in a list or table with that one's name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in _NAMES:
                continue
            yield from _numbers(inner, str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, key)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield key, value
    elif isinstance(value, str) and value.strip().isdecimal():
        yield key, int(value.strip()[:20])


def whole_number(value: object) -> int | None:
    """A number above 0, also if it is given as a string."""
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value.strip()[:20])
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return int(value) if value >= 1 else None
