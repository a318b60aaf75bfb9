"""The user's input: the sentence, and the translation that the model is forced to write."""

from english_korean.language.syntax import START_TOKENS, Style
from english_korean.language.tokens import tokenise
from pages.translator.decoding import STYLE, DecodingOptions, decode
from pages.translator.model_edits import NO_EDITS, ModelEdits, the_translator
from transformer_lab.vocabulary import END, PAD, START
from ui.state.typed_input import InputError, read_sentence

MOST_TYPED = 128
"""The most words in a sentence: the positions of the model."""
MOST_FORCED = 120
NEVER_FORCED = frozenset({PAD, START, END, *START_TOKENS})


def read_english(text: str) -> str:
    """Read a sentence that is short enough for the translator. Raises: InputError."""
    read_sentence(text, lambda typed: [token.text for token in tokenise(typed)], limit=MOST_TYPED)
    return text


def read_morphemes(text: str) -> tuple[str, ...]:
    """Read morphemes of the target vocabulary, separated by spaces. Raises: InputError."""
    morphemes = read_sentence(text, limit=MOST_FORCED)
    vocabulary = the_translator().target
    for morpheme in morphemes:
        if morpheme not in vocabulary or morpheme in NEVER_FORCED:
            near = [token for token in vocabulary.tokens if morpheme.strip("-") in token][:6]
            raise InputError("unknown_morpheme", text=morpheme[:24], near=", ".join(near) or "—")
    return tuple(morphemes)


def read_forced(text: str) -> object:
    """Morphemes, or None for the grammar's translation. Raises: InputError."""
    return read_morphemes(text) if text.strip() else None


def is_english(text: str) -> bool:
    """True if our translator can read a text."""
    try:
        read_english(text)
    except InputError:
        return False
    return True


def read_anything(text: str) -> str:
    """A text for a model that may read any. Raises: InputError if it is blank."""
    if not text.strip():
        raise InputError("empty_sentence")
    return text


def forced_start(
    model: str,
    sentence: str,
    hidden: frozenset[int],
    edits: ModelEdits = NO_EDITS,
    style: Style = STYLE,
) -> str:
    """The initial text to force: the grammar's translation, else what the model wrote."""
    written = decode(model, sentence, hidden, DecodingOptions(), edits, style)
    pair = written.recognition.pair
    possible = [token for token in written.tokens if token not in NEVER_FORCED][:MOST_FORCED]
    return " ".join(pair.korean if pair else possible or written.tgt_tokens[-1:])
