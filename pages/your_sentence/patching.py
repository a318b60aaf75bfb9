"""The tab "Patching": a vector of another sentence put in the place of one of this sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from torch import Tensor

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import glossed, korean_labels, source_labels
from pages.translator.model_edits import the_translator
from pages.translator.setting import SentenceSetting
from pages.your_sentence.forward import MOST_FORWARDS, Forward, forward_of, run
from pages.your_sentence.reading import after
from transformer_lab.measures.logit_lens import stream_names
from transformer_lab.measures.patching import Place, cone, moved, patch
from ui.answer.parts import Chip, Chips, Heading, Note, Part
from ui.models import PRESSES, STACKS, Attentions, Patch
from ui.models.board.patch_cells import Likeliest, given_cells, said_cells, vector_cells
from ui.picture.word_grid import WordGrid
from ui.words.language import Text


@dataclass(frozen=True, eq=False)
class Patched:
    """One forward before and after, and what could change."""

    patch: Patch
    before: Forward
    after: Forward
    cone: dict[str, Tensor]

    def names(self, stack: str) -> list[str]:
        return stream_names(self.before.records, stack)

    def moved(self, name: str) -> Tensor:
        """How far the vector of each token has moved, (seq,)."""
        return moved(self.before.records[name][0], self.after.records[name][0])

    @cached_property
    def likeliest(self) -> tuple[Likeliest, Likeliest]:
        """The likeliest token at each place, before and after."""
        logits = (one.records["logits"][0] for one in (self.before, self.after))
        best = (one.softmax(-1).max(-1) for one in logits)
        before, after = ((one.values, one.indices) for one in best)
        return before, after


def other_of(setting: SentenceSetting) -> DecodedSentence:
    """What the model makes of the other sentence, with every word visible."""
    return setting.with_values(sentence=setting.other, hidden=frozenset(), step=0).written


def patch_of(setting: SentenceSetting, made: Forward) -> Patch:
    """The patch of a setting; where it has none that fits, the first word that differs, after the
    first layer.
    """
    wanted = Patch.read(setting.patch)
    if wanted is not None:
        place = wanted.place
        seq = (made.src_ids if place.stack == "encoder" else made.tgt_ids).size(1)
        layers = len(stream_names(made.records, place.stack))
        if place.layer < layers and max(place.token, wanted.token) < seq:
            return wanted
    words, others = (one.recognition.words for one in (setting.written, other_of(setting)))
    pairs = enumerate(zip(words, others, strict=True))
    token = next((at for at, (one, other) in pairs if one.text != other.text), 0)
    return Patch(Place("encoder", 1, token), token)


@lru_cache(maxsize=MOST_FORWARDS)
def patched(setting: SentenceSetting) -> Patched:
    """The forward of the sentence, patched. Both sentences need as many words."""
    before, other = forward_of(setting), other_of(setting)
    given = run(setting, other, before.tgt_ids)
    wanted = patch_of(setting, before)
    change = patch(given.records, wanted.place, wanted.token)
    made = run(setting, setting.written, before.tgt_ids, change)
    reached = cone(the_translator().model, before.records, wanted.place)
    return Patched(wanted, before, made, reached)


def patching_parts(text: Text, setting: SentenceSetting, written: DecodedSentence) -> list[Part]:
    """The words to take a vector from, the vectors of this sentence, and what is written then."""
    other = other_of(setting)
    heading = Heading(text("patching.title"), text("patching.about"))
    counts = {"count": len(written.words), "other": len(other.words)}
    if counts["count"] != counts["other"]:
        return [heading, Note(text("patching.lengths", **counts), "warning")]
    done, seen = patched(setting), glossed(text.language, written)
    return [
        heading,
        _given(text, done, other, seen),
        *(_vectors(text, setting, done, stack, seen) for stack in STACKS.values()),
        _said(text, setting, done, written),
        Note(_summary(text, done)),
        Note(text("patching.caveat"), "quiet"),
    ]


def press_chips(text: Text, setting: SentenceSetting) -> Chips:
    """What a press on a vector does."""
    chips = [
        Chip.to(
            text(f"patching.press_{one}"),
            setting.with_values(press=one),
            None,
            is_on=one == setting.press,
        )
        for one in PRESSES
    ]
    return Chips("press", chips, text("patching.press"), look="tabs")


def _given(text: Text, done: Patched, other: DecodedSentence, seen: Attentions) -> WordGrid:
    """The tokens whose vectors can be taken: of the other sentence, or what is read with it."""
    stack, layer, _ = done.patch.place
    labels: Sequence[str] = seen.read
    if stack == "encoder":
        labels = source_labels(text.language, other, other.words)
    cells = given_cells(text, labels, done.patch)
    title = text(f"patching.given_{stack}")
    return WordGrid("patch_given", title, [after(text, layer)], [""] * len(cells), [cells])


def _vectors(
    text: Text, setting: SentenceSetting, done: Patched, stack: str, seen: Attentions
) -> WordGrid:
    """Every vector of a stack: how far it has moved, or that it is the same."""
    labels = seen.source if stack == "encoder" else seen.read[: setting.shown_steps]
    names = done.names(stack)
    rows = [after(text, layer) for layer in range(len(names))]
    cells = [
        list(
            vector_cells(
                text,
                Place(stack, layer, 0),
                rows[layer],
                labels,
                done.cone[name],
                done.moved(name),
                done.patch.place,
                setting.press,
            )
        )
        for layer, name in enumerate(names)
    ]
    title = text(f"patching.vectors_{stack}")
    return WordGrid(f"patch_{stack}", title, rows, labels, cells, drop_field="patch")


def _said(
    text: Text, setting: SentenceSetting, done: Patched, written: DecodedSentence
) -> WordGrid:
    """The likeliest next token at each place, before and after."""
    labels = korean_labels(text.language, written.tgt_tokens)
    seen = glossed(text.language, written)
    cells = said_cells(
        text, labels.__getitem__, done.likeliest, done.cone["logits"], setting.shown_steps
    )
    rows = [text("patching.before"), text("patching.after")]
    columns = seen.predicted[: setting.shown_steps]
    return WordGrid("patch_said", text("patching.said"), rows, columns, cells)


def _summary(text: Text, done: Patched) -> str:
    """How many vectors can change, and that the others are the same."""
    names = [name for stack in STACKS.values() for name in done.names(stack)]
    can = sum(int(done.cone[name].sum()) for name in names)
    total = sum(len(done.cone[name]) for name in names)
    (_, before), (_, after_it) = done.likeliest
    changed = int((before != after_it).sum())
    counts = {"can": can, "total": total, "same": total - can, "changed": changed}
    return text("patching.summary", tokens=len(before), **counts)
