"""The map of the watched model at the shown step, where every number explains itself."""

from pages.training.setting import TrainingSetting
from pages.training.watching import Watched
from transformer_core import likeliest
from ui.picture.model_map import MapWords, ModelMap, NextToken, map_strings
from ui.shell.language import Text


def training_map(text: Text, setting: TrainingSetting, watched: Watched) -> ModelMap:
    """Every number of the forward of the example, or of what was typed."""
    sentences, computation = watched.forward.sentences, watched.forward.computation
    names = range(computation.tensors["logits"].size(-1))
    return ModelMap(
        "map",
        computation,
        src=MapWords(sentences.src_names),
        tgt=MapWords(sentences.tgt_names),
        next_tokens=_next_tokens(watched),
        strings=map_strings(text, sides={"src": text("of.source"), "tgt": text("of.target")}),
        norm_first=watched.config.norm_first,
        vocabulary=[sentences.name(token) for token in names],
        view_field=f"{setting.PREFIX}_view",
    )


def _next_tokens(watched: Watched) -> list[NextToken]:
    """After each token the likeliest ones, and the one that follows."""
    sentences, logits = watched.forward.sentences, watched.forward.computation.tensors["logits"]
    tokens, shares = likeliest(logits)  # (seq_q, 5) each
    probabilities = logits.softmax(dim=-1)
    made = []
    for row, target in enumerate(sentences.targets[0].tolist()):
        names = [sentences.name(int(token)) for token in tokens[row]]
        due = sentences.name(target), float(probabilities[row, target])
        made.append(NextToken(list(zip(names, shares[row].tolist(), strict=True)), due))
    return made
