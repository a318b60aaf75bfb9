"""What a visitor takes along from the translator: the sentence, and the pinned number's place."""

from dataclasses import replace

from pages.translator.decoding import DecodedSentence
from pages.translator.setting import SentenceSetting
from transformer_core.explain.origin import Axis, Block
from transformer_lab.examples import split_words
from ui.answer.carried import Carried
from ui.explain.trail import read_cell
from ui.state.address import State


def gives(state: State[SentenceSetting]) -> Carried:
    """Return the sentence, and where the pinned number is; only the sentence of another model."""
    setting = state.setting
    if setting.model == "hugging_face" or not state.selection.pin:
        return Carried(setting.sentence)
    written = setting.written
    cell = read_cell(written.computation, state.selection.pin)
    if cell is None:
        return Carried(setting.sentence)
    place = written.computation.coordinates(cell)
    return replace(
        carried_from(setting.sentence, written, cell.tensor),
        head=next((index + 1 for axis, index in place.items() if axis.role == "head"), 0),
        word=_word(setting.sentence, written, place),
    )


def carried_from(sentence: str, written: DecodedSentence, tensor: str) -> Carried:
    """Return the sentence with the layer that a tensor is in."""
    origin = written.computation.origins.get(tensor)
    if origin is None or origin.block is None or origin.block.layer is None:
        return Carried(sentence)
    block = origin.block
    return Carried(sentence, kind=_kind(block), layer=origin.block.layer + 1)


def _kind(block: Block) -> str:
    """Return the kind of attention of a block; empty if it is none."""
    if block.part == "cross_attention":
        return "cross"
    return block.stack if block.part == "self_attention" else ""


def _word(sentence: str, written: DecodedSentence, place: dict[Axis, int]) -> int:
    """Return the word that a number belongs to, from 1; 0 if it is not a whole word."""
    roles = ("query", "position")
    index = next(
        (at for axis, at in place.items() if axis.role in roles and axis.tokens == "src"), -1
    )
    words, tokens = split_words(sentence), written.recognition.words
    if not 0 <= index < min(len(words), len(tokens)):
        return 0
    return index + 1 if str(tokens[index]).lower() == words[index].lower() else 0


def takes(carried: Carried) -> dict[str, object]:
    taken: dict[str, object] = {"sentence": carried.sentence} if carried.sentence else {}
    if carried.kind and carried.layer:
        taken |= {"kind": carried.kind, "layer": carried.layer}
    return taken
