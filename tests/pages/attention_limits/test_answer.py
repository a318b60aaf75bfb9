"""Every sentence of "What attention does not say" is true in every setting that shows it."""

from urllib.parse import parse_qsl, urlsplit

import pytest
import torch

from pages.attention_limits import cases, findings
from pages.attention_limits.cases import case
from pages.attention_limits.compared import row_of
from pages.attention_limits.setting import KINDS, PLACES, QUESTIONS, SENTENCE
from pages.translator.decoding import DecodingOptions, decode
from pages.translator.trained_attention import translator_config
from tests.pages.answers import Asked
from transformer_lab.measures.hidden_words import DECISIVE, IDLE, SHORT, rank_correlation
from ui.answer.carried import Carried
from ui.answer.parts import Link, Note
from ui.explain.arithmetic import exact, percent
from ui.picture.label import with_gloss
from ui.questions.register import question_of
from ui.state.typed_input import InputError

SENTENCES = (SENTENCE, "Did the dog eat the fish?", "Zoe saw a quokka", "the the", "go")
SIZES = translator_config()
LAYERS, HEADS = range(SIZES.num_layers), range(SIZES.num_heads)
sentences = pytest.mark.parametrize("sentence", SENTENCES)
places = pytest.mark.parametrize("hide", PLACES)


def page(language="en", **values):
    return Asked("attention_limits", language, **values)


def notes(asked):
    areas = ("picture", "findings")
    return [note.text for area in areas for note in asked.all(Note, area)]


def every(sentence, hide):
    """Settings of every kind, layer and head, at the first, a middle and the last token."""
    for kind in KINDS:
        for layer in LAYERS:
            for head in HEADS:
                for token in (0, 2, 43):
                    yield page(sentence=sentence, hide=hide, kind=kind, layer=layer, head=head,
                               token=token, word=head)  # fmt: skip


def named(asked):
    """The words as the sentences name them, the token, and its row."""
    setting = asked.setting
    words = [with_gloss(one) for one in setting.keys_in("en")]
    return words, with_gloss(setting.tokens_in("en")[setting.position]), row_of(setting)


def said_of_several(sentence, hide, part):
    """The note of the page with this part, in every setting, with the words and the row; there is
    none of one word alone.
    """
    for asked in every(sentence, hide):
        words, _, row = named(asked)
        found = [one for one in notes(asked) if part in one and "Counted" not in one]
        assert len(found) == (len(words) > 1)
        for said in found:
            yield said, words, row


@pytest.mark.sampled
@sentences
@places
def test_it_says_which_word_is_looked_at_most_and_which_changes_the_token_most(sentence, hide):
    for asked in every(sentence, hide):
        words, token, row = named(asked)
        said = next(one for one in notes(asked) if "looks at **" in one)
        most, decisive = int(row.weight.argmax()), int(row.token_change.abs().argmax())
        assert f"looks at **“{words[most]}”** most: {percent(float(row.weight[most]))}%" in said
        assert ("from this head only" in said) == (hide == "head")
        if len(words) == 1:
            assert "the only word" in said
            assert (
                f"is {percent(row.before)}%; without it, {percent(float(row.probability))}%" in said
            )
        elif float(row.token_change.abs().max()) < DECISIVE:
            assert f"hardly changes “{token}”" in said
        elif most == decisive:
            assert f"agree: hiding “{words[decisive]}” also changes “{token}” most" in said
        else:
            assert f"But hiding **“{words[decisive]}”**" in said
            assert f"to {percent(float(row.probability[decisive]))}%" in said
            assert f"Without “{words[most]}” it is {percent(float(row.probability[most]))}%" in said


@pytest.mark.sampled
@sentences
@places
def test_hiding_the_least_looked_at_word_is_said_to_count_more_only_where_it_does(sentence, hide):
    for said, words, row in said_of_several(sentence, hide, "Hide the most"):
        most, least = int(row.weight.argmax()), int(row.weight.argmin())
        counts = row.translation_change.abs()
        is_more = float(counts[least] - counts[most]) >= findings.ALIKE
        assert ("least looked-at word counts more" in said) == is_more
        assert f"“{words[most]}” (" in said
        assert f"“{words[least]}” (" in said
        assert exact(row.whole_log + float(row.translation_change[least]), 2) in said


@pytest.mark.sampled
@sentences
@places
def test_a_rank_correlation_is_said_only_of_an_order(sentence, hide):
    for asked in every(sentence, hide):
        _, _, row = named(asked)
        said = [one for one in notes(asked) if one.startswith("How alike")]
        effect = row.token_change.abs()
        rhos = [rank_correlation(one, effect) for one in (row.weight, row.length, row.share)]
        if float(effect.max()) < DECISIVE or None in rhos:
            assert said == []
            continue
        shown = "weight {}, length {}, weight × length {}.".format(*(exact(one, 2) for one in rhos))
        assert shown in said[0]


@pytest.mark.sampled
@sentences
@places
def test_a_longer_value_has_a_larger_share_than_its_weight_and_a_shorter_one_less(sentence, hide):
    for said, words, row in said_of_several(sentence, hide, "A weight multiplies"):
        products = row.weight * row.length
        shares = products / products.sum()
        apart = shares - row.weight
        torch.testing.assert_close(row.share, shares)
        if "nearly the same share" in said:
            assert float(apart.abs().max()) < findings.ALIKE
            continue
        word = int(apart.argmin())
        if float(-apart[word]) < findings.ALIKE:
            word = int(apart.argmax())
        assert f"“{words[word]}” has {percent(float(row.weight[word]))}%" in said
        is_longer = float(row.length[word]) > float(products.sum())
        assert ("more than the weighted average" in said) == is_longer == (float(apart[word]) > 0)


@pytest.mark.sampled
@sentences
@places
def test_a_sink_is_named_only_where_all_that_is_said_of_it_is_true(sentence, hide):
    for said, _, row in said_of_several(sentence, hide, "sink"):
        most, effect = int(row.weight.argmax()), row.token_change.abs()
        is_short = bool(row.length[most] <= SHORT * row.length.mean())
        is_idle = bool(effect[most] <= IDLE * effect.mean())
        whole = row.translation_change.abs()
        is_idle_in_all = bool(whole[most] <= IDLE * whole.mean())
        assert ("is a sink in this sentence" in said) == (is_short and is_idle and is_idle_in_all)
        assert ("Other tokens need it" in said) == (is_short and is_idle and not is_idle_in_all)
        log = float(row.translation_change[most])
        moved = f"{exact(abs(log), 2)} {'higher' if log > 0 else 'lower'}" if log else "unchanged"
        assert (moved in said) == (is_short and is_idle)
        assert ("is none" in said) == (not is_short)
        assert ("no sink" in said) == (is_short and not is_idle)


@pytest.mark.parametrize("word", [0, 3])
def test_the_change_is_that_of_the_same_translation_forced_without_the_word(word):
    asked = page()
    written = asked.setting.trained.written
    other = decode("translator", SENTENCE, frozenset({word}), written.as_forced())
    ids = written.translation.tgt_ids[0, 1:]
    own, without = (
        torch.log_softmax(one.computation.tensors["logits"].double(), -1)
        for one in (written, other)
    )
    apart = (without - own)[torch.arange(len(ids)), ids]
    at = asked.setting.position, int(ids[asked.setting.position])
    row = row_of(asked.setting)
    change = float(without[at].exp() - own[at].exp())
    assert float(row.token_change[word]) == pytest.approx(change, abs=1e-6)
    assert float(row.translation_change[word]) == pytest.approx(float(apart.sum()), abs=1e-4)


def test_where_words_are_hidden_everywhere_the_head_does_not_matter():
    changes = [page(layer=layer, head=head).values("token_change")
               for layer in LAYERS for head in HEADS]  # fmt: skip
    assert all(torch.equal(one, changes[0]) for one in changes)
    from_heads = [page(hide="head", head=head).values("token_change") for head in HEADS]
    assert not all(torch.equal(one, from_heads[0]) for one in from_heads)


def test_the_places_are_those_of_the_columns_beside_them():
    for asked in every(SENTENCE, "everywhere"):
        order = asked.values("order")
        for at, name in enumerate(("weight", "token_change", "length", "share")):
            column = asked.values(name)[:, 0].abs()
            for word, place in enumerate(order[:, at].tolist()):
                assert place == 1 + int((column > column[word]).sum())
            assert order[int(column.argmax()), at] == 1


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_question_leads_to_the_row_that_answers_it_most_clearly(question, sentence):
    asked = page(sentence=sentence)
    target = case(asked.setting, question)
    offered = [chip.label for chip in asked.row("questions").values()]
    assert asked.text(f"ask.{question}") in offered
    shown = asked.pressed(f"ask.{question}")
    assert (shown.setting.sentence == asked.setting.sentence) == (target is not None)
    row = row_of(shown.setting)
    assert (shown.setting.kind, shown.setting.hide) == ("cross", "everywhere")
    if question == "importance":
        assert row.most != row.decisive
        assert row.is_decided
    (told,) = [note.text for note in shown.all(Note, "picture")]
    found = findings.Findings(shown.text, shown.setting)
    if case(shown.setting, "importance") != shown.setting:
        assert told == getattr(found, question)()
    if question == "value":
        assert "less than the weighted average" in "".join(notes(shown))
    if question == "sink":
        assert row.is_sink_of_all
        assert "is a sink in this sentence" in "".join(notes(shown))
    assert shown.watched()[0] == asked.text(f"watch.{question}")


@pytest.mark.parametrize("key", ["importance", "weight_or_value", "sink"])
def test_a_link_with_a_question_names_no_row_and_opens_the_one_that_answers_it(key, language):
    query = dict(parse_qsl(urlsplit(question_of(key).address(language)).query))
    assert not {"al_layer", "al_head", "al_token"} & query.keys()
    opened = Asked.at("attention_limits", language, **query).normalised()
    assert opened.setting == cases.answered(page(language, ask=query["al_ask"]).setting)
    assert opened.setting.ask == ""
    name, word, _ = opened.state.selection.pin.split(".")
    row = row_of(opened.setting)
    if key == "weight_or_value":
        # What the answer speaks of is outlined: a large weight on a short vector.
        assert name == "share"
        assert row.share[int(word)] < row.weight[int(word)]
        assert (row.weight - row.share).argmax() == int(word)
    else:
        assert int(word) == row.most


@pytest.mark.parametrize("others", [0, 1])
def test_a_link_whose_sentence_does_not_answer_its_question_opens_one_that_does(
    monkeypatch, others
):
    silent = (SENTENCE, *cases.OTHERS[:others])
    monkeypatch.setattr(
        cases, "case", lambda setting, name: None if setting.sentence in silent else setting
    )
    opened = cases.answered(page(ask="sink").setting)
    assert opened.sentence == cases.OTHERS[others]


def test_a_question_that_no_sentence_answers_leaves_the_page_as_it_was(monkeypatch):
    monkeypatch.setattr(cases, "case", lambda setting, name: None)
    assert cases.answered(page(ask="sink").setting) == page().setting


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_other_sentences_can_be_compared(question):
    for sentence in cases.OTHERS:
        found = case(page(sentence=sentence).setting, question)
        assert found is None or found.sentence == sentence


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_word_that_is_not_alone_leaves_weight_to_others(kind, language):
    for sentence in SENTENCES:
        asked = page(language, sentence=sentence, kind=kind, hide="head")
        is_alone = asked.values("weight").size(0) == 1
        assert is_alone == (sentence == "go")
        assert asked.text("about.head_alone" if is_alone else "about.head") in notes(asked)


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_on_any_row_shows_its_words(kind):
    asked = page(kind=kind)
    rows = asked.values("all").size(0)
    pressed = asked.done(pin=f"all.{rows - 1}.2")
    assert pressed.setting.row == rows - 1
    assert pressed.state.selection.pin == "weight.2.0"
    assert torch.equal(pressed.values("weight")[:, 0], asked.values("all")[-1])


def test_the_link_hides_the_word_that_changes_the_token_most():
    asked = page()
    (link,) = asked.all(Link)
    opened = Asked.at("your_sentence", **dict(parse_qsl(urlsplit(link.address).query)))
    assert opened.setting.hidden == {row_of(asked.setting).decisive}
    assert opened.setting.sentence == SENTENCE


def test_what_was_counted_is_said_of_the_cross_attention_alone(language):
    counted = findings.counted()
    assert counted is not None, "python -m benchmarks.looks_and_effects --store"

    def said(**values):
        return [one for one in notes(page(language, **values)) if f"{counted.tokens:,}" in one]

    for layer in LAYERS:
        for head in HEADS:
            share = counted.elsewhere[layer][head] / counted.tokens
            assert f"{percent(share)}%" in said(layer=layer, head=head)[0]
    assert said(kind="encoder") == said(hide="head") == []


def test_with_other_weights_nothing_is_said_of_many_sentences(monkeypatch):
    warned = []

    def refused(_):
        raise findings.LooksError("other weights")

    monkeypatch.setattr(findings, "load_looks", refused)
    monkeypatch.setattr(findings.LOGGER, "warning", lambda *told: warned.append(str(told[-1])))
    findings.counted.cache_clear()
    try:
        assert not any(one.startswith("Counted") for one in notes(page(token=5)))
        assert warned == ["other weights"]
    finally:
        findings.counted.cache_clear()


@pytest.mark.parametrize("sentence", ["", "나는 책을 읽는다 " * 9, "w " * 17])
def test_a_sentence_that_cannot_be_compared_is_refused(sentence):
    with pytest.raises(InputError):
        page().setting.with_values(
            sentence=type(page().setting).controls()["sentence"].read(sentence)
        )


def test_a_visitor_brings_sentence_attention_layer_and_head():
    target = page().handler.page
    taken = target.takes(Carried("the cat slept", kind="cross", layer=1, head=3))
    opened = page().setting.with_values(**taken)
    assert (opened.kind, opened.shown_layer, opened.shown_head) == ("cross", 0, 2)
    assert opened.sentence == "the cat slept"
    assert "kind" not in target.takes(Carried("the cat slept", kind="decoder", layer=1))
    back = target.gives(page(**taken).state)
    assert (back.kind, back.layer, back.head) == ("cross", 1, 3)


def test_hidden_words_are_computed_once_for_all_tokens_and_heads(monkeypatch):
    asked = page(token=1)
    _ = asked.setting.without
    forwards = []
    model = asked.setting.trained.written.computation
    assert model is page(token=2).setting.trained.computation
    monkeypatch.setattr("pages.attention_limits.hiding.logits_without_each", forwards.append)
    for head in HEADS:
        _ = page(token=3, head=head).setting.without
    assert forwards == []


def test_a_sentence_is_searched_once_for_the_row_that_answers_a_question(monkeypatch):
    before = {name: case(page().setting, name) for name in QUESTIONS}
    for name in QUESTIONS:
        monkeypatch.setitem(cases.CASES, name, lambda found: pytest.fail("searched again"))
    for name, found in before.items():
        assert case(page(token=1, kind="encoder", hide="head", head=2).setting, name) == found


def test_options_of_the_decoder_are_the_defaults():
    assert (
        page().setting.trained.written.translation.tgt_ids.tolist()
        == decode(
            "translator", SENTENCE, frozenset(), DecodingOptions()
        ).translation.tgt_ids.tolist()
    )


@sentences
def test_both_languages_say_as_much(sentence):
    for english in every(sentence, "everywhere"):
        korean = page("ko").moved(english.state)
        assert len(notes(korean)) == len(notes(english))
        words = [with_gloss(one) for one in korean.setting.keys_in("ko")]
        assert f"**“{words[row_of(korean.setting).most]}”**" in "".join(notes(korean))
