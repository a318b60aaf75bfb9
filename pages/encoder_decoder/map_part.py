"""The map of a model in the sizes that the user chose."""

from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.whole_model.sentences import PAD
from ui.picture.model_map import MapWords, ModelMap, NextToken, map_strings, next_tokens
from ui.words.language import Text


def model_map(text: Text, setting: EncoderDecoderSetting) -> ModelMap:
    """Every number of the forward pass of both sentences."""
    sentences = setting.sentences
    src_padding, tgt_padding = (
        [row for row, token in enumerate(ids[0].tolist()) if token == PAD]
        for ids in (sentences.src_ids, sentences.tgt_ids)
    )
    return ModelMap(
        "map",
        setting.forward.computation(setting.label_smoothing),
        src=MapWords(sentences.src_names, hidden=src_padding),
        tgt=MapWords(sentences.tgt_names, hidden=tgt_padding),
        next_tokens=_next_tokens(setting),
        strings=map_strings(
            text,
            norm_first=setting.norm_first,
            sides={"src": text("controls.source"), "tgt": text("controls.target")},
        ),
        norm_first=setting.norm_first,
        vocabulary=[sentences.name(token) for token in range(max(sentences.names) + 1)],
        view_field=f"{setting.PREFIX}_view",
    )


def _next_tokens(setting: EncoderDecoderSetting) -> list[NextToken]:
    """The most probable tokens after each token, and the one that should follow."""
    sentences, logits = setting.sentences, setting.forward.records["logits"][0]
    return next_tokens(logits, sentences.targets[0].tolist(), sentences.name)
