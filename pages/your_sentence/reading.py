"""The tab "Reading by layer": what the model would write if it ended after each layer."""

from dataclasses import dataclass

from pages.translator.decoding import LIKELIEST, DecodedSentence
from pages.translator.decoding_parts import in_words
from pages.translator.glossed import glossed, korean_labels
from pages.translator.model_edits import the_translator
from pages.translator.naming import SentenceNaming
from pages.translator.setting import SentenceSetting
from pages.your_sentence.forward import ended_early, read_by_layer
from transformer_core.explain.computation import Cell, Computation
from ui.answer.parts import Heading, Note, Part
from ui.explain.arithmetic import Arithmetic, percent, short_percent
from ui.explain.explanation import explained
from ui.explain.next_words import NextWords
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.picture.word_grid import WordCell, WordGrid
from ui.state.address import Selection
from ui.words.language import Text

MATRIX = "read"
"""The name of the board in pins."""


@dataclass(frozen=True)
class EarlyPlace:
    """A cell of the board: after how many layers, at which token."""

    layer: int
    step: int


def early_place(setting: SentenceSetting, pin: str) -> EarlyPlace | None:
    """The place of a pin on the board; None for any other pin."""
    found = Pin.parse(pin)
    if found is None or found.matrix != MATRIX or setting.below != "reading":
        return None
    layers = len(read_by_layer(setting))
    if found.row >= layers or found.col >= setting.shown_steps:
        return None
    return EarlyPlace(found.row, found.col)


def after(text: Text, layer: int) -> str:
    """The name of a row: how many layers have been applied."""
    return text("reading.after", layer=layer) if layer else text("reading.before")


def reading_parts(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[Part]:
    """The board, what to watch for, and what it is not."""
    shares = read_by_layer(setting)  # (1 + layers, seq_q, vocab)
    labels = korean_labels(text.language, written.tgt_tokens)
    seen = glossed(text.language, written)
    rows = []
    for layer, row in enumerate(shares):
        best, ids = row.max(-1)
        cells = []
        for step in range(setting.shown_steps):
            word, share = labels[int(ids[step])], float(best[step])
            token, named = with_gloss(seen.predicted[step]), with_gloss(word)
            said = {"word": named, "percent": percent(share), "token": token}
            spoken = text("reading.spoken", where=after(text, layer), **said)
            cells.append(
                WordCell(
                    word,
                    short_percent(share),
                    share,
                    spoken,
                    pin=f"{MATRIX}.{layer}.{step}",
                    is_marked=int(ids[step]) == int(written.translation.tgt_ids[0, step + 1]),
                )
            )
        rows.append(cells)
    names = [after(text, layer) for layer in range(len(shares))]
    columns = seen.predicted[: setting.shown_steps]
    grid = WordGrid(MATRIX, "", names, columns, rows, corner=text("reading.corner"))
    return [
        Heading(text("reading.title"), text("reading.about")),
        grid,
        Note(text("reading.hint"), "quiet"),
        Note(_when(text, setting, written)),
        *_repeated(text, setting, written),
        Note(text("reading.caveat"), "quiet"),
    ]


def _when(text: Text, setting: SentenceSetting, written: DecodedSentence) -> str:
    """How many of the words are the likeliest ones already after each layer."""
    likeliest = read_by_layer(setting).argmax(-1)[:, : setting.shown_steps]  # (1 + layers, steps)
    wanted = written.translation.tgt_ids[0, 1 : 1 + setting.shown_steps]
    counts = (likeliest == wanted).sum(-1).tolist()
    told = [
        text("reading.count_after" if layer else "reading.count_before", count=count, layer=layer)
        for layer, count in enumerate(counts)
    ]
    return text("reading.counts", total=setting.shown_steps, counts=", ".join(told))


def _repeated(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[Part]:
    """Why the embedding alone leads to the token that was read, where it does."""
    first = read_by_layer(setting)[0].argmax(-1)[: setting.shown_steps]
    count = int((first == written.translation.tgt_ids[0, : len(first)]).sum())
    if not count or not the_translator().model.config.has_tied_output:
        return []
    return [Note(text("reading.repeats", count=count, total=len(first)))]


class EarlyNaming(SentenceNaming):
    """Names what comes after the last layer as what it would be if the model had ended early."""

    where = ""

    def name(self, cell: Cell) -> str:
        origin = self.computation.origins.get(cell.tensor)
        is_late = origin is not None and origin.block is not None and origin.block.layer is None
        late = is_late and not cell.tensor.startswith(("src_", "tgt_", "encoder"))
        return f"{self.where} · {super().name(cell)}" if late else super().name(cell)


def early_parts(
    text: Text,
    setting: SentenceSetting,
    written: DecodedSentence,
    place: EarlyPlace,
    selection: Selection,
) -> list[Part]:
    """The likeliest words of a cell of the board, and where the probability comes from."""
    shares = read_by_layer(setting)[place.layer, place.step]  # (vocab,)
    labels = korean_labels(text.language, written.tgt_tokens)
    best, ids = shares.topk(LIKELIEST)
    words = [(labels[at], share) for at, share in zip(ids.tolist(), best.tolist(), strict=True)]
    token = int(written.translation.tgt_ids[0, place.step + 1])
    before = in_words(text, written.tokens[: place.step][-3:] or (written.style.token,))
    where = after(text, place.layer)
    next_words = NextWords(
        text("reading.question", where=where), before, words, (labels[token], float(shares[token]))
    )
    return [next_words, _arithmetic(text, setting, written, place, int(ids[0]), selection)]


def _arithmetic(
    text: Text,
    setting: SentenceSetting,
    written: DecodedSentence,
    place: EarlyPlace,
    token: int,
    selection: Selection,
) -> Arithmetic:
    computation: Computation = ended_early(setting, place.layer)
    naming = EarlyNaming(text, computation, "", written, "cross")
    naming.where = after(text, place.layer)
    cell = Cell("probabilities", (place.step, token))
    return explained(text, computation, cell, naming, selection.trail)
