"""Notes on a Hugging Face model: how to read its rows, what it wrote and how.

Each note depends on the kind of model, its decoding and its tokens, and may be left out.
"""

from torch import as_tensor

from pages.translator.attention_source import AttentionSource
from pages.translator.head_choice import HeadChoice
from pages.translator.setting import SentenceSetting
from pages.your_sentence.views import SentenceViews
from ui.answer.parts import Heading, Note, Part
from ui.models import Attentions
from ui.words.language import Text, text_of

LARGE_SHARE = 0.5
"""The share of attention on the first token from which a note says so."""


def other_model_parts(text: Text, setting: SentenceSetting, source: AttentionSource) -> list[Part]:
    """The parts above the picture: the written text, how to read the rows, what was left out."""
    words, seen = text_of("models", text.language), source.attentions
    sentences = [words(f"rows.{_rows(seen, source.kind(setting.kind))}")]
    limits = {
        "source_cut": source.model.limit if source.model else 0,
        "target_cut": len(seen.predicted),
    }
    sentences += [
        words(f"notes.{one}", limit=at) for one, at in limits.items() if getattr(seen, one)
    ]
    notes: list[Part] = [Note(" ".join(sentences), "quiet")]
    if setting.target.strip() and seen.cross is None:
        side = "encoder" if seen.encoder is not None else "decoder"
        notes.append(Note(words(f"ignored.{side}"), "info"))
    if not seen.generated:
        return notes
    return [Heading(seen.target or words("notes.nothing_written")), *notes]


def other_model_details(
    text: Text, source: AttentionSource, choice: HeadChoice, views: SentenceViews
) -> list[Part]:
    """The parts below it: decoding, language, special marks, and where the attention goes."""
    words, seen = text_of("models", text.language), source.attentions
    sentences = []
    if seen.generated:
        sentences.append(words("notes.generated"))
    if seen.excluded:
        sentences.append(words("notes.excluded", tokens=", ".join(seen.excluded)))
    if seen.switched_off:
        sentences.append(words("notes.switched_off", settings=", ".join(seen.switched_off)))
    if seen.languages:
        read, written = seen.languages
        sentences.append(words("notes.languages", source=read, target=written))
    if source.model is not None and source.model.beginnings:
        named = ", ".join(f"“{one}”" for one in source.model.beginnings)
        sentences.append(words("notes.beginnings", beginnings=named))
    marks = " ".join(words(f"marks.{mark}") for mark in seen.marks)
    lines = (*first_token(words, choice, views), " ".join(sentences), marks)
    return [Note(line, "quiet") for line in lines if line]


def _rows(seen: Attentions, kind: str) -> str:
    """The kind of rows shown; a decoder without an encoder reads the sentence itself."""
    return "reading" if kind == "decoder" and seen.cross is None else kind


def first_token(words: Text, choice: HeadChoice, views: SentenceViews) -> list[str]:
    """A note on the share of attention on the first token in the large picture, if it is large.

    The first row is left out: in a decoder it can attend to nothing else.
    """
    weights = as_tensor(views.large().values)  # (seq_q, seq_k)
    if choice.kind == "cross" or choice.how != "average" or len(weights) < 3:
        return []
    share = float(weights[1:, 0].mean())
    if share < LARGE_SHARE:
        return []
    return [words("notes.first_token", share=f"{100 * share:.0f}", token=views.cols[0])]
