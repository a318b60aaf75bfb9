"""The attention sink of an encoder layer: one token that gets nearly all attention."""

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import source_labels
from ui.explain.arithmetic import percent
from ui.picture.label import with_gloss
from ui.words.language import Text

LEAST_SHARE = 0.75
"""The share of attention on one token from which it counts as a sink."""


def sink_share(written: DecodedSentence, layer: int) -> float:
    """The share of their attention that the words put on the control token, averaged over the words
    and all heads of an encoder layer; 0 if the control token is hidden.
    """
    control = len(written.recognition.words)
    seeing = [place for place in range(control) if place not in written.hidden]
    if control in written.hidden or not seeing:
        return 0.0
    weights = written.attentions.weights("encoder")[layer]  # (heads, seq_q, seq_k)
    return float(weights[:, seeing, control].mean())


def sink_sentence(text: Text, written: DecodedSentence, layer: int) -> str:
    """A sentence about the sink in an encoder layer; "" if there is none."""
    share = sink_share(written, layer)
    if share < LEAST_SHARE:
        return ""
    control = source_labels(text.language, written, written.words)[-1]
    return text("sink", layer=layer + 1, percent=percent(share), token=with_gloss(control))
