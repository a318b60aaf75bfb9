"""Data that somebody brings to train on: sentence pairs, or a text.

Read from here on: `encodings` (bytes to lines), `tables` (lines to rows), `pairs` and `text` (what
is kept of them), `cutting` with `graphemes` and `merges` (tokens), `split`, `floors`; `prepared`
puts them together, and `data` is the result, small enough to be sent along with a run.

Nothing here knows of models. What cannot be used is left out with its line and a reason; what
cannot be read at all raises `OwnDataError`.
"""

from transformer_lab.own_data.data import OwnData
from transformer_lab.own_data.errors import OwnDataError
from transformer_lab.own_data.prepared import Prepared, prepare_pairs, prepare_text

__all__ = ["OwnData", "OwnDataError", "Prepared", "prepare_pairs", "prepare_text"]
