"""The cells of "Patching", alike for every model: what is taken, where it is put, what is said."""

from collections.abc import Callable, Iterator, Sequence

from torch import Tensor

from transformer_lab.measures.patching import Place
from ui.explain.arithmetic import percent, short_percent
from ui.models.board.patch_pins import SAID
from ui.models.board.vector_patch import Patch, taker
from ui.picture.label import with_gloss
from ui.picture.word_grid import WordCell
from ui.words.language import Text

Likeliest = tuple[Tensor, Tensor]
"""The probability of the likeliest token at each place, and its number, (seq,) both."""


def given_cells(text: Text, labels: Sequence[str], patch: Patch) -> list[WordCell]:
    """The tokens whose vectors can be taken, for where the patch is put."""
    return [
        WordCell(
            label,
            "",
            0.0,
            text("patching.take", word=with_gloss(label)),
            sets={"patch": Patch(patch.place, at).written()},
            is_chosen=at == patch.token,
            gives=str(at),
        )
        for at, label in enumerate(labels)
    ]


def vector_cells(
    text: Text,
    row: Place,
    where: str,
    labels: Sequence[str],
    can: Tensor,
    moved: Tensor,
    chosen: Place,
    press: str = "put",
) -> Iterator[WordCell]:
    """One row of vectors: how far each has moved, or that it is the same.

    Args:
        row: the place of its first vector. where: what the row is called.
        labels: the tokens that are shown. can, moved: (seq,), see `transformer_lab`'s patching.
        chosen: where a vector is put. press: what a press does, one of PRESSES.
    """
    for at, (label, change) in enumerate(zip(labels, moved.tolist(), strict=False)):
        place, is_reached = row._replace(token=at), bool(can[at])
        note = text(f"patching.{'changed' if is_reached else 'same'}", percent=percent(change))
        yield WordCell(
            "",
            note,
            min(1.0, change) if is_reached else 0.0,
            text(f"patching.{press}", word=with_gloss(label), where=where, note=note),
            pin=f"patch_{row.stack}.{row.layer}.{at}" if press == "explain" else "",
            sets={} if press == "explain" else {"patch": Patch(place, at).written()},
            is_quiet=not is_reached,
            is_chosen=place == chosen,
            takes=taker(place),
        )


def said_cells(
    text: Text,
    token: Callable[[int], str],
    both: tuple[Likeliest, Likeliest],
    can: Tensor,
    count: int,
) -> list[list[WordCell]]:
    """The likeliest token at each of the first places, before and after.

    Args:
        token: what a number is called. can: (seq,), the places that can change.
    """
    first, rows = both[0][1], []
    for key, (shares, ids) in zip(("before", "after"), both, strict=True):
        row, is_after = [], key == "after"
        for at, (number, share) in enumerate(zip(ids.tolist(), shares.tolist(), strict=True)):
            word = token(number)
            said = {"word": with_gloss(word), "percent": percent(share)}
            row.append(
                WordCell(
                    word,
                    short_percent(share),
                    share,
                    text(f"patching.said_{key}", **said),
                    pin=f"{SAID}.{int(is_after)}.{at}",
                    is_marked=is_after and number != int(first[at]),
                    is_quiet=is_after and not bool(can[at]),
                )
            )
        rows.append(row[:count])
    return rows
