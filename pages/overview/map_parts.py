"""The map of the translator on the typed sentence, and the model it is compared with."""

from pages.translator.carried import carried_from
from pages.translator.decoding import DecodedSentence, decode
from pages.translator.glossed import chosen, glossed, korean_labels, likeliest, source_labels
from pages.translator.setting import SentenceSetting
from ui.answer.links import opened_with
from ui.picture.model_map import MapWords, ModelMap, NextToken, PageLink, map_strings
from ui.words.language import Text

EDITABLE = ("src_embeddings", "tgt_embeddings")
SUBJECTS = (
    ("positional_encoding", "src_positions", "vector"),
    ("self_attention", "encoder.layers.0.self_attention.weights", "lines"),
    ("multi_head_attention", "encoder.layers.1.self_attention.heads", "vector"),
    ("ablations", "encoder.layers.1.residual_2", "vector"),
    ("your_sentence", "decoder.layers.1.cross_attention.weights", "lines"),
    ("encoder_decoder", "tgt_encoded", "vector"),
    ("masks", "decoder.layers.0.self_attention.masked", "grid"),
    ("attention", "decoder.layers.0.cross_attention.scores", "grid"),
    ("mistakes", "decoder.layers.0.feed_forward.hidden", "vector"),
    ("attention_limits", "encoder.layers.1.self_attention.values", "vector"),
    ("training", "decoder.layers.1.feed_forward.hidden", "vector"),
    ("learning_rate", "", "next"),
)
"""The column of the map that shows the subject of each page."""


def translator_map(text: Text, setting: SentenceSetting) -> ModelMap:
    """All numbers of the forward pass, next to those of another model if one is compared."""
    written, other, language = setting.written, compared_with(setting), text.language
    return ModelMap(
        "map",
        written.computation,
        src=MapWords(source_labels(language, written, written.words), sorted(written.hidden)),
        tgt=MapWords(glossed(language, written).read),
        next_tokens=_next_tokens(text, written),
        other_next=[] if other is None else _next_tokens(text, other),
        strings=_strings(text, setting),
        other=None if other is None else other.computation,
        written=written.translation.written,
        links=page_links(text, written, setting.sentence),
        heads_off=[(f"{one.path}.weights", one.head) for one in sorted(setting.heads_off)],
        vocabulary=korean_labels(language, written.tgt_tokens),
        before=_before(text, setting),
        editable=EDITABLE,
        hide_field="hidden",
        view_field=f"{setting.PREFIX}_view",
        has_cache=True,
        plays_once=setting == type(setting)(),
    )


def _next_tokens(text: Text, written: DecodedSentence) -> list[NextToken]:
    between = (text.language, written)
    return [
        NextToken(likeliest(*between, step), chosen(*between, step))
        for step in range(len(written.tokens))
    ]


def _strings(text: Text, setting: SentenceSetting) -> dict[str, object]:
    """The map's texts, with the names of this page's sides and of the compared model."""
    strings = map_strings(
        text,
        sides={"src": text("map_sides.src"), "tgt": text("map_sides.tgt")},
        hide=text("map.hide"),
        hint=text("map.hint_hide"),
        abbreviations=text.section("abbreviations"),
    )
    strings["tools"]["seen_other"] = other_name(text, setting)
    return strings


def other_name(text: Text, setting: SentenceSetting) -> str:
    """The name of the model that this one is compared with."""
    beside = "trained" if setting.model == "untrained" else "untrained"
    return text(f"compared.{beside if setting.beside else 'unedited'}")


def compared_with(setting: SentenceSetting) -> DecodedSentence | None:
    """The untrained or the unedited model, forced to write the same; None if not compared."""
    if not setting.beside and setting.is_unedited:
        return None
    written = setting.written
    same = written.as_forced()
    if setting.beside:
        name = "translator" if setting.model == "untrained" else "untrained"
        return decode(name, setting.own_sentence, setting.hidden, same, style=setting.style)
    return setting.written_unedited(setting.own_model, same)


def _before(text: Text, setting: SentenceSetting) -> str:
    """A note on what the other model writes when it is not forced."""
    if compared_with(setting) is None or setting.how.way == "forced":
        return ""
    name = setting.own_model
    if setting.beside:
        name = "translator" if setting.model == "untrained" else "untrained"
    if setting.beside:
        between = (setting.own_sentence, setting.hidden, setting.how)
        other = decode(name, *between, style=setting.style)
    else:
        other = setting.written_unedited(name, setting.how)
    if other.translation.written == setting.written.translation.written and not setting.beside:
        return text("compared.writes_same")
    key = f"compared.{'writes_trained' if name == 'translator' else 'writes_untrained'}"
    return text(key if setting.beside else "compared.writes", text=other.translation.written)


def page_links(text: Text, written: DecodedSentence, sentence: str) -> list[PageLink]:
    """Links to the pages about single parts, if the model has these, carrying the sentence and the
    part's place.
    """
    tensors = written.computation.tensors
    return [
        PageLink(
            page,
            text(f"pages.{page}"),
            text(f"links.{page}"),
            tensor,
            kind,
            *opened_with(page, carried_from(sentence, written, tensor), text.language),
        )
        for page, tensor, kind in SUBJECTS
        if not tensor or tensor in tensors
    ]
