"""What is said of a model of Hugging Face: how to read its rows, what it wrote and how.

Each sentence holds for the kind of model, its way of writing and its tokens, or is left out.
"""

from torch import as_tensor

from pages.your_sentence.look import Look
from pages.your_sentence.pretrained import Attentions
from pages.your_sentence.setting import SentenceSetting
from pages.your_sentence.views import Looking, SentenceViews
from ui.answer.parts import Heading, Note, Part
from ui.shell.language import Text, text_of

LARGE_SHARE = 0.5
"""Of the weight, from which on it is said that the first token gets it."""


def other_model_parts(text: Text, setting: SentenceSetting, look: Look) -> list[Part]:
    """Above the picture: the text that was written, how to read the rows, what was left out."""
    words, seen = text_of("your_sentence/pretrained", text.language), look.attentions
    said = [words(f"rows.{_rows(seen, look.kind(setting.kind))}")]
    limits = {
        "source_cut": look.model.limit if look.model else 0,
        "target_cut": len(seen.predicted),
    }
    said += [words(f"notes.{one}", limit=at) for one, at in limits.items() if getattr(seen, one)]
    notes: list[Part] = [Note(" ".join(said), "quiet")]
    if setting.target.strip() and seen.cross is None:
        side = "encoder" if seen.encoder is not None else "decoder"
        notes.append(Note(words(f"ignored.{side}"), "info"))
    if not seen.generated:
        return notes
    return [Heading(seen.target or words("notes.nothing_written")), *notes]


def other_model_details(
    text: Text, look: Look, looking: Looking, views: SentenceViews
) -> list[Part]:
    """Below it: how it was written, in which language, what marks mean, where the weight goes."""
    words, seen = text_of("your_sentence/pretrained", text.language), look.attentions
    said = []
    if seen.generated:
        said.append(words("notes.generated"))
    if seen.excluded:
        said.append(words("notes.excluded", tokens=", ".join(seen.excluded)))
    if seen.switched_off:
        said.append(words("notes.switched_off", settings=", ".join(seen.switched_off)))
    if seen.languages:
        source, target = seen.languages
        said.append(words("notes.languages", source=source, target=target))
    if look.model is not None and look.model.beginnings:
        named = ", ".join(f"“{one}”" for one in look.model.beginnings)
        said.append(words("notes.beginnings", beginnings=named))
    marks = " ".join(words(f"marks.{mark}") for mark in seen.marks)
    lines = (*_first_token(words, looking, views), " ".join(said), marks)
    return [Note(line, "quiet") for line in lines if line]


def _rows(seen: Attentions, kind: str) -> str:
    """Which kind of rows is shown: a decoder alone reads the sentence itself."""
    return "reading" if kind == "decoder" and seen.cross is None else kind


def _first_token(words: Text, looking: Looking, views: SentenceViews) -> list[str]:
    """How much of the weight in the large picture is on the first token, where that is much.

    The first row is left out: in a decoder it has nothing else to look at.
    """
    weights = as_tensor(views.large().values)  # (seq_q, seq_k)
    if looking.kind == "cross" or looking.how != "average" or len(weights) < 3:
        return []
    share = float(weights[1:, 0].mean())
    if share < LARGE_SHARE:
        return []
    return [words("notes.first_token", share=f"{100 * share:.0f}", token=views.cols[0])]
